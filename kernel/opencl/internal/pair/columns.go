package pair

import (
	"fmt"
	"math"

	"flyby/internal/clrt"
	"flyby/trajectory"
)

// MaxRows bounds the rows of a store and the boxes of a pyramid: indices have 32
// bits in kernels, and the topmost bit is a mark.
const MaxRows = math.MaxUint32 / 8

// CheckRows returns an error if n is more than MaxRows.
func CheckRows(n int, what string) error {
	if n > MaxRows {
		return fmt.Errorf("opencl: %d %s, %d at most: %w", n, what, MaxRows, clrt.ErrMemory)
	}
	return nil
}

// AppendRadii appends the radii of a store's trajectories, if it has any.
func AppendRadii(radii []float64, s *trajectory.Store) []float64 {
	if !s.HasRadius() {
		return radii
	}
	for traj := range s.Trajectories() {
		radii = append(radii, s.Radius(traj))
	}
	return radii
}

// Columns returns the columns of a store in the order of samples.cl.
func Columns(s *trajectory.Store) [][]float64 {
	return append([][]float64{s.T(), s.X(), s.Y(), s.Z()}[:1+s.Dim()], AppendRadii(nil, s))
}
