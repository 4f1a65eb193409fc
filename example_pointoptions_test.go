package flyby_test

import (
	"context"
	"fmt"
	"log"

	"flyby"
	"flyby/points"
)

// onLine returns points on a line, whose ids are their rows.
func onLine(x ...float64) *points.Store {
	s, err := points.New([][]float64{x}, points.RowIDs(len(x)))
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// By a tree, on one core, whatever is fastest.
func ExampleOptions_points() {
	set, err := flyby.OpenPoints(context.Background(), onLine(0, 1, 5, 6), flyby.Options{Method: "kdtree", Threads: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	counts, stats, err := set.Counts(context.Background(), flyby.PointSearch{Eps: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(stats.Method, counts)
	// Output: kdtree [1 1 1 1]
}

// Every other method agrees with this one.
func ExamplePointMethods() {
	for _, m := range flyby.PointMethods() {
		if m.Name == "bruteforce" {
			fmt.Println(m.Name, m.Means)
		}
	}
	// Output: bruteforce compares every pair, a baseline
}

// Queries are joined with points: a pair is a query's row and a point's.
func ExamplePointSearch() {
	set, err := flyby.OpenPoints(context.Background(), onLine(0, 1, 5), flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	table, _, err := set.Neighbours(context.Background(), flyby.PointSearch{Queries: onLine(0.5, 9), Eps: 0.5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(table.Of(0), table.Of(1))
	// Output: [0 1] []
}

// Pairs are found as they are read, in order.
func ExamplePointPairs() {
	set, err := flyby.OpenPoints(context.Background(), onLine(0, 5, 0), flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	found, err := set.Pairs(context.Background(), flyby.PointSearch{}) // within 0: duplicates
	if err != nil {
		log.Fatal(err)
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(chunk.First, chunk.Second)
	}
	// Output: [0] [2]
}

// The counts of a search are known once it has ended.
func ExamplePointStats() {
	set, err := flyby.OpenPoints(context.Background(), onLine(0, 1, 2, 3), flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	_, stats, err := set.Counts(context.Background(), flyby.PointSearch{Eps: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(stats.Points, "points,", stats.Pairs, "pairs")
	// Output: 4 points, 3 pairs
}
