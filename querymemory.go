package flyby

import (
	"fmt"

	"flyby/kernel"
	"flyby/trajectory"
)

// QueryMemory is memory of the host for the samples of query sets, one set after
// another. A GPU reads it by itself: from any other memory a search copies its
// query samples first, which takes longer than all else that a short one does.
type QueryMemory struct {
	samples, dim int
	pinned       kernel.Pinned
}

// NewQueryMemory makes memory for query sets of so many samples at most: pinned
// memory where the device of the database has any, which takes a millisecond or
// more to make, else ordinary memory. The caller closes it.
func (db *Database) NewQueryMemory(samples int) (*QueryMemory, error) {
	if samples < 0 {
		return nil, fmt.Errorf("flyby: query memory for %d samples: must be 0 or more", samples)
	}
	<-db.turn
	defer func() { db.turn <- struct{}{} }()
	m := &QueryMemory{samples: samples, dim: db.entries.Dim()}
	var err error
	if m.pinned, err = pin(db.engine, samples*(1+m.dim)); err != nil {
		return nil, fmt.Errorf("flyby: query memory for %d samples: %w", samples, err)
	}
	return m, nil
}

// pin returns memory for n numbers that an engine's device reads by itself, or
// ordinary memory.
func pin(e engine, n int) (kernel.Pinned, error) {
	if with, ok := e.(interface{ main() kernel.Driver }); ok {
		if p, ok := with.main().(kernel.Pinner); ok {
			return p.Pin(n)
		}
	}
	return kernel.Pinned{Floats: make([]float64, n), Release: func() {}}, nil
}

// Columns returns T, X, Y and, in 3-D, Z for n samples, to be filled and given to
// trajectory.New, which keeps them there if the rows of every trajectory adjoin
// and the trajectories are in the order of their ids. They are those of the call
// before: a store in them must not be in use any more. It panics for more
// samples than there is memory for.
func (m *QueryMemory) Columns(n int) (c trajectory.Columns) {
	if n > m.samples || m.pinned.Floats == nil {
		panic(fmt.Sprintf("flyby: %d samples in query memory for %d", n, m.samples))
	}
	columns := []*[]float64{&c.T, &c.X, &c.Y, &c.Z}
	for k, column := range columns[:1+m.dim] {
		*column = m.pinned.Floats[k*n : (k+1)*n : (k+1)*n]
	}
	return c
}

// Copy returns a store equal to s whose samples are in Columns.
func (m *QueryMemory) Copy(s *trajectory.Store) *trajectory.Store {
	c := m.Columns(s.Samples())
	return s.CopyTo(c.T, c.X, c.Y, c.Z)
}

// Close gives the memory back. No store in it may be in use any more. A second call
// does nothing.
func (m *QueryMemory) Close() {
	if m.pinned.Floats != nil {
		m.pinned.Release()
		m.pinned, m.samples = kernel.Pinned{}, 0
	}
}
