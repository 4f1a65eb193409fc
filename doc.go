// Package flyby finds which moving objects come within a distance d of each
// other, and during which time intervals, exactly.
//
// Open a database of trajectories, then ask it for hits, or for encounters. A Search
// without Queries is a join of the entries with each other:
//
//	db, err := flyby.Open(ctx, entries, flyby.Options{})
//	...
//	defer db.Close()
//	found, err := db.Hits(ctx, flyby.Search{Queries: queries, Distance: 0.1})
//	...
//	for hits, err := range found.Chunks() {
//		...
//	}
//	near, err := db.Encounters(ctx, flyby.Search{Distance: 0.1})
//
// Entries and queries are stores of trajectories, or files of any size, which package trajectory/input opens: what outgrows Options.Memory is searched slab by
// slab, and Database.Plan says how. Package job does all that the command does, from files to files.
//
// OpenPoints does the same for points, which have no times: pairs within a distance, their numbers, tables of
// neighbours, and the nearest of each. Database.At makes points of where objects are at an instant.
//
// # Results
//
// Membership is exact: a pair of segments is a hit if and only if real
// arithmetic on the input's float64 values says so. Every method on every
// device gives the same hits in the same order, to the bit.
//
// # Search after search
//
// On a GPU a search of some thousand queries takes longer to copy them, and its hits,
// within the host than for all else. Database.NewQueryMemory makes memory that the
// GPU reads by itself, for queries that are filled in there; Hits.Release gives
// the memory of hits back for those of the next search:
//
//	memory, err := db.NewQueryMemory(samples)
//	...
//	defer memory.Close()
//	for ... {
//		columns, err := memory.Columns(n)
//		... // fill in T, X, Y, Z and ID
//		queries, err := trajectory.New(columns, trajectory.BuildOptions{})
//		found, err := db.Hits(ctx, flyby.Search{Queries: queries, Distance: 0.1})
//		...
//		found.Release()
//	}
//
// Both are for speed alone: the garbage collector does what Release is not called for.
//
// # Environment
//
// FLYBY_DEVICE chooses the device where Options.Device does not.
package flyby
