package flyby

import (
	"iter"

	"flyby/trajectory"
)

// Encounters is the encounters of a search, by query trajectory, entry trajectory and
// time. It is for one goroutine at a time.
type Encounters struct {
	db    *Database
	all   trajectory.Encounters
	stats Stats
}

// Stats says what the search cost.
func (e *Encounters) Stats() Stats { return e.stats }

// Chunks yields the encounters in order, in chunks that share the memory of Collect's.
// QueryTraj counts in the query set, in a join in the entries. After the database's
// Close the error is ErrClosed.
func (e *Encounters) Chunks() iter.Seq2[trajectory.Encounters, error] {
	return func(yield func(trajectory.Encounters, error) bool) {
		if all, err := e.Collect(); err != nil || all.Len() > 0 {
			yield(all, err)
		}
	}
}

// Collect returns all encounters in order, or the error that ends Chunks. All calls
// return the same columns.
func (e *Encounters) Collect() (trajectory.Encounters, error) {
	if e.db.closed.Load() {
		return trajectory.Encounters{}, ErrClosed
	}
	return e.all, nil
}
