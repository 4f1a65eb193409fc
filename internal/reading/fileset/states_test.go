package fileset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A stateRow is a row of the tests: moves says that it has a velocity.
type stateRow struct {
	id      int
	t, x, y float64
	vx, vy  float64
	moves   bool
	file    int
}

// randomStateRows returns rows of some objects in order of time, in two files.
func randomStateRows(dice *rand.Rand) (rows []stateRow) {
	t := 0.0
	for range 60 {
		t += float64(dice.IntN(4)) + 0.5
		rows = append(rows, stateRow{id: dice.IntN(9), t: t, x: dice.NormFloat64(), y: dice.NormFloat64(), vx: dice.NormFloat64(), vy: dice.NormFloat64(), moves: dice.IntN(3) > 0, file: dice.IntN(2)})
	}
	return rows
}

// written writes the rows of each file, and returns the files.
func written(t *testing.T, rows []stateRow, velocities bool) (files []File) {
	t.Helper()
	texts := []string{"id,t,x,y\n", "id,t,x,y\n"}
	if velocities {
		texts = []string{"id,t,x,y,vx,vy\n", "id,t,x,y,vx,vy\n"}
	}
	for _, r := range rows {
		texts[r.file] += fmt.Sprintf("%d,%v,%v,%v", r.id, r.t, r.x, r.y)
		switch {
		case velocities && r.moves:
			texts[r.file] += fmt.Sprintf(",%v,%v", r.vx, r.vy)
		case velocities:
			texts[r.file] += ",nan,"
		}
		texts[r.file] += "\n"
	}
	for i, text := range texts {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.csv", i))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Path: path})
	}
	return files
}

// wantedPaths returns the columns of the paths that rows should have, found row by row, and how many objects have none.
func wantedPaths(rows []stateRow, o format.Options, velocities bool) (c trajectory.Columns, still, old int) {
	c.ID.Int = []int64{}
	for id := range 9 {
		var state, before *stateRow
		seen := false
		for i := range rows {
			r := rows[i]
			if r.id != id || r.t > *o.Now {
				continue
			}
			seen = true
			if !velocities {
				if r.moves = before != nil && r.t-before.t <= o.MaxGap; r.moves {
					r.vx, r.vy = (r.x-before.x)/(r.t-before.t), (r.y-before.y)/(r.t-before.t)
				}
			}
			if before = &rows[i]; r.moves {
				state = &r
			}
		}
		switch {
		case !seen:
			continue
		case state == nil:
			still++
			continue
		case *o.Now-state.t > o.Stale:
			old++
			continue
		}
		for _, t := range []float64{*o.Now - o.Behind, *o.Now + o.Ahead} {
			c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, t)
			c.X, c.Y = append(c.X, math.FMA(state.vx, t-state.t, state.x)), append(c.Y, math.FMA(state.vy, t-state.t, state.y))
		}
	}
	return c, still, old
}

// TestStatesOfRows: a search row by row finds the same paths of random rows in two files that overlap in time, with and without columns of velocities.
func TestStatesOfRows(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 54))
	for range 60 {
		rows := randomStateRows(dice)
		velocities := dice.IntN(2) == 0
		now := rows[len(rows)-1].t
		o := format.Options{States: true, Ahead: 5, Behind: float64(dice.IntN(3)), Stale: float64(dice.IntN(60)) + 1, MaxGap: float64(dice.IntN(30)) + 1}
		if dice.IntN(2) == 0 {
			now -= float64(dice.IntN(40))
			o.Now = &now
		}
		files := written(t, rows, velocities)
		store, report, err := ReadFiles(t.Context(), files, o)
		o.Now = &now
		c, still, old := wantedPaths(rows, o, velocities)
		if len(c.T) == 0 {
			if err == nil {
				t.Errorf("%+v: %d paths, want none", o, store.Trajectories())
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		want, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		formattest.SameStore(t, store, want)
		if s := report.States; s.Still != still || s.Old != old || s.Paths != want.Trajectories() || s.Now != now || (s.From != "") != velocities {
			t.Errorf("%+v: %+v, want %d without a velocity, %d old, %d paths", o, s, still, old, want.Trajectories())
		}
	}
}

// TestStatesOfFormats: one table gives the same paths in all formats of tables, with velocities in the units of each.
func TestStatesOfFormats(t *testing.T) {
	ecsv := "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: int64}\n# - {name: t, unit: s, datatype: float64}\n# - {name: x, unit: m, datatype: float64}\n# - {name: y, unit: m, datatype: float64}\n" +
		"# - {name: vx, unit: km / s, datatype: float64}\n# - {name: vy, unit: km / s, datatype: float64}\n# schema: astropy-2.0\nid t x y vx vy\n1 0 10 20 0.004 -0.008\n2 1 0 0 0.5 nan\n"
	paths := map[string]string{
		"a.csv":    "id,t,x,y,vx,vy\n1,0,10,20,4,-8\n2,1,0,0,500,\n",
		"b.csv":    "id,t,x,y,speed_kmh,course\n1,0,10,20,0,\n2,1,0,0,nan,4\n",
		"a.ecsv":   ecsv,
		"a.ndjson": `{"id":1,"t":0,"x":10,"y":20,"vx":4,"vy":-8}` + "\n" + `{"id":2,"t":1,"x":0,"y":0,"vx":500,"vy":null}` + "\n",
	}
	for name, text := range paths {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o := format.Options{States: true, Ahead: 2, Stale: 10, Units: format.Units{Length: "m", Time: "s"}}
		x := []float64{14, 22}
		y := []float64{12, -4}
		if name == "b.csv" { // at rest, without a course
			o.Columns, o.ColumnUnits = map[string]string{"speed": "speed_kmh", "course": "course"}, map[string]string{"speed": "km/h"}
			x, y = []float64{10, 10}, []float64{20, 20}
		}
		store, report, err := ReadFiles(t.Context(), []File{{Path: path}}, o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{1, 3}, X: x, Y: y}, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if formattest.SameStore(t, store, want); report.States.Still != 1 {
			t.Errorf("%s: %+v", name, report.States)
		}
	}
}

// TestStatesInDegrees: AIS words for what is not available, other words of others, and heights that climb.
func TestStatesInDegrees(t *testing.T) {
	read := func(o format.Options, text string) (*trajectory.Store, format.Report) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "a.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o.States, o.KeepDegrees = true, true
		store, report, err := ReadFiles(t.Context(), []File{{Path: path}}, o)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return store, report
	}
	rows := "mmsi,timestamp,lon,lat,sog,cog\n1,2024-05-01T12:00:00Z,10,0,3600,90\n"
	for sogs, want := range map[string][2]int{"102.3,5": {0, 0}, "102.2,5": {1, 1}, "5,360": {0, 0}, "5,511": {0, 0}, "0,511": {1, 0}, ",5": {0, 0}, "5,": {0, 0}, "5,359.9": {1, 0}, "-1,5": {0, 0}} {
		text := strings.Replace(rows, "3600,90", "1,90", 1) + "2,2024-05-01T12:00:00Z,10,0," + sogs + "\n"
		if _, r := read(format.Options{Ahead: 60}, text); r.States.Paths != 1+want[0] || r.States.Least != want[1] || r.States.Still != 1-want[0] {
			t.Errorf("%s: %+v", sogs, r.States)
		}
	}
	air := "icao24,t,lon,lat,z,groundspeed,track,vertical_rate\na,0,10,0,1000,1,360,600\nb,0,10,0,1000,1,360,\n"
	s, r := read(format.Options{Ahead: 60, Units: format.Units{Time: "s"}, Columns: map[string]string{"id": "icao24"}, Reading: format.Reading{LonLat: true}}, air)
	at := s.At(0, 60)
	if want := 1000 + 600*0.3048; math.Abs(at[2]-want) > 1e-9 || math.Abs(at[1]-60*1852./3600/110574.3) > 1e-7 || at[0] != 10 || r.States.From != "groundspeed (kn), track, vertical_rate (ft/min)" {
		t.Errorf("after a minute at %v, %+v", at, r.States)
	}
	if at := s.At(1, 60); at[2] != 1000 {
		t.Errorf("without a climb at %v", at)
	}
}

// TestStatesErrors: a course of 400, a speed below 0, a cell that is no number and a speed whose unit nothing says are refused, with the line, the column and the value; what is not available in words of AIS is no fault.
func TestStatesErrors(t *testing.T) {
	const air = "id,t,lon,lat,z,groundspeed,track,vertical_rate\n"
	metres := format.Options{States: true, Ahead: 60, Units: format.Units{Time: "s"}, Reading: format.Reading{LonLat: true}}
	own := metres
	own.Columns = map[string]string{"speed": "v", "course": "c"}
	half := metres
	half.Columns = map[string]string{"course": "c"}
	for _, c := range []struct {
		text string
		o    format.Options
		want string
	}{
		{air + "a,0,10,0,1000,1,0,0\nb,0,10,0,1000,1,400,0\n", metres, `a.csv:3: column track: "400": a course outside 0 to 360 degrees`},
		{air + "b,0,10,0,1000,1,-0.5,0\n", metres, `a.csv:2: column track: "-0.5": a course outside 0 to 360 degrees`},
		{air + "b,0,10,0,1000,-1,40,0\n", metres, `a.csv:2: column groundspeed: "-1": a speed below 0`},
		{air + "b,0,10,0,1000,fast,40,0\n", metres, `a.csv:2: column groundspeed: "fast": not a number`},
		{air + "b,0,10,0,1000,1,40,1e999\n", metres, `a.csv:2: column vertical_rate: "1e999": `},
		{"id,t,lon,lat,v,c\na,0,10,0,1,40\n", own, `a.csv: column v: nothing says its unit: --units speed=kn does`},
		{"id,t,lon,lat,v\na,0,10,0,1\n", own, `a.csv:1: no column c; there is "id", "t", "lon", "lat", "v"`},
		{"id,t,lon,lat,v,c\na,0,10,0,1,40\n", half, `a.csv:1: column speed has no name, and course has`},
		{"id,t,lon,lat,v\na,0,10,0,1\n", metres, `a.csv: no object has a state at 0: 1 have no velocity: no object has two rows, and no columns are known to have velocities; --columns speed=NAME`},
	} {
		if _, _, err := readSet(t, "a.csv", c.text, c.o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}
