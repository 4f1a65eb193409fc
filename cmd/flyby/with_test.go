package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestPositionsAreApart: the positions of --with are d_min apart in every row, and the rows without them are the same.
func TestPositionsAreApart(on *testing.T) {
	t := beside(on)
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

// TestWithIsTheSame: all methods and numbers of threads, and standard input, give the same files.
func TestWithIsTheSame(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	join := with(stars(t), "--level", "encounters", "--with", "positions,speeds,both", "--device", "cpu")
	want := must(t, join...)
	for _, more := range [][]string{{"--method", "rtree"}, {"--method", "temporal"}, {"--threads", "1"}, {"--threads", "5"}} {
		if got := must(t, with(join, more...)...); got != want {
			t.Errorf("%v: another file", more)
		}
	}
	join[1] = "-"
	if r := invoke(t, read(t, "stars.csv"), join...); r.status != cli.OK || r.out != want {
		t.Errorf("from standard input: status %d, %q", r.status, r.err)
	}
}

// TestBothExchanges: --with both writes each row twice, the second time with the trajectories exchanged, at every level, after every
// cut.
func TestBothExchanges(on *testing.T) {
	t := beside(on)
	tier.Full(t)
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

// TestGeoJSONOfHeights: data with heights have points of three coordinates, near the ship's, and times as text.
func TestGeoJSONOfHeights(on *testing.T) {
	t := beside(on)
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

// aircraft writes aircraft that meet, at heights that differ.
func aircraft(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	tracks(t, "flights.csv", "id,t,lon,lat,height", 30, 200)
	tracks(t, "boxes.csv", "id,t,x,y,z", 30, 200)
}

// TestHeightsOfCylinders: the heights of rows are dz_closest apart, the horizontal positions d_min, and exchanged rows
// have the other sign, of encounters and pairs.
func TestHeightsOfCylinders(on *testing.T) {
	t := beside(on)
	aircraft(t)
	for level, columns := range map[string][2]int{"encounters": {4, 9}, "pairs": {6, 10}} {
		rows := table(t, must(t, "join", "boxes.csv", "--distance", "0.2", "--vertical", "60", "--level", level, "--with", "positions,both"))
		if len(rows) < 60 {
			t.Fatalf("%s: %d rows", level, len(rows))
		}
		dMin, at := columns[0]+1, columns[1]
		for i, row := range rows {
			d, dz := value(t, row[dMin]), value(t, row[dMin+1])
			apart := math.Hypot(value(t, row[at])-value(t, row[at+3]), value(t, row[at+1])-value(t, row[at+4]))
			if above := value(t, row[at+5]) - value(t, row[at+2]); math.Abs(above-dz) > 1e-9 || math.Abs(apart-d) > 1e-9 || math.Abs(dz) > 60 {
				t.Fatalf("%s, row %d: %v: %v above, %v apart", level, i, row, above, apart)
			}
			if i%2 == 1 && (dz != -value(t, rows[i-1][dMin+1]) || row[dMin+1] == "-0") {
				t.Fatalf("%s, row %d: dz_closest %v behind %v", level, i, row[dMin+1], rows[i-1][dMin+1])
			}
		}
	}
}

// TestCylindersOfDegrees: the heights of positions on the Earth equal the compared heights, to the millimetre, also as
// the third coordinate of a point; the speeds are horizontal.
func TestCylindersOfDegrees(on *testing.T) {
	t := beside(on)
	aircraft(t)
	join := []string{"join", "flights.csv", "--lonlat", "--units", "m", "--distance", "15km", "--vertical", "60m", "--level", "encounters"}
	rows := table(t, must(t, with(join, "--with", "positions")...))
	for i, row := range rows {
		if dz := value(t, row[6]); math.Abs(value(t, row[14])-value(t, row[11])-dz) > 1.1e-3 {
			t.Fatalf("row %d: %v", i, row)
		}
	}
	must(t, with(join, "--out", "met.geojson")...)
	var file struct {
		Features []struct {
			Geometry struct{ Coordinates []float64 }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "met.geojson")), &file); err != nil || len(file.Features) != len(rows) || len(rows) < 50 {
		t.Fatalf("%v, %d features, %d rows", err, len(file.Features), len(rows))
	}
	for i, f := range file.Features {
		for axis, v := range f.Geometry.Coordinates {
			if v != value(t, rows[i][9+axis]) {
				t.Fatalf("row %d: %v, want %v", i, f.Geometry.Coordinates, rows[i][9:12])
			}
		}
	}
	t.Chdir(t.TempDir())
	write(t, "climb.csv", "id,t,x,y,z\na,0,0,0,0\na,10,30,40,1000\nb,0,0,0,5\nb,10,30,40,1000\n")
	if row := table(t, must(t, "join", "climb.csv", "--distance", "1", "--vertical", "9", "--level", "encounters", "--with", "speeds"))[0]; row[9] != "5" || row[10] != "5" {
		t.Errorf("speeds of a climb: %v", row)
	}
}

// tracks writes rows of objects that wander within a degree, with heights where the header has five columns. Every tenth
// object has gaps.
func tracks(t *place, name, header string, objects, steps int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(45, uint64(len(header))))
	var text strings.Builder
	text.WriteString(header + "\n")
	for object := range objects {
		x, y, z := rng.Float64(), 50+rng.Float64(), 1000+100*rng.Float64()
		for step := range steps {
			x, y, z = x+0.002*(rng.Float64()-0.5), y+0.002*(rng.Float64()-0.5), z+10*(rng.Float64()-0.5)
			if object%10 == 0 && step%50 > 40 {
				continue
			}
			fmt.Fprintf(&text, "%d,%d,%.6f,%.6f", object, 10*step+object%3, x, y)
			if strings.Count(header, ",") == 4 {
				fmt.Fprintf(&text, ",%.2f", z)
			}
			text.WriteByte('\n')
		}
	}
	write(t, name, text.String())
}

// TestAttributesOfBoth: each row has, for both trajectories, the values of their first rows in the input, whichever is
// the query, and none for a side without the column; text stays text and numbers become numbers.
func TestAttributesOfBoth(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,t,x,y,name,size,code\n1,0,0,0,\"Otto, Max\",12.50,007\n1,1,0,0,later,1,1\n2,0,1,0,,3,9007199254740993\n3,0,2,0,Ann,-0.5,\n")
	write(t, "b.csv", "id,t,x,y,flag\n9,0,0.5,0,NL\n")
	rows := table(t, must(t, "join", "a.csv", "--distance", "1", "--level", "hits", "--with", "name,size,code,both"))
	want := [][]string{
		{"Otto, Max", "", "12.5", "3", "007", "9007199254740993"}, {"", "Otto, Max", "3", "12.5", "9007199254740993", "007"},
		{"", "Ann", "3", "-0.5", "9007199254740993", ""}, {"Ann", "", "-0.5", "3", "", "9007199254740993"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows {
		if !slices.Equal(row[6:], want[i]) {
			t.Errorf("row %d: %q, want %q", i, row[6:], want[i])
		}
	}
	out := must(t, "search", "--entries", "a.csv", "--queries", "b.csv", "--distance", "1", "--level", "pairs", "--with", "flag", "--with", "name")
	if row := table(t, out)[0]; !slices.Equal(row[9:], []string{"NL", "", "", "Otto, Max"}) {
		t.Errorf("%q", row)
	}
	must(t, "join", "a.csv", "--distance", "1", "--level", "pairs", "--with", "size,code,name", "--out", "a.ndjson")
	if got := read(t, "a.ndjson"); !strings.HasSuffix(got, `"query_size":3,"entry_size":-0.5,"query_code":"9007199254740993","entry_code":null,"query_name":null,"entry_name":"Ann"}`+"\n") {
		t.Errorf("%s", got)
	}
}
