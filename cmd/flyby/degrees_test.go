package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/survey"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestInMetres: a store in degrees is converted to the store in metres that a search reads: samples, ids, radii and pieces.
func TestInMetres(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "far.csv", "id,t,lon,lat,height,r\nb,0,0,0,5,1\nb,9,2,0,5,1\nb,10,2.5,0,7,1\nb,60,8,3,7,1\na c,1,9,9,9,2\n")
	for _, c := range []struct {
		file string
		format.Options
	}{
		{"lonlat.csv", format.Options{Reading: format.Reading{LonLat: true}}},
		{"far.csv", format.Options{Reading: format.Reading{LonLat: true}, MaxGap: 20}},
		{"far.csv", format.Options{Reading: format.Reading{LonLat: true}, MaxSpeed: 30_000, Height: format.NoHeight}},
		{"walk.gpx", format.Options{}},
		{"spikes.csv", format.Options{MaxSpeed: 25}},
		{"spikes.csv", format.Options{Radius: 7}},
	} {
		c.Folder = t.folder
		want, report, err := input.Read(context.Background(), c.file, c.Options)
		if err != nil {
			t.Fatal(err)
		}
		c.KeepDegrees = true
		kept, degrees, err := input.Read(context.Background(), c.file, c.Options)
		if err != nil || !degrees.Degrees {
			t.Fatalf("%s: %v, %+v", c.file, err, degrees)
		}
		a := newApp(context.Background(), streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard})
		got, err := a.inMetres(c.file, loaded{Store: kept, Report: degrees})
		if err != nil || got.Report.Split != report.Split || got.Report.Added != report.Added || got.Report.LeftOut != report.LeftOut {
			t.Errorf("%s: %v, %+v, want %+v", c.file, err, got.Report, report)
		}
		if g, w := storeText(got.Store), storeText(want); g != w {
			t.Errorf("%s: %s\nwant %s", c.file, g, w)
		}
	}
}

// storeText returns all contents of a store as text.
func storeText(s *trajectory.Store) string {
	text := fmt.Sprintln(s.Space(), s.Times(), s.IntIDs(), s.T(), s.X(), s.Y(), s.Z(), slices.Collect(s.Pieces()))
	for traj := range s.Trajectories() {
		text += fmt.Sprintln(s.ID(traj), s.Radius(traj))
	}
	return text
}

// TestInfoOfDegrees: info reports a silence of hours and a jump as the file has them, though a search splits them into many parts,
// and the limit of speed that it names leaves out the jump.
func TestInfoOfDegrees(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("id,t,lon,lat\n")
	for i := range 400 {
		at, lat := 60*i, 0.001*float64(i)
		if i > 300 {
			at, lat = at+6*3600, lat+1
		}
		if i == 200 {
			lat += 9
		}
		fmt.Fprintf(&b, "1,%d,4,%v\n", at, lat)
	}
	write(t, "ship.csv", b.String())
	var before, after inventory.Facts
	if err := json.Unmarshal([]byte(must(t, words("info ship.csv --lonlat --units ,s --quiet --json")...)), &before); err != nil {
		t.Fatal(err)
	}
	if before.Gap.Max != 6*3600+60 || before.Jumps != 2 || before.Step.Max != before.Gap.Max || before.Samples < 500 || len(before.Notes) != 2 {
		t.Errorf("%+v", before)
	}
	_, flag, _ := strings.Cut(strings.Join(before.Notes, "\n"), "wrong positions; ")
	flag, _, _ = strings.Cut(flag, " leaves")
	if err := json.Unmarshal([]byte(ran(t, words("info ship.csv --lonlat --units ,s --json %s", flag)...)), &after); err != nil || after.Jumps != 0 || after.CutOff != 1 || after.SpeedGaps != 1 {
		t.Errorf("%s: %v, %+v", flag, err, after)
	}
}

// TestInfoOfExtentsInDegrees: extents of data in degrees are longitudes, latitudes and heights, if any, across the date line too;
// --json keeps metres.
func TestInfoOfExtentsInDegrees(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "line.csv", "id,t,lon,lat,height\n1,0,179.91,60,0\n1,9,-179.95,60.1,100\n")
	write(t, "flat.csv", "id,t,lon,lat\n1,0,10.1234567,-5\n1,9,10.2,-6\n")
	write(t, "ports.csv", "id,lon,lat\n1,10.5,-5\n2,11,6\n")
	for name, want := range map[string]string{
		"line.csv":                            "\n  lon            179.91 to -179.95 degrees, across the date line\n  lat            60 to 60.1 degrees\n  height         0 to 100 m\n",
		"flat.csv":                            "\n  lon            10.123457 to 10.2 degrees\n  lat            -6 to -5 degrees\n  speed ",
		"ports.csv --lonlat --columns t=none": "\n  lon            10.5 to 11 degrees\n  lat            -5 to 6 degrees\n  memory ",
		"walk.gpx":                            " degrees\n  height ",
		"good.csv":                            "\n  x              ",
	} {
		r := invoke(t, "", append([]string{"info"}, strings.Fields(name)...)...)
		if r.status != cli.OK || !strings.Contains(r.out, want) || strings.Contains(r.out, "\n  x ") != (name == "good.csv") {
			t.Errorf("%s: status %d, %s%s, want %s", name, r.status, r.out, r.err, want)
		}
	}
	var got struct {
		Min     []float64
		Degrees *survey.DegreeExtent
	}
	if err := json.Unmarshal([]byte(invoke(t, "", "info", "line.csv", "--json").out), &got); err != nil {
		t.Fatal(err)
	}
	if d := got.Degrees; len(got.Min) != 3 || got.Min[0] > -3e6 || d == nil || d.Lon != [2]float64{179.91, -179.95} || d.Lat != [2]float64{60, 60.1} || *d.Height != [2]float64{0, 100} {
		t.Errorf("--json: %+v", got)
	}
}
