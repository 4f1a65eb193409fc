package trajectory

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"flyby/internal/parallel"
)

// New checks columns and builds a Store, in O(rows), on all cores: it is a Builder of all rows at once. A row that
// equals the row before it in its trajectory is left out and counted. New takes ownership of the
// slices: the store uses them if the rows are in its order already, and copies of them otherwise. It
// panics on columns of unequal length.
//
// The error is a *RowError for the first bad row in file order, ErrEmpty, Path.Err, or a
// *memory.Error where there is no room to put rows in order, or for the samples that a Path adds. EarthCentred columns without
// Z are an error too.
func New(c Columns, o BuildOptions) (*Store, error) {
	if err := countable(c.Rows()); err != nil { // Rows panics where columns do not fit each other
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	if o.Path == nil {
		c.V = [3][]float64{}
	}
	s := &Store{times: c.Times, frame: c.Frame}
	b, err := NewBuilder(c.Times, o, nil) // portions are its Collectors
	if err == nil {
		err = c.Frame.check(&c)
	}
	if err == nil {
		err = b.begin(&c)
	}
	if err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	starts, place, err := s.group(c.ID)
	if err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	c.ID = IDColumn{}
	c.reorder(place)
	p := &gatherer{s: s, c: &c}
	if err := p.build(b, starts, place); err != nil {
		return nil, err
	}
	if p.kept == 0 {
		return nil, ErrEmpty
	}
	c.Piece = nil
	c.truncate(p.kept)
	if err := p.settle(b); err != nil {
		return nil, err
	}
	if err := p.weave(&b.report, o); err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	s.t, s.x, s.y, s.z, s.h = c.T, c.X, c.Y, c.Z, c.H
	if c.R == nil && o.Radius > 0 {
		s.radius = slices.Repeat([]float64{o.Radius}, s.Trajectories())
	}
	s.left, s.split, s.added = b.report.LeftOut, b.report.Split, b.report.Added
	s.far = b.far.report()
	s.measure()
	s.jumps = <-p.jumped
	return s, nil
}

// countable refuses more samples than 32 bits count, as rows are counted everywhere.
func countable(samples int) error {
	if uint64(samples) > math.MaxUint32 {
		return fmt.Errorf("%d samples are more than the 4294967295 of a store: larger data sets are searched in slabs of time", samples)
	}
	return nil
}

// reorder puts the rows of every column in their places, one column at a time to bound memory; nil: they are there.
func (c *Columns) reorder(place []uint32) {
	if place == nil {
		return
	}
	for _, col := range c.numbers() {
		*col = placed(*col, place)
	}
	c.Piece = placed(c.Piece, place)
}

// measure counts the segments and takes the extent of all samples. There must be one at least.
func (s *Store) measure() {
	s.countSegments()
	s.extent = s.extentOfAll()
}

func (s *Store) countSegments() {
	var all atomic.Int64
	parallel.AllCores(s.Trajectories(), func(first, last int) {
		n := 0
		for p := range s.PiecesOf(first, last) {
			n += p.Segments()
		}
		all.Add(int64(n))
	})
	s.segments = int(all.Load())
}
