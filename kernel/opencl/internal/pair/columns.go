package pair

import (
	"fmt"
	"math"

	"flyby/kernel/opencl/internal/clrt"
	"flyby/trajectory"
)

// MaxRows bounds the rows of a store and the boxes of a pyramid: indices are of
// 32 bits in kernels, and the topmost is a mark.
const MaxRows = math.MaxUint32 / 8

// CheckRows refuses stores whose rows kernels cannot count.
func CheckRows(n int, what string) error {
	if n > MaxRows {
		return fmt.Errorf("opencl: %d %s, %d at most: %w", n, what, MaxRows, clrt.ErrMemory)
	}
	return nil
}

// SendRadius enqueues a copy of the radii of a store's trajectories, where it has any.
func SendRadius(dev *clrt.Device, a *clrt.Array, s *trajectory.Store) error {
	var radius []float64
	if s.HasRadius() {
		radius = make([]float64, s.Trajectories())
		for traj := range radius {
			radius[traj] = s.Radius(traj)
		}
	}
	if err := dev.Memory.Ensure(a, 8*len(radius)); err != nil {
		return err
	}
	return clrt.Write(dev.Queues, a.Buffer, 0, radius)
}
