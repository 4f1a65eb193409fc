package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// passes writes three cars that pass a fourth, as Unix seconds and as timestamps: differences of float64 timestamps are no whole microseconds.
func passes(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	text := "id,t,lon,lat\n"
	for car, start := range []float64{1714557600.1, 1714557611.3, 1714557603.7} {
		text += fmt.Sprintf("%d,%.1f,8,47\n%d,%.1f,8,47.003\n", car+2, start, car+2, start+59.4)
	}
	write(t, "unix.csv", "id,t,lon,lat\n1,1714557600,8,47.001\n1,1714557700,8,47.001\n"+text[len("id,t,lon,lat\n"):])
}

// durationsOf returns the column duration of pairs in CSV.
func durationsOf(t *place, text string) (all []float64) {
	t.Helper()
	for _, row := range table(t, text) {
		all = append(all, value(t, row[3]))
	}
	return all
}

// TestDurationsAreRounded: every format writes durations of timestamps in whole microseconds; numbers in the data's own unit of time stay
// unrounded.
func TestDurationsAreRounded(on *testing.T) {
	t := beside(on)
	passes(t)
	join := []string{"join", "unix.csv", "--lonlat", "--distance", "10km", "--level", "pairs"}
	full := durationsOf(t, must(t, with(join, "--units", ",s")...))
	join = with(join, "--units", "t=unix")
	want := durationsOf(t, must(t, join...))
	for i, v := range want {
		if full[i] == v || fmt.Sprintf("%.6f", full[i]) != fmt.Sprintf("%.6f", v) || len(fmt.Sprint(v)) > len("59.400001") {
			t.Errorf("%v is written as %v", full[i], v)
		}
	}
	if len(want) != 6 || want[0] != 59.4 {
		t.Fatalf("%v", want)
	}
	must(t, with(join, "--out", "pairs.ndjson")...)
	must(t, with(join, "--out", "pairs.geojson")...)
	must(t, with(join, "--out", "pairs.parquet")...)
	type pair struct {
		Duration float64 `json:"duration" parquet:"duration"`
	}
	packed, err := parquet.ReadFile[pair](t.at("pairs.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(read(t, "pairs.ndjson"), "\n")
	var collection struct {
		Features []struct{ Properties pair }
	}
	if err := json.Unmarshal([]byte(read(t, "pairs.geojson")), &collection); err != nil {
		t.Fatal(err)
	}
	for i, v := range want {
		var line pair
		if err := json.Unmarshal([]byte(lines[i]), &line); err != nil {
			t.Fatal(err)
		}
		if packed[i].Duration != v || line.Duration != v || collection.Features[i].Properties.Duration != v {
			t.Errorf("pair %d: CSV %v, Parquet %v, NDJSON %v, GeoJSON %v", i, v, packed[i].Duration, line.Duration, collection.Features[i].Properties.Duration)
		}
	}
}

// TestMinDurationGoesByFullDurations: a pass of a little less than 59.4 s is written as 59.4, and is shorter than --min-duration 59.4.
func TestMinDurationGoesByFullDurations(on *testing.T) {
	t := beside(on)
	passes(t)
	join := []string{"join", "unix.csv", "--lonlat", "--distance", "10km", "--level", "pairs"}
	full, written := durationsOf(t, must(t, with(join, "--units", ",s")...)), durationsOf(t, must(t, with(join, "--units", "t=unix")...))
	differ := false
	for _, least := range written {
		atLeast := func(all []float64) (n int) {
			for _, v := range all {
				if v >= least {
					n++
				}
			}
			return n
		}
		differ = differ || atLeast(full) != atLeast(written)
		if got := must(t, with(join, "--units", "t=unix", "--count", "--min-duration", fmt.Sprint(least))...); got != fmt.Sprintln(atLeast(full)) {
			t.Errorf("at least %v: %swant %d of %v", least, got, atLeast(full), full)
		}
	}
	if !differ {
		t.Error("as many durations in full are long enough as rounded ones")
	}
}

// TestVerifyOfDurations: verify accepts durations as they are written, and explains why it rejects a file with unrounded ones.
func TestVerifyOfDurations(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	passes(t)
	told := strings.Fields("--lonlat --units t=unix --distance 10km --level pairs")
	full := durationsOf(t, must(t, "join", "unix.csv", "--lonlat", "--units", ",s", "--distance", "10km", "--level", "pairs"))
	for _, ext := range []string{".csv", ".ndjson", ".geojson", ".parquet"} {
		must(t, with([]string{"join", "unix.csv", "--out", "pairs" + ext}, told...)...)
		if r := invoke(t, "", with([]string{"verify", "pairs" + ext, "--entries", "unix.csv"}, told...)...); r.status != cli.OK || !strings.Contains(r.out, "6 rows: as they should be (") {
			t.Errorf("%s: %+v", ext, r)
		}
	}
	old := strings.Replace(read(t, "pairs.csv"), ",59.4,", fmt.Sprintf(",%v,", full[0]), 1)
	write(t, "old.csv", old)
	want := fmt.Sprintf("old.csv: row 1: duration is %v, not 59.4: durations of timestamps are written to the microsecond", full[0])
	if r := invoke(t, "", with([]string{"verify", "old.csv", "--entries", "unix.csv"}, told...)...); r.status != cli.Failure || !strings.Contains(r.err, want) {
		t.Errorf("%+v, want %s", r, want)
	}
	write(t, "wrong.csv", strings.Replace(old, fmt.Sprintf(",%v,", full[0]), ",59.39,", 1))
	if r := invoke(t, "", with([]string{"verify", "wrong.csv", "--entries", "unix.csv"}, told...)...); r.status != cli.Failure || !strings.Contains(r.err, "row 1: duration is 59.39, not 59.4\n") {
		t.Errorf("%+v", r)
	}
}
