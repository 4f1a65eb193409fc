package flyby

import (
	"context"
	"fmt"
	"math"

	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/trajectory"
)

// QueryMemory is memory of the host for the samples of query sets, one set after
// another. A GPU reads it by itself: from any other memory a search copies its
// query samples first, which takes longer than all the rest of a short search.
//
// A query set is in use while it is searched with. A QueryMemory is for one goroutine at
// a time, and stays good after the database is closed.
type QueryMemory struct {
	samples int
	space   trajectory.Space // the entries'
	times   trajectory.TimeKind
	pinned  kernel.Pinned
}

// NewQueryMemory makes memory for query sets that have no more than samples: pinned
// memory, which takes a millisecond or more to make, where the device of the database
// has any, otherwise ordinary memory. The caller closes it, before the database or
// after. It returns ErrClosed after the database's Close, and ErrMemory where there is
// too little.
func (db *Database) NewQueryMemory(samples int) (*QueryMemory, error) {
	if db.turn.Closed() {
		return nil, ErrClosed
	}
	if samples < 0 || samples > math.MaxUint32 {
		return nil, fmt.Errorf("flyby: query memory for %d samples: must be 0 to %d", samples, uint32(math.MaxUint32))
	}
	if err := db.turn.Take(context.Background()); err != nil {
		return nil, err
	}
	defer db.turn.Give()
	space := db.entries.Space()
	pinned, err := db.pin(samples * (1 + space.Dim))
	if err != nil {
		return nil, err
	}
	return &QueryMemory{samples, space, db.entries.Times(), pinned}, nil
}

// pin returns memory for n numbers: ordinary memory where the device has none, or
// refuses.
func (db *Database) pin(n int) (kernel.Pinned, error) {
	if p := db.pinner(); p != nil {
		m, err := p.Pin(n)
		if err == nil {
			return m, nil
		}
		db.options.Logger.Info("query memory is not pinned", "numbers", n, "why", err)
	}
	if err := memory.Need("samples of query memory", memory.Of(n, 8)); err != nil {
		return kernel.Pinned{}, db.refusal("query memory", err)
	}
	return kernel.Pinned{Floats: make([]float64, n), Release: func() {}}, nil
}

// pinner returns the device's Pinner; nil: it has none, or the entries are in slabs.
func (db *Database) pinner() kernel.Pinner {
	if db.engine == nil {
		return nil
	}
	return db.engine.Pinner()
}

// Columns returns T, X, Y and, in 3-D, Z for n samples, to be filled and given to
// trajectory.New, which keeps them there if the rows of every trajectory adjoin
// and the trajectories are in the order of their ids. Every call returns the same
// memory: a store in it must not be in use any more. Times and Frame are set as
// in the database's entries. It fails with ErrReleased after
// Close, and for more samples than there is memory for.
func (m *QueryMemory) Columns(n int) (c trajectory.Columns, err error) {
	switch {
	case m.pinned.Floats == nil:
		return c, ErrReleased
	case n < 0 || n > m.samples:
		return c, fmt.Errorf("flyby: %d samples in query memory for %d", n, m.samples)
	}
	c.Times, c.Frame = m.times, m.space.Frame
	columns := []*[]float64{&c.T, &c.X, &c.Y, &c.Z}
	for k, column := range columns[:1+m.space.Dim] {
		*column = m.pinned.Floats[k*n : (k+1)*n : (k+1)*n]
	}
	return c, nil
}

// Copy returns a store equal to s whose samples are in the memory of Columns, and fails where Columns does.
func (m *QueryMemory) Copy(s *trajectory.Store) (*trajectory.Store, error) {
	c, err := m.Columns(s.Samples())
	if err != nil {
		return nil, err
	}
	return s.CopyTo(c.T, c.X, c.Y, c.Z), nil
}

// Close gives the memory back. No store in it may be in use any more. A second call
// does nothing.
func (m *QueryMemory) Close() {
	if m.pinned.Floats != nil {
		m.pinned.Release()
		m.pinned, m.samples = kernel.Pinned{}, 0
	}
}
