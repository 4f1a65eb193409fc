package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// twoShips returns the rows of a fleet in MarineCadastre's columns, one each minute: a third of the ships lie still up to the error of
// their receivers, the others sail. With shared, two of them have one id; the one of them that is far from all others, behind a ship that
// lies still, reports each third minute, sometimes in the same second as the other.
func twoShips(shared bool) string {
	r := rand.New(rand.NewPCG(32, 10))
	var b strings.Builder
	b.WriteString("MMSI,BaseDateTime,LAT,LON,SOG\n")
	for minute := range 240 {
		for ship := range 30 {
			knots := 6 + float64(ship%10)
			if ship%3 == 0 || ship == 28 {
				knots = 0
			}
			id, second := 338_000_000+ship, ship
			if ship == 29 {
				if shared {
					id = 338_000_001
				}
				if minute%3 != 0 {
					continue
				}
				if minute%60 == 0 {
					second = 1
				}
			}
			way := knots * float64(minute) / 60 // distance in nautical miles, a minute of latitude each
			lat := 40 + float64(ship)*0.02 + way/60 + 5e-6*r.NormFloat64()
			lon := -70 + 0.2*float64(max(0, ship-27)) + 5e-6*r.NormFloat64()
			fmt.Fprintf(&b, "%d,2024-05-01T%02d:%02d:%02d,%.6f,%.6f,%.1f\n", id, minute/60, minute%60, second, lat, lon, knots)
		}
	}
	return b.String()
}

// TestInfoOfTwoShips: info of two ships under one id continues past a repeated time, counts the rows, names the flag that a search needs,
// and a speed in knots with which the search finds the same as with separate ids; ten times the 99th percentile is above the jumps.
func TestInfoOfTwoShips(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "ais.csv", twoShips(true))
	write(t, "own.csv", twoShips(false))
	r := invoke(t, "", "info", "ais.csv")
	const note = "4 rows left out: a row before has their trajectory elsewhere at their time: two objects of one id? A search wants --skip-bad-rows, which keeps the first\n"
	speed := regexp.MustCompile(`(\d+) segments far faster than others, the fastest of 338000001: two objects of one id, or wrong positions; --max-speed (\d+kn) leaves those out \(0: nothing\)\n`).FindStringSubmatch(r.out)
	if r.status != cli.OK || !strings.Contains(r.out, note) || !strings.Contains(r.out, ", 4 rows of repeated times left out\n") || speed == nil {
		t.Fatalf("status %d, %s%s", r.status, r.out, r.err)
	}
	var got struct {
		Samples       int
		Skipped       int
		RepeatedTimes int `json:"repeated_times"`
		Jumps         int
		Speed         struct{ Median, P99 float64 }
	}
	if err := json.Unmarshal([]byte(invoke(t, "", "info", "ais.csv", "--json").out), &got); err != nil {
		t.Fatal(err)
	}
	if got.RepeatedTimes != 4 || got.Skipped != 4 || fmt.Sprint(got.Jumps) != speed[1] || 100*got.Jumps < got.Samples || 10*got.Speed.P99 < 1000 {
		t.Errorf("%+v", got)
	}
	join := []string{"--distance", "500m", "--level", "pairs", "--count", "--quiet"}
	alone := invoke(t, "", append([]string{"join", "own.csv"}, join...)...).out
	refusedRow := invoke(t, "", append([]string{"join", "ais.csv"}, join...)...)
	if refusedRow.status != cli.Failure || !strings.Contains(refusedRow.err, "repeated time within its trajectory; --skip-bad-rows leaves such rows out\n") {
		t.Errorf("join: %+v", refusedRow)
	}
	mixed := invoke(t, "", append([]string{"join", "ais.csv", "--skip-bad-rows"}, join...)...)
	cut := invoke(t, "", append([]string{"join", "ais.csv", "--skip-bad-rows", "--max-speed", speed[2]}, join...)...)
	if mixed.out == alone || cut.out != alone {
		t.Errorf("pairs: %s of ships with their own ids, %s mixed, %s with --max-speed %s", alone, mixed.out, cut.out, speed[2])
	}
}
