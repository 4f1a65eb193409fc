package main

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestPagesOfOrbits: a page has the parts of the least distance of orbits in a frame known not to turn with the Earth, of data in memory or not, and of no other data. One orbit passes 12.6 km above the other; chords within 10 m of both are closest at another instant, some 70 m on.
func TestPagesOfOrbits(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "both.oem", saying(hermite, false))
	write(t, "turning.oem", strings.ReplaceAll(saying(hermite, false), "EME2000", "ITRF2000"))
	write(t, "table.csv", asCSV(crossing()[1:]))
	for i, o := range crossing() {
		write(t, fmt.Sprintf("%d.oem", i), ephemerides(ephemeris{orbit: o, says: hermite}))
	}
	parts := regexp.MustCompile(`data-parts="(\S+) (\S+) (\S+)"`)
	for of, want := range map[string]float64{
		"join both.oem": -12.6, "search --entries 0.oem --queries 1.oem": -12.6, "search --entries 1.oem --queries 0.oem": 12.6,
		"join turning.oem": 0, "search --entries 0.oem --queries table.csv --query-units km,s": 0, "search --entries table.csv --queries 0.oem --entry-units km,s": 0,
	} {
		for _, s := range []streams{{}, {outgrown: true}} {
			r := invokeOn(t, s, words("%s --distance 20km --units-out m --device cpu --memory 4GB --tmp . --quiet --out near.html", of)...)
			if r.status != cli.OK {
				t.Fatalf("%s: %+v", of, r)
			}
			var got [3]float64
			if found := parts.FindStringSubmatch(read(t, "near.html")); found != nil {
				fmt.Sscan(strings.Join(found[1:], " "), &got[0], &got[1], &got[2]) //nolint:errcheck // zeros fail below
			} else if want == 0 {
				continue
			}
			if math.Abs(got[0]-1000*want) > 20 || math.Hypot(got[1], got[2]) > 200 || want == 0 {
				t.Errorf("%s: parts %v", of, got)
			}
		}
	}
}
