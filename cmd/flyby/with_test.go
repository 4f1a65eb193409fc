package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestPositionsAreApart wants the places of both to be d_min apart, in every row, and the same rows without them.
func TestPositionsAreApart(t *testing.T) {
	join := with(stars(t), "--level", "encounters")
	plain, rows := table(t, must(t, join...)), table(t, must(t, with(join, "--with", "positions,speeds")...))
	if len(rows) != len(plain) || len(rows) < 100 {
		t.Fatalf("%d rows, %d without", len(rows), len(plain))
	}
	for i, row := range rows {
		if !slices.Equal(row[:8], plain[i]) || len(row) != 8+6+2 {
			t.Fatalf("row %d: %v, without %v", i, row, plain[i])
		}
		sum := 0.0
		for axis := 8; axis < 11; axis++ {
			sum += math.Pow(value(t, row[axis])-value(t, row[axis+3]), 2)
		}
		if d := value(t, row[5]); math.Abs(math.Sqrt(sum)-d) > 1e-9 {
			t.Fatalf("row %d: places are %v apart, d_min is %v", i, math.Sqrt(sum), d)
		}
		if instant := row[2] == row[3]; instant != (row[14] == "") || instant != (row[15] == "") {
			t.Fatalf("row %d: %v", i, row)
		}
	}
}

// TestWithIsTheSame wants the same files by all methods and threads, and from standard input.
func TestWithIsTheSame(t *testing.T) {
	join := with(stars(t), "--level", "encounters", "--with", "positions,speeds,both", "--device", "cpu")
	want := must(t, join...)
	for _, more := range [][]string{{"--method", "rtree"}, {"--method", "bruteforce"}, {"--threads", "1"}, {"--threads", "5"}} {
		if got := must(t, with(join, more...)...); got != want {
			t.Errorf("%v: another file", more)
		}
	}
	join[1] = "-"
	if r := invoke(t, read(t, "stars.csv"), join...); r.status != cli.OK || r.out != want {
		t.Errorf("from standard input: status %d, %q", r.status, r.err)
	}
}

// TestBothExchanges wants each row to be followed by itself with the trajectories exchanged, of
// every level, whatever was cut.
func TestBothExchanges(t *testing.T) {
	join := stars(t)
	for level, columns := range map[string][][2]int{
		"hits":       {{0, 2}, {1, 3}, {6, 7}},
		"encounters": {{0, 1}, {8, 9}},
		"pairs":      {{0, 1}, {9, 12}, {10, 13}, {11, 14}},
	} {
		what := "speeds"
		if level == "pairs" {
			what = "positions"
		}
		args := with(join, "--level", level, "--with", what)
		once, twice := table(t, must(t, args...)), table(t, must(t, with(args, "--with", "both")...))
		if len(twice) != 2*len(once) {
			t.Fatalf("%s: %d rows, and %d", level, len(once), len(twice))
		}
		for i, row := range once {
			mirrored := slices.Clone(row)
			for _, c := range columns {
				mirrored[c[0]], mirrored[c[1]] = row[c[1]], row[c[0]]
			}
			if !slices.Equal(twice[2*i], row) || !slices.Equal(twice[2*i+1], mirrored) {
				t.Fatalf("%s, row %d: %v, twice %v and %v", level, i, row, twice[2*i], twice[2*i+1])
			}
		}
	}
	r := invoke(t, "", with(join, "--limit", "2", "--with", "both")...)
	if rows := table(t, r.out); len(rows) != 4 || !strings.Contains(r.err, "the first 2 of") {
		t.Errorf("--limit 2: %d rows, %q", len(rows), r.err)
	}
}

// TestGeoJSONOfHeights wants three coordinates where heights came in, near the ship's, and times as text.
func TestGeoJSONOfHeights(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "planes.csv", "id,t,lon,lat,height\na,2024-05-01T00:00:00Z,12.5,55.75,1000\na,2024-05-01T00:01:00Z,12.5,55.75,2000\n"+
		"b,2024-05-01T00:00:00Z,-170.25,-10,50\nb,2024-05-01T00:01:00Z,-170.25,-10,50\n"+
		"c,2024-05-01T00:00:30Z,-170.25,-10,60.125\nd,2024-05-01T00:00:30Z,12.5,55.75,1505\n")
	must(t, "join", "planes.csv", "--lonlat", "--distance", "20m", "--level", "encounters", "--with", "positions", "--out", "met.geojson")
	var file struct {
		Features []struct {
			Geometry   struct{ Coordinates []float64 }
			Properties map[string]any
		}
	}
	if err := json.Unmarshal([]byte(read(t, "met.geojson")), &file); err != nil || len(file.Features) != 2 {
		t.Fatalf("%v, %d features", err, len(file.Features))
	}
	for i, want := range [][]float64{{12.5, 55.75, 1500}, {-170.25, -10, 50}} {
		f := file.Features[i]
		if !slices.Equal(f.Geometry.Coordinates, want) || f.Properties["query_height"] != want[2] || f.Properties["t_closest"] != "2024-05-01T00:00:30Z" || f.Properties["entry_lon"] != want[0] {
			t.Errorf("%+v, want the point %v", f, want)
		}
	}
	if h := file.Features[1].Properties["entry_height"]; h != 60.125 {
		t.Errorf("entry_height %v", h)
	}
}
