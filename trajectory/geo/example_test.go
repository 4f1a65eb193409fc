package geo_test

import (
	"fmt"
	"log"

	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// A flight from Lisbon to Prague is split along the great circle, and can be searched by
// distances in metres.
func ExampleFromLonLat() {
	columns, report, err := geo.FromLonLat(trajectory.Columns{
		ID: trajectory.Names([]string{"flight", "flight"}),
		T:  []float64{0, 3 * 3600},
		X:  []float64{-9.13, 14.26}, // longitude
		Y:  []float64{38.77, 50.10}, // latitude
		Z:  []float64{10_000, 10_000},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	s, err := trajectory.New(columns, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Split, "segment split,", report.Added, "samples added")
	fmt.Println(s.Segments(), "segments in", s.Space().Frame)
	// Output:
	// 1 segment split, 315 samples added
	// 316 segments in earth-centred metres
}
