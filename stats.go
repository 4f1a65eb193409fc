package flyby

import (
	"time"

	"flyby/internal/engine"
	"flyby/trajectory"
)

// Stats says what a search was and what it cost.
type Stats struct {
	Entries, Queries int           // segments; both those of the entries in a join
	Hits             uint64        // pairs of segments
	Method           Method        // the one that ran
	Device           string        // name
	Reason           string        // why this device
	Interactions     uint64        // comparisons of two segments
	BoxTests         uint64        // comparisons of two boxes
	Borderline       uint64        // pairs that exact arithmetic decided
	Batches          int           // of MethodTemporal
	Batching         time.Duration // to make them
	Index            time.Duration // to index the entries and make them resident, in Open
	Search           time.Duration // from query values in memory to ordered hits, or encounters, in memory
	Kernel           time.Duration // on the device, where it tells
}

// stats says what the last search was.
func (db *Database) stats(queries *trajectory.Store, f *engine.Found, search time.Duration) Stats {
	c := db.engine.Choice()
	return Stats{
		Entries: db.entries.Segments(), Queries: queries.Segments(), Hits: uint64(f.Count),
		Method: Method(c.Method), Device: c.Device.Name, Reason: c.Reason,
		Interactions: f.Stats.Interactions, BoxTests: f.Stats.BoxTests, Borderline: f.Stats.Borderline + f.Stats.Exact,
		Batches: f.Stats.Batches, Batching: time.Duration(f.Stats.BatchingTime),
		Index: db.index, Search: search, Kernel: time.Duration(f.Stats.KernelTime),
	}
}
