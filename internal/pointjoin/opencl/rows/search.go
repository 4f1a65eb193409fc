package rows

import (
	"context"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// Search is a work whose pairs are found by row. A row of the device is a point in a self-join, and else a query of
// the work, counted from its first query.
type Search struct {
	pointjoin.Work
	Points *points.Store
	Finder Finder
	// Moves says that the filling pass increments the starts that it is given.
	Moves bool
	// Every says that the finder can count the pairs of every row, itself included, where all rows are asked for.
	Every bool
	// Keeps says that the finder keeps the first pairs of each row in the counting pass.
	Keeps bool
	// Expected is about the number of pairs of all rows. Only the way of finding them depends on it.
	Expected float64
}

// Rows returns the number of rows of the device.
func (s *Search) Rows() int {
	if s.Self() {
		return s.Points.Len()
	}
	return s.Last - s.First
}

// Base returns the row of the queries that is row 0 of the device.
func (s *Search) Base() int {
	if s.Self() {
		return 0
	}
	return s.First
}

// Limits returns the range of the work's rows on the device.
func (s *Search) Limits() (first, last int) { return s.First - s.Base(), s.Last - s.Base() }

// Scope returns the scope of a pass that finds or counts the work's pairs, with room for borderline ones.
func (s *Search) Scope(counting bool, room int) Scope {
	first, last := s.Limits()
	return Scope{uint32(first), uint32(last), s.mode(counting), uint32(room), 0, 0}
}

// mode returns which pairs a row finds, or counts.
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

// asked returns the store of the rows.
func (s *Search) asked() *points.Store {
	if s.Self() {
		return s.Points
	}
	return s.Queries
}

// ReportProgress reports progress.
func (s *Search) ReportProgress(done, total float64) {
	if s.Progress != nil {
		s.Progress(done, total)
	}
}

// run enqueues the parts of the search, and waits for each.
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
