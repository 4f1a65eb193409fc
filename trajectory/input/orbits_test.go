package input_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Element sets of a satellite have positions in a window of time, here two hours, along chords within 10 m of SGP4.
func Example_orbits() {
	const station = `ISS (ZARYA)
1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927
2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537
`
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "station.tle")
	if err := os.WriteFile(path, []byte(station), 0o600); err != nil {
		log.Fatal(err)
	}
	const noon, hour = 1221912000, 3600 // 2008-09-20T12:00:00Z
	s, report, err := input.Read(context.Background(), path, format.Options{Window: &[2]float64{noon, noon + 2*hour}, OrbitCurve: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Rows, "element set of", s.ID(0), "in", report.RefFrame, "- positions in", report.Units.Length)
	// Output: 1 element set of 25544 in TEME about EARTH - positions in km
}
