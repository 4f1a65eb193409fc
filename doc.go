// Package flyby finds which moving objects come within a distance d of each
// other, and during which time intervals, exactly. Programs call it, and package job.
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
// Entries and queries are stores of trajectories, or files of any size, which package trajectory/input opens: files that outgrow Options.Memory are searched slab by
// slab, and Database.Plan says how. Package job does all that the command does, from files to files.
//
// OpenPoints does the same for points, which have no times: it finds pairs within a distance, counts and tables of
// neighbours, and the nearest points of each point. Database.At makes points of the objects' positions at an instant.
//
// # Results
//
// Membership is exact: a pair of segments is a hit if and only if real
// arithmetic on the input's float64 values says so. Every method on every
// device gives the same hits in the same order, to the bit.
//
// # Search after search
//
// On a GPU a search with some thousand queries spends more time on copying queries and hits
// within the host than on all else. Database.NewQueryMemory makes memory that the
// GPU reads by itself, to fill queries in; Hits.Release gives the memory of
// hits back for the next search:
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
// Both are for speed alone: the garbage collector frees hits that are not released.
//
// # Environment
//
// FLYBY_DEVICE chooses the device where Options.Device does not.
package flyby
