package rows

import (
	"context"

	"flyby/points"
	"flyby/points/pointjoin"
)

// Search is a work whose pairs are found by row. A row of the device is one of the points in a self-join, else one of
// the work's queries, counted from its first.
type Search struct {
	pointjoin.Work
	Points *points.Store
	Finder Finder
	// Moves says that the pass that fills in counts up the places that it is given.
	Moves bool
	// Every says that the finder can count what every row finds, itself included, where all rows are asked.
	Every bool
	// Keeps says that the finder keeps the first pairs of each row as it counts.
	Keeps bool
	// Expected is about how many pairs rows find in all; how they are found hangs on it, and nothing else.
	Expected float64
}

// Rows is the number of rows of the device.
func (s *Search) Rows() int {
	if s.Self() {
		return s.Points.Len()
	}
	return s.Last - s.First
}

// Base is the row of the queries that row 0 is.
func (s *Search) Base() int {
	if s.Self() {
		return 0
	}
	return s.First
}

// Limits are the rows of the device that the work is of.
func (s *Search) Limits() (first, last int) { return s.First - s.Base(), s.Last - s.Base() }

// Scope is whose pairs are found, or counted, with room for borderline ones.
func (s *Search) Scope(counting bool, room int) Scope {
	first, last := s.Limits()
	return Scope{uint32(first), uint32(last), s.mode(counting), uint32(room), 0, 0}
}

// mode is what rows find where pairs are wanted, or counts alone.
func (s *Search) mode(counting bool) uint32 {
	switch {
	case !s.Self():
		return anyRow
	case counting && s.Every && s.First == 0 && s.Last == s.Rows():
		return everyRow
	case counting:
		return eachSide
	}
	return higherRow
}

// asked is the store of the rows.
func (s *Search) asked() *points.Store {
	if s.Self() {
		return s.Points
	}
	return s.Queries
}

// Tell tells how much is done.
func (s *Search) Tell(done, total float64) {
	if s.Progress != nil {
		s.Progress(done, total)
	}
}

// run enqueues the search in parts, and waits for each.
func (t *Table) run(ctx context.Context, s *Search, a Args, tell func(part int)) error {
	for part := range s.Finder.Parts() {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err := s.Finder.Find(part, a); err != nil {
			return err
		}
		if err := t.dev.Queues.Finish(); err != nil {
			return err
		}
		tell(part + 1)
	}
	return nil
}
