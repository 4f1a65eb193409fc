package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// drawnFeature is a feature of --with paths.
type drawnFeature struct {
	Geometry struct {
		Type        string
		Coordinates json.RawMessage
	}
	Properties struct {
		Query int     `json:"query_traj"`
		Entry int     `json:"entry_traj"`
		Enter float64 `json:"t_enter"`
		Exit  float64 `json:"t_exit"`
		Path  *string
	}
}

// linesOf returns the lines of a feature.
func (f *drawnFeature) linesOf(t *place) (lines [][][2]float64) {
	t.Helper()
	lines = make([][][2]float64, 1)
	err := error(nil)
	if f.Geometry.Type == "LineString" {
		err = json.Unmarshal(f.Geometry.Coordinates, &lines[0])
	} else {
		err = json.Unmarshal(f.Geometry.Coordinates, &lines)
	}
	if err != nil || (f.Geometry.Type == "MultiLineString") != (len(lines) > 1) {
		t.Fatalf("%+v: %v", f, err)
	}
	return lines
}

// boats are two boats that go side by side over the meridian of 180 degrees, one of them with a gap, and a third that meets them in an
// instant.
const boats = `id,t,lon,lat
1,0,179.98,10
1,10,179.99,10
1,20,-179.999,10.001
1,30,-179.99,10
1,40,-179.98,10
2,0,179.98,10.0002
2,10,179.99,10.0002
2,30,-179.99,10.0002
2,40,-179.98,10.0002
3,40,-179.98,10
`

// featuresOf returns the features of a file.
func featuresOf(t *place, name string) []drawnFeature {
	t.Helper()
	var all struct{ Features []drawnFeature }
	if err := json.Unmarshal([]byte(read(t, name)), &all); err != nil {
		t.Fatal(err)
	}
	return all.Features
}

// TestWithPaths: the point of each encounter is followed by the paths of both trajectories, with the point's properties: from the position
// at t_enter, along the samples, to the position at t_exit, in lines that end at the meridian of 180 degrees and at gaps, each of two
// positions at least.
func TestWithPaths(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "boats.csv", boats)
	must(t, words("join boats.csv --lonlat --distance 50m --max-gap 15 --merge-gap 100 --with paths --out met.geojson")...)
	all := featuresOf(t, "met.geojson")
	if len(all) != 9 {
		t.Fatalf("%d features, want 9", len(all))
	}
	want := map[string]string{
		"1 2 query": "179.98 10, 179.99 10, 180 10.001 | -180 10.001, -179.999 10.001, -179.99 10, -179.98 10",
		"1 2 entry": "179.98 10, 179.99 10 | -179.99 10, -179.98 10",
		"1 3 query": "-179.98 10, -179.98 10",
		"1 3 entry": "-179.98 10, -179.98 10",
		"2 3 query": "-179.98 10, -179.98 10",
		"2 3 entry": "-179.98 10, -179.98 10",
	}
	for i, f := range all {
		if i%3 == 0 {
			if f.Properties.Path != nil || f.Geometry.Type != "Point" {
				t.Errorf("feature %d: %+v", i, f)
			}
			continue
		}
		side := []string{"", "query", "entry"}[i%3]
		point := all[i-i%3].Properties
		if p := f.Properties; p.Path == nil || *p.Path != side || p.Query != point.Query || p.Entry != point.Entry || p.Enter != point.Enter || p.Exit != point.Exit {
			t.Errorf("feature %d: %+v, behind %+v", i, p, point)
		}
		var text strings.Builder
		for k, line := range f.linesOf(t) {
			if k > 0 {
				text.WriteString(" | ")
			}
			for n, at := range line {
				if n > 0 {
					text.WriteString(", ")
				}
				fmt.Fprintf(&text, "%v %v", math.Round(at[0]*1000)/1000, math.Round(at[1]*1000)/1000)
			}
		}
		if key := fmt.Sprint(point.Query, " ", point.Entry, " ", side); text.String() != want[key] {
			t.Errorf("%s: %s, want %s", key, text.String(), want[key])
		}
	}
}

// TestWithPathsFollowsSamples: a path has the samples between t_enter and t_exit, and ends at the interpolated positions of these times.
func TestWithPathsFollowsSamples(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	text, samples := "id,t,lon,lat\n", map[int][]float64{}
	at := func(id int, time float64) [2]float64 {
		k := 0
		for k+2 < len(samples[id]) && samples[id][k+1] < time {
			k++
		}
		place := func(time float64) [2]float64 {
			return [2]float64{8 + 0.01*math.Sin(time/float64(9+id)), 47 + 0.01*math.Cos(time/float64(7+id))}
		}
		a, b := samples[id][k], samples[id][k+1]
		p, q, share := place(a), place(b), (time-a)/(b-a)
		return [2]float64{p[0] + share*(q[0]-p[0]), p[1] + share*(q[1]-p[1])}
	}
	for id := range 6 {
		for k := range 100 {
			samples[id] = append(samples[id], float64(2*k)+0.1*float64(id))
		}
		for _, time := range samples[id] {
			p := at(id, time)
			text += fmt.Sprintf("%d,%v,%v,%v\n", id, time, p[0], p[1])
		}
	}
	write(t, "cars.csv", text)
	must(t, words("join cars.csv --lonlat --distance 300m --with paths --out met.geojson")...)
	all := featuresOf(t, "met.geojson")
	for i, f := range all {
		if i%3 == 0 {
			continue
		}
		id := []int{0, f.Properties.Query, f.Properties.Entry}[i%3]
		var times []float64
		for _, time := range samples[id] {
			if time > f.Properties.Enter && time < f.Properties.Exit {
				times = append(times, time)
			}
		}
		times = append(append([]float64{f.Properties.Enter}, times...), f.Properties.Exit)
		line := f.linesOf(t)[0]
		if len(line) != len(times) {
			t.Fatalf("feature %d: %d positions, want %d", i, len(line), len(times))
		}
		for k, p := range line {
			if want := at(id, times[k]); math.Abs(p[0]-want[0]) > 1e-7 || math.Abs(p[1]-want[1]) > 1e-7 {
				t.Errorf("feature %d, object %d at %v: %v, want %v", i, id, times[k], p, want)
			}
		}
	}
	if len(all) < 60 {
		t.Errorf("%d features are too few to tell", len(all))
	}
}

// TestVerifyOfPaths: verify accepts paths; it finds a path that is changed, missing or misplaced or has other properties, and names paths
// without a flag as unchecked.
func TestVerifyOfPaths(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	write(t, "boats.csv", boats)
	for _, ask := range []string{
		"--entries boats.csv --lonlat --distance 50m --max-gap 15 --merge-gap 100 --with paths",
		"--entries lonlat.csv --lonlat --distance 1e7 --with paths,both,speeds",
		"--entries aircraft.csv --lonlat --units z=ft --distance 500ft --vertical 2000ft --with paths,positions --units-out ft",
		"--entries ships.csv --lonlat --distance 500m --with paths --top 2",
		"--entries ships.csv --lonlat --distance 500m --with paths --limit 2",
	} {
		for _, name := range []string{"met.geojson", "met.geojson.gz"} {
			if r := invoke(t, "", words("join %s --out %s", ask, name)...); r.status != cli.OK {
				t.Fatalf("%s: %+v", ask, r)
			}
			for _, outgrown := range []bool{false, true} {
				if r := invokeOn(t, streams{outgrown: outgrown}, words("verify %s %s", name, ask)...); r.status != cli.OK || strings.Contains(r.out, "no flag told") {
					t.Errorf("%s: %+v", ask, r)
				}
			}
		}
		if r := invoke(t, "", words("verify met.geojson %s", strings.Replace(strings.Replace(ask, "paths,", "", 1), "--with paths", "", 1))...); r.status != cli.OK || !strings.Contains(r.out, ", but for paths[entry] and paths[query]") {
			t.Errorf("%s without paths: %+v", ask, r)
		}
	}
	ask := "--entries boats.csv --lonlat --distance 50m --max-gap 15 --merge-gap 100 --with paths"
	must(t, words("join %s --out met.geojson", ask)...)
	lines := strings.SplitAfter(read(t, "met.geojson"), "\n")
	for name, c := range map[string]struct {
		change func(lines []string) []string
		wants  string
	}{
		"a position":     {func(l []string) []string { l[2] = strings.Replace(l[2], "179.99,", "179.991,", 1); return l }, "row 1: paths[query] is MultiLineString of 2 lines and 7 positions"},
		"one less":       {func(l []string) []string { l[3] = strings.Replace(l[3], "[-179.99,10.0002],", "", 1); return l }, "row 1: paths[entry] is a line of less than two positions, not MultiLineString of 2 lines and 4 positions"},
		"a property":     {func(l []string) []string { l[2] = strings.Replace(l[2], `"t_exit":40`, `"t_exit":41`, 1); return l }, "t_exit is 40, and 41 of the path of the query"},
		"one lacks":      {func(l []string) []string { return append(l[:3:3], l[4:]...) }, "row 1: paths[entry]: there is none"},
		"two of a query": {func(l []string) []string { l[3] = strings.Replace(l[3], `"entry"}}`, `"query"}}`, 1); return l }, "wrong.geojson: two paths of the query"},
		"of nobody":      {func(l []string) []string { l[3] = strings.Replace(l[3], `"entry"}}`, `"other"}}`, 1); return l }, `wrong.geojson: path is "other", neither query nor entry`},
		"before its row": {func(l []string) []string { return append(l[:1:1], l[2:]...) }, "a path before its row"},
		"a point":        {func(l []string) []string { l[4] = strings.Replace(l[4], "[-179.98,10]", "[-179.9801,10]", 1); return l }, "row 2: coordinates[0] is -179.9801, not -179.98"},
	} {
		changed := strings.Join(c.change(append([]string(nil), lines...)), "")
		if changed == strings.Join(lines, "") {
			t.Errorf("%s: nothing was changed", name)
		}
		write(t, "wrong.geojson", changed)
		if r := invoke(t, "", words("verify wrong.geojson %s", ask)...); r.status != cli.Failure || !strings.Contains(r.err, c.wants) {
			t.Errorf("%s: %+v, want %s", name, r, c.wants)
		}
	}
	must(t, words("join %s --out met.csv", strings.Replace(ask, "--with paths", "", 1))...)
	if r := invoke(t, "", words("verify met.csv %s", ask)...); r.status != cli.WrongUsage || !strings.Contains(r.err, "--with paths: is for GeoJSON, a file .geojson") {
		t.Errorf("of CSV: %+v", r)
	}
}

// TestWithPathsRefused: --with paths is refused unless the answer is encounters, in GeoJSON.
func TestWithPathsRefused(on *testing.T) {
	t := beside(on)
	inputs(t)
	for args, want := range map[string]string{
		"join ships.csv --lonlat --distance 1 --with paths":               "--with paths: is for --out FILE.geojson: no other format has lines",
		"join ships.csv --lonlat --distance 1 --with paths --out met.csv": "--with paths: is for --out FILE.geojson: no other format has lines",
		"join good.csv --distance 1 --with paths --out met.geojson":       "GeoJSON is for positions on the Earth, in degrees (--lonlat)",
	} {
		if r := invoke(t, "", strings.Fields(args)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d, %swant %s", args, r.status, r.err, want)
		}
	}
}
