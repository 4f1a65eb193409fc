package geo_test

import (
	"fmt"
	"log"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// A flight from Lisbon to Prague is split along the great circle, and can be searched by
// distances in metres.
func ExampleGreatCircles() {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"flight", "flight"}),
		T:  []float64{0, 3 * 3600},
		X:  []float64{-9.13, 14.26}, // longitude
		Y:  []float64{38.77, 50.10}, // latitude
		Z:  []float64{10_000, 10_000},
	}, trajectory.BuildOptions{Path: geo.GreatCircles()})
	if err != nil {
		log.Fatal(err)
	}
	split, added := s.Split()
	fmt.Println(split, "segment split,", added, "samples added")
	fmt.Println(s.Segments(), "segments in", s.Space().Frame)
	// Output:
	// 1 segment split, 315 samples added
	// 316 segments in earth-centred metres
}
