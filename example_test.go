package flyby_test

import (
	"context"
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
