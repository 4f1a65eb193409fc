// Package flyby finds which moving objects come within a distance d of each
// other, and during which time intervals, exactly.
//
// Open a database of trajectories, then Search it with others or Join it with
// itself:
//
//	db, err := flyby.Open(ctx, entries, flyby.Options{})
//	...
//	defer db.Close()
//	result, err := db.Search(ctx, queries, 0.1)
//	for hits := range result.Chunks() {
//		...
//	}
//	encounters, err := result.Encounters(ctx)
//
// Where encounters are all that is wanted, Options.EncountersOnly lets a device
// send back those and not their hits.
//
// Package trajectory/format reads the trajectories from files.
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
// GPU reads by itself, for queries that are filled in there; Result.Release gives
// the memory of hits back for those of the next search:
//
//	memory, err := db.NewQueryMemory(samples)
//	...
//	defer memory.Close()
//	for ... {
//		columns := memory.Columns(n)
//		... // fill in T, X, Y, Z and ID
//		queries, err := trajectory.New(columns, trajectory.BuildOptions{})
//		result, err := db.Search(ctx, queries, 0.1)
//		...
//		result.Release()
//	}
//
// Both are for speed alone: the garbage collector does what Release is not called for.
//
// # Environment
//
// FLYBY_DEVICE chooses the device where Options.Device does not.
package flyby
