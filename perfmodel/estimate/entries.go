package estimate

import (
	"flyby/binindex"
	"flyby/trajectory"
)

// Entries is what the model keeps of a database: its temporal bins, and a thinned sample of its segments with
// their extents. It may be read by any number of goroutines.
type Entries struct {
	store   *trajectory.Store
	bins    *binindex.Bins
	thin    thinned
	extents Extents
}

// NewEntries samples a store's segments, some milliseconds once a database. bins are those of the store.
func NewEntries(s *trajectory.Store, bins *binindex.Bins) *Entries {
	e := &Entries{store: s, bins: bins}
	e.thinOut()
	for _, p := range e.thin.entries {
		e.extents.add(p.T0, p.T1, p.Last)
	}
	e.extents.finish(len(bins.Rows))
	return e
}
