package estimate

import (
	"flyby/binindex"
	"flyby/trajectory"
)

// Entries is the model's data about a database: its temporal bins, and a thinned sample of its segments with
// their extents. It may be read by any number of goroutines.
type Entries struct {
	store   *trajectory.Store
	bins    *binindex.Bins
	thin    thinnedSample
	extents Extents
}

// NewEntries samples a store's segments, which takes some milliseconds, once for each database. bins must be
// the store's.
func NewEntries(s *trajectory.Store, bins *binindex.Bins) *Entries {
	e := &Entries{store: s, bins: bins}
	e.thinOut()
	for _, p := range e.thin.entries {
		e.extents.add(p.T0, p.T1, p.Last)
	}
	e.extents.finish(len(bins.Rows))
	return e
}
