package flyby_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"flyby"
	"flyby/trajectory"
)

// From slices in memory to encounters: which boats come within 50 m of each other.
func Example() {
	ctx := context.Background()
	boats, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "tug", "tug", "yacht"}),
		T:  []float64{0, 60, 0, 60, 30}, // seconds
		X:  []float64{0, 600, 600, 0, 300},
		Y:  []float64{0, 0, 30, 30, 400},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(ctx, boats, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Encounters(ctx, flyby.Search{Distance: 50})
	if err != nil {
		log.Fatal(err)
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		for i := range chunk.Len() {
			fmt.Printf("%s and %s from %v to %v s, %v m at %v s\n", boats.ID(int(chunk.QueryTraj[i])), boats.ID(int(chunk.EntryTraj[i])),
				chunk.Enter[i], chunk.Exit[i], chunk.Distance[i], chunk.Closest[i])
		}
	}
	// Output: ferry and tug from 28 to 32 s, 30 m at 30 s
}

// Two cars drive towards each other along lanes that are 3 m apart, at 10 m/s each.
func ExampleDatabase_Encounters() {
	cars, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2}},
		T:  []float64{0, 10, 0, 10},
		X:  []float64{0, 100, 100, 0},
		Y:  []float64{0, 0, 3, 3},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), cars, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Encounters(context.Background(), flyby.Search{Distance: 5})
	if err != nil {
		log.Fatal(err)
	}
	near, err := found.Collect()
	if err != nil {
		log.Fatal(err)
	}
	for i := range near.Len() {
		fmt.Printf("cars %s and %s: from %.1f to %.1f s, %.0f m at %.1f s\n", cars.ID(int(near.QueryTraj[i])), cars.ID(int(near.EntryTraj[i])),
			near.Enter[i], near.Exit[i], near.Distance[i], near.Closest[i])
	}
	// Output: cars 1 and 2: from 4.8 to 5.2 s, 3 m at 5.0 s
}

// A patrol boat goes up and down, and tells hour by hour which ships it came within 4 miles of.
func ExampleDatabase_NewQueryMemory() {
	ships, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{7, 7, 8, 8}},
		T:  []float64{0, 2, 0, 2},
		X:  []float64{0, 20, 20, 0},
		Y:  []float64{0, 0, 9, 9},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), ships, flyby.Options{Device: "cpu"}) // on a GPU the memory is pinned
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	memory, err := db.NewQueryMemory(2)
	if err != nil {
		log.Fatal(err)
	}
	defer memory.Close()
	for hour := range 2 {
		at, err := memory.Columns(2)
		if err != nil {
			log.Fatal(err)
		}
		at.ID = trajectory.IDColumn{Int: []int64{1, 1}}
		copy(at.T, []float64{float64(hour), float64(hour + 1)})
		copy(at.X, []float64{5, 5})
		copy(at.Y, []float64{0, 9})
		queries, err := trajectory.New(at, trajectory.BuildOptions{})
		if err != nil {
			log.Fatal(err)
		}
		found, err := db.Hits(context.Background(), flyby.Search{Queries: queries, Distance: 4})
		if err != nil {
			log.Fatal(err)
		}
		for hits, err := range found.Chunks() {
			if err != nil {
				log.Fatal(err)
			}
			for i := range hits.Len() {
				fmt.Printf("hour %d: ship %s from %.2f to %.2f\n", hour, ships.ID(int(hits.EntryTraj[i])), hits.Enter[i], hits.Exit[i])
			}
		}
		found.Release()
	}
	// Output:
	// hour 0: ship 7 from 0.11 to 0.44
	// hour 1: ship 8 from 1.56 to 1.89
}

// harbour returns a ferry and a tug that pass each other 30 m apart, one minute long.
func harbour() *trajectory.Store {
	boats, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "tug", "tug"}),
		T:  []float64{0, 60, 0, 60},
		X:  []float64{0, 600, 600, 0},
		Y:  []float64{0, 0, 30, 30},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	return boats
}

// A database is opened once, and asked as often as wanted.
func ExampleOpen() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu", Method: flyby.MethodSpatiotemporal})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range []float64{20, 30, 50} {
		found, err := db.Hits(context.Background(), flyby.Search{Distance: d})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(d, "m:", found.Stats().Hits, "hits")
	}
	if err := db.Close(); err != nil {
		log.Fatal(err)
	}
	_, err = db.Hits(context.Background(), flyby.Search{Distance: 50})
	fmt.Println(errors.Is(err, flyby.ErrClosed), err)

	_, err = flyby.Open(context.Background(), nil, flyby.Options{})
	fmt.Println(errors.Is(err, flyby.ErrEmpty), err)
	// Output:
	// 20 m: 0 hits
	// 30 m: 1 hits
	// 50 m: 1 hits
	// true flyby: the database is closed
	// true flyby: no trajectories
}

// A database is any number of goroutines' to ask: they take turns.
func ExampleDatabase() {
	boats := harbour()
	db, err := flyby.Open(context.Background(), boats, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	done := make(chan uint64)
	for range 3 {
		go func() {
			found, err := db.Hits(context.Background(), flyby.Search{Queries: boats, Distance: 50, ExcludeSameID: true})
			if err != nil {
				log.Print(err)
			}
			done <- found.Stats().Hits
		}()
	}
	fmt.Println(<-done, <-done, <-done)
	// Output: 2 2 2
}

// Where is a buoy passed? A trajectory of one sample is an event; of two equal places, an object at rest.
func ExampleSearch() {
	buoy, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"buoy", "buoy"}),
		T:  []float64{0, 60},
		X:  []float64{100, 100},
		Y:  []float64{0, 0},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	from := 5.0
	for _, s := range []flyby.Search{
		{Queries: buoy, Distance: 40},
		{Queries: buoy, Distance: 40, From: &from, To: &from},
		{Queries: buoy, Distance: -1, Batching: "weekly"},
	} {
		if err := s.Validate(); err != nil {
			fmt.Println(err)
			continue
		}
		found, err := db.Encounters(context.Background(), s)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(found.Stats().Hits)
	}
	// Output:
	// 2
	// 0
	// flyby: distance -1: must be a number from 0 to 2^1000
	// flyby: parse "weekly": unknown form: want periodic:S | setsplit-fixed:N | setsplit-max:N | setsplit-minmax:A,B[,strict] | greedysetsplit-min:N | greedysetsplit-max:N[,strict] | model
}

// Hits come in the defined order, in chunks of columns or all at once. Release gives their memory
// back before the garbage collector would.
func ExampleHits() {
	boats := harbour()
	db, err := flyby.Open(context.Background(), boats, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(context.Background(), flyby.Search{Distance: 50})
	if err != nil {
		log.Fatal(err)
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		for i := range chunk.Len() {
			fmt.Printf("segment %d of the %s, segment %d of the %s: %v to %v s\n", chunk.QuerySeg[i], boats.ID(int(chunk.QueryTraj[i])),
				chunk.EntrySeg[i], boats.ID(int(chunk.EntryTraj[i])), chunk.Enter[i], chunk.Exit[i])
		}
	}
	found.Release()
	_, err = found.Collect()
	fmt.Println(errors.Is(err, flyby.ErrReleased), err)
	// Output:
	// segment 0 of the ferry, segment 0 of the tug: 28 to 32 s
	// true flyby: released before
}

// Encounters join the hits of two trajectories where they touch, and know the closest approach.
func ExampleEncounters() {
	boats := harbour()
	db, err := flyby.Open(context.Background(), boats, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Encounters(context.Background(), flyby.Search{Distance: 50})
	if err != nil {
		log.Fatal(err)
	}
	near, err := found.Collect()
	if err != nil {
		log.Fatal(err)
	}
	for i := range near.Len() {
		fmt.Printf("%v m apart at %v s, passing at %v m/s\n", near.Distance[i], near.Closest[i], near.Speed[i])
	}
	// Output: 30 m apart at 30 s, passing at 20 m/s
}

// Stats says how a search was done, and what it cost.
func ExampleStats() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu", Method: flyby.MethodTemporal})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(context.Background(), flyby.Search{Distance: 50, Batching: "periodic:120"})
	if err != nil {
		log.Fatal(err)
	}
	var s flyby.Stats = found.Stats()
	fmt.Printf("%s in %d batches: %d hits of %d entry segments, %v\n", s.Method, s.Batches, s.Hits, s.Entries, s.Reason)
	// Output: temporal in 1 batches: 1 hits of 2 entry segments, asked for
}

// A patrol's queries are filled in where a GPU reads them by itself; Copy takes a store there.
func ExampleQueryMemory() {
	boats := harbour()
	db, err := flyby.Open(context.Background(), boats, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	memory, err := db.NewQueryMemory(boats.Samples())
	if err != nil {
		log.Fatal(err)
	}
	queries, err := memory.Copy(boats)
	if err != nil {
		log.Fatal(err)
	}
	found, err := db.Hits(context.Background(), flyby.Search{Queries: queries, Distance: 50, ExcludeSameID: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Stats().Hits, "hits")
	memory.Close()
	_, err = memory.Columns(1)
	fmt.Println(err)
	// Output:
	// 2 hits
	// flyby: released before
}

// Which boat does each boat come closest to, ever, however far that is? The ferry and the yacht are as far from the tug as each other; the ferry was first.
func ExampleNearest() {
	boats, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "tug", "tug", "yacht"}),
		T:  []float64{0, 60, 0, 60, 60}, // seconds
		X:  []float64{0, 600, 600, 0, 0},
		Y:  []float64{0, 0, 30, 30, 0},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), boats, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Nearest(context.Background(), flyby.Search{K: 2})
	if err != nil {
		log.Fatal(err)
	}
	for rows, err := range found.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		for i := range rows.Len() {
			fmt.Printf("%s, %d: %s, %v m at %v s, both there for %v s\n", boats.ID(int(rows.QueryTraj[i])), rows.Rank[i], boats.ID(int(rows.EntryTraj[i])),
				rows.Distance[i], rows.Closest[i], rows.Shared[i])
		}
	}
	// Output:
	// ferry, 1: tug, 30 m at 30 s, both there for 60 s
	// ferry, 2: yacht, 600 m at 60 s, both there for 0 s
	// tug, 1: ferry, 30 m at 30 s, both there for 60 s
	// tug, 2: yacht, 30 m at 60 s, both there for 0 s
	// yacht, 1: tug, 30 m at 60 s, both there for 0 s
	// yacht, 2: ferry, 600 m at 60 s, both there for 0 s
}
