package flyby_test

import (
	"context"
	"fmt"
	"log"

	"flyby"
	"flyby/cluster"
	"flyby/points"
	"flyby/trajectory"
)

// Which of four trips look alike, by two features of each?
func ExampleOpenPoints() {
	ctx := context.Background()
	ids, err := points.NameIDs([]string{"mon", "tue", "wed", "sat"})
	if err != nil {
		log.Fatal(err)
	}
	trips, err := points.New([][]float64{
		{12.1, 12.4, 12.2, 30},  // kilometres
		{0.50, 0.52, 0.90, 0.4}, // hours
	}, ids)
	if err != nil {
		log.Fatal(err)
	}
	set, err := flyby.OpenPoints(ctx, trips, flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	found, err := set.Pairs(ctx, flyby.PointSearch{Eps: 0.45, Distances: true})
	if err != nil {
		log.Fatal(err)
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		for i := range chunk.Len() {
			fmt.Printf("%s and %s: %.2f\n", ids.ID(int(chunk.First[i])), ids.ID(int(chunk.Second[i])), chunk.Distances[i])
		}
	}
	counts, _, err := set.Counts(ctx, flyby.PointSearch{Eps: 0.45})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("like each:", counts)
	// Output:
	// mon and tue: 0.30
	// mon and wed: 0.41
	// tue and wed: 0.43
	// like each: [2 2 2 0]
}

// The two nearest of each, as rows.
func ExamplePoints_Nearest() {
	line, err := points.New([][]float64{{0, 1, 3, 7}}, points.RowIDs(4))
	if err != nil {
		log.Fatal(err)
	}
	set, err := flyby.OpenPoints(context.Background(), line, flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	near, _, err := set.Nearest(context.Background(), nil, 2)
	if err != nil {
		log.Fatal(err)
	}
	for row := range line.Len() {
		fmt.Println(row, near.Of(row))
	}
	// Output:
	// 0 [1 2]
	// 1 [0 2]
	// 2 [1 0]
	// 3 [2 1]
}

// Who is within 25 m of whom at the tenth second?
func ExampleDatabase_At() {
	ctx := context.Background()
	cars, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2, 3, 3}},
		T:  []float64{0, 20, 0, 20, 0, 20},
		X:  []float64{0, 200, 220, 20, 0, 0},
		Y:  []float64{0, 0, 3, 3, 0, 400},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(ctx, cars, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	at, err := db.At(ctx, 10)
	if err != nil {
		log.Fatal(err)
	}
	set, err := flyby.OpenPoints(ctx, at, flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	table, _, err := set.Neighbours(ctx, flyby.PointSearch{Eps: 25})
	if err != nil {
		log.Fatal(err)
	}
	for row := range at.Len() {
		fmt.Println(at.IDs().ID(row), at.Append(nil, row), table.Of(row))
	}
	// Output:
	// 1 [100 0] [1]
	// 2 [120 3] [0]
	// 3 [0 200] []
}

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

// Two crowds on a line, and one who stands alone: with three of a crowd within reach of its members, then with two.
func ExamplePoints_Clusters() {
	set, err := flyby.OpenPoints(context.Background(), onLine(0, 1, 2, 3.5, 10, 11, 12, 20), flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	for v, err := range set.Clusters(context.Background(), cluster.Search{Eps: []float64{1.5}, MinPoints: []int{3, 2}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(v.MinPoints, v.Labels.Numbers, v.Labels.Kinds[3])
	}
	// Output:
	// 3 [0 0 0 0 1 1 1 -1] border
	// 2 [0 0 0 0 1 1 1 -1] core
}
