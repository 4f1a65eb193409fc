package flyby_test

import (
	"context"
	"fmt"
	"log"

	"flyby"
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
