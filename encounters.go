package flyby

import (
	"iter"

	"flyby/internal/engine"
	"flyby/internal/source"
	"flyby/trajectory"
)

// Encounters is the result of a search, ordered by query trajectory, entry trajectory and
// time. Where it outgrows Options.Memory, Chunks and Collect search, each time anew, as
// Hits.Chunks does. It is for one goroutine at a time.
type Encounters struct{ result }

// Chunks yields the encounters in order, in chunks that share memory with the columns of Collect.
// QueryTraj is an index of the query set, in a join of the entries. After the database's
// Close the error is ErrClosed; where encounters are searched for while they are read, it may be
// an error of the search, as with Hits.Chunks.
func (e *Encounters) Chunks() iter.Seq2[trajectory.Encounters, error] {
	if e.slabs != nil && e.good() == nil {
		return swept(&e.result, (*source.Sweep).Encounters)
	}
	return func(yield func(trajectory.Encounters, error) bool) {
		for f, err := range e.parts() {
			if err != nil {
				yield(trajectory.Encounters{}, err)
				return
			}
			if f.Encounters.Len() > 0 && !yield(f.Encounters, nil) {
				return
			}
		}
	}
}

// Collect returns all encounters in order, or the error that ends Chunks, or ErrMemory. All
// calls return the same columns, unless each call searches anew.
func (e *Encounters) Collect() (trajectory.Encounters, error) {
	if err := e.good(); err != nil || e.found.Stream == nil && e.slabs == nil {
		return e.found.Encounters, err
	}
	all, err := engine.Collect(e.Chunks(), trajectory.Encounters.Append)
	return all, e.db.refusal("encounters", err)
}
