package datasets

import (
	"flyby/internal/memory"
	"flyby/trajectory"
)

// rows collects samples of 3-D trajectories with integer ids.
type rows struct {
	ids        []int64
	t, x, y, z []float64
}

// rowBytes is the size of a sample in all columns.
const rowBytes = 5 * 8

// makeRows allocates columns for n samples, or fails with a *memory.Error.
func makeRows(n int) (*rows, error) {
	if err := memory.Need(memory.Count(n)+" samples", memory.Of(n, rowBytes)); err != nil {
		return nil, err
	}
	c := func() []float64 { return make([]float64, 0, n) }
	return &rows{ids: make([]int64, 0, n), t: c(), x: c(), y: c(), z: c()}, nil
}

// resize sets the number of samples to n, at most the capacity; they are zeros until written.
func (r *rows) resize(n int) {
	r.ids, r.t, r.x, r.y, r.z = r.ids[:n], r.t[:n], r.x[:n], r.y[:n], r.z[:n]
}

func (r *rows) add(id int64, t float64, p [3]float64) {
	r.ids = append(r.ids, id)
	r.t = append(r.t, t)
	r.x = append(r.x, p[0])
	r.y = append(r.y, p[1])
	r.z = append(r.z, p[2])
}

// store builds the Store, which owns the slices from then on.
func (r *rows) store() (*trajectory.Store, error) {
	return trajectory.New(r.columns(trajectory.IDColumn{Int: r.ids}), trajectory.BuildOptions{})
}

func (r *rows) columns(id trajectory.IDColumn) trajectory.Columns {
	return trajectory.Columns{ID: id, T: r.t, X: r.x, Y: r.y, Z: r.z}
}
