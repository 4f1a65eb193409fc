package stage_test

import (
	"context"
	"fmt"

	"flyby"
	"flyby/stage"
	"flyby/trajectory"
)

// Two ships lie side by side, drift apart for a moment, and come back: they meet once, for three
// hours.
func Example() {
	store, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2, 2, 2, 2}},
		T:  []float64{0, 10800, 0, 5400, 5500, 5600, 10800},
		X:  []float64{0, 0, 300, 300, 700, 300, 300},
		Y:  []float64{0, 0, 0, 0, 0, 0, 0},
	}, trajectory.BuildOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	db, err := flyby.Open(context.Background(), store, flyby.Options{Device: "cpu"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	found, err := db.Encounters(context.Background(), flyby.Search{Distance: 500})
	if err != nil {
		fmt.Println(err)
		return
	}
	long := stage.MinDuration(stage.MergeGap(found.Chunks(), 1800), 7200)
	for e, err := range long {
		for i := range e.Len() {
			fmt.Printf("from %v to %v, in %d parts, %v\n", e.Enter[i], e.Exit[i], e.Parts[i], err)
		}
	}
	for p, err := range stage.Pairs(found.Chunks()) {
		for i := range p.Len() {
			fmt.Printf("%d encounters of %v s together, %v\n", p.Encounters[i], p.Duration[i], err)
		}
	}
	// Output:
	// from 0 to 10800, in 2 parts, <nil>
	// 2 encounters of 10700 s together, <nil>
}
