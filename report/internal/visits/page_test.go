package visits

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/testing/pagetest"
	"flyby/internal/zone"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

const header = "traj_id,zone_id,t_enter,t_exit,t_closest,d_min,inside,open\n"

// square returns the ring of a square about a place.
func square(x, y, half float64) [][2]float64 {
	return [][2]float64{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}, {x - half, y - half}}
}

// yards returns a zone of each kind: yard is two polygons, the first with a hole, and quay points and a line.
func yards(t *testing.T, frame trajectory.Frame) *zone.Set {
	t.Helper()
	set, err := zone.New([]zone.Zone{
		{ID: "yard", Floor: math.Inf(-1), Ceiling: math.Inf(1), Polygons: [][][][2]float64{{square(0, 0, 4), square(0, 0, 1)}, {square(20, 0, 2)}}},
		{ID: "quay", Floor: math.Inf(-1), Ceiling: math.Inf(1), Points: [][2]float64{{5, 5}, {6, 6}}, Lines: [][][2]float64{{{0, 9}, {3, 9}, {3, 8}}}},
	}, zone.Options{Frame: frame})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// made returns the page of a text of rows, or its error.
func made(t *testing.T, text string, q page.Request) (*maker, error) {
	t.Helper()
	r, err := page.Open(filepath.Dir(pagetest.File(t, "v.csv", text)), "v.csv")
	if err != nil {
		return nil, err
	}
	q.Result = r
	m, err := New(t.Context(), q)
	if err != nil {
		return nil, err
	}
	return m, m.Make()
}

// request returns a request about two objects that cross yards.
func request(t *testing.T) page.Request {
	t.Helper()
	return page.Request{Entries: pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5)), Zones: yards(t, trajectory.Plain)}
}

// TestOutlines: a zone keeps its polygons with their holes, its lines and its points, in the plane and in degrees.
func TestOutlines(t *testing.T) {
	for _, frame := range []trajectory.Frame{trajectory.Plain, trajectory.EarthCentred} {
		m := blank()
		m.Zones, m.Bytes = yards(t, frame), 1e6
		all, thinned := m.outlines([]int{0, 1})
		if thinned != 0 || len(all[0].Areas) != 2 || len(all[0].Areas[0]) != 2 || len(all[0].Areas[1]) != 1 || all[0].Lines != nil {
			t.Fatalf("%v: %+v", frame, all[0])
		}
		if ring := all[0].Areas[0][1]; ring[0] != [2]float64{-1, -1} || ring[len(ring)-1] != [2]float64{-1, 1} {
			t.Errorf("%v: the hole is %v", frame, ring)
		}
		if want := [][][2]float64{{{5, 5}}, {{6, 6}}, {{0, 9}, {3, 9}, {3, 8}}}; frame == trajectory.Plain && !reflect.DeepEqual(all[1].Lines, want) {
			t.Errorf("lines and points are %v, want %v", all[1].Lines, want)
		}
		if n := len(all[1].Lines); n != 3 {
			t.Errorf("%v: %d lines and points", frame, n)
		}
	}
}

// TestFewerCorners: outlines that are too large leave corners out, never the ends of lines, and the page says so.
func TestFewerCorners(t *testing.T) {
	var wave [][2]float64
	for i := range 10_000 {
		wave = append(wave, [2]float64{float64(i) / 1000, float64(i % 2)})
	}
	q := request(t)
	var err error
	if q.Zones, err = zone.New([]zone.Zone{{ID: "coast", Floor: math.Inf(-1), Ceiling: math.Inf(1), Lines: [][][2]float64{wave}}}, zone.Options{}); err != nil {
		t.Fatal(err)
	}
	m, err := made(t, header+"a,coast,9,11,10,0,2,\n", q)
	if err != nil {
		t.Fatal(err)
	}
	line := m.Data.Zones[0].Lines[0]
	if len(line) > mostCorners+1 || len(line) < mostCorners/2 || line[0] != wave[0] || line[len(line)-1] != wave[len(wave)-1] || !strings.Contains(strings.Join(m.Facts, "\n"), "Outlines of 1 zone leave corners out") {
		t.Errorf("%d corners from %v to %v: %v", len(line), line[0], line[len(line)-1], m.Facts)
	}
}

// TestVisits: the longest visits come first, with the path of the object about each, and zones with most visits are drawn first.
func TestVisits(t *testing.T) {
	q := request(t)
	m, err := made(t, header+"a,yard,9,9.5,9,0,0.5,\nb,quay,12,18,18,1,6,start\na,quay,15,15,15,5,0,\n", q)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Page.Write(&b); err != nil {
		t.Fatal(err)
	}
	var d Data
	pagetest.Data(t, b.String(), &d)
	if m.Title != "v.csv: 3 visits" || len(d.Visits) != 3 || d.Visits[0].Until != 6 || d.Visits[0].Window != [2]float64{-2, 9.5} && d.Visits[0].Window[0] > -1.5 || d.Zones[d.Visits[0].Zone].Name != "quay" {
		t.Errorf("%q: %+v", m.Title, d.Visits)
	}
	if d.Some[0].Name != "quay" || d.Some[0].Count != 2 || d.Instants != 1 || !strings.Contains(b.String(), `data-traj="b" data-zone="quay" data-t-enter="12" data-t-exit="18" data-inside="6" data-d-min="1"`) {
		t.Errorf("%+v", d.Some)
	}
	if at := d.Visits[0].Lines[0].PlaceAt(0); at != [3]float64{} {
		t.Errorf("the object is at %v from its own place", at)
	}
	q.Top = 1
	if m, err = made(t, header+"a,yard,9,9.5,9,0,0.5,\nb,quay,12,18,18,1,6,start\n", q); err != nil || m.Title != "v.csv: the longest 1 of 2 visits" || len(m.Data.Zones) != 1 {
		t.Errorf("%q, %v", m.Title, err)
	}
}

// TestNamesOfVisits: objects and zones have the names of the file's columns, their ids where it is empty, and zones of one name their ids behind it, whatever the names are.
func TestNamesOfVisits(t *testing.T) {
	for _, name := range pagetest.Hostile() {
		quoted := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		m, err := made(t, strings.TrimSuffix(header, "\n")+",traj_name,zone_kind\n"+fmt.Sprintf("a,yard,12,14,12,0,2,,%s,%[1]s\nb,quay,18,19,19,0,1,,,%[1]s\n", quoted), request(t))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := m.Page.Write(&b); err != nil {
			t.Fatal(err)
		}
		var d Data
		if pagetest.Data(t, b.String(), &d); d.Zones[0].Name != name+" (yard)" || d.Zones[1].Name != name+" (quay)" || m.Shown[0].Object != name || !strings.Contains(b.String(), `<td>b</td>`) {
			t.Errorf("%q: %+v", name, d.Zones)
		}
	}
}

// TestRoundedVisits: distances are held against the data at t_closest, and about it where it is rounded.
func TestRoundedVisits(t *testing.T) {
	q := request(t)
	q.Entries = pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"c": {{0, -10.3, 0}, {20, 9.7, 0}}}) // nearest to a point of quay at 15.3
	for row, fits := range map[string]bool{"15,5.00899": true, "15,5.00000": true, "15.3,5.00000": true, "15.0,5.00000": false, "15,4.99000": false} {
		if _, err := made(t, header+"c,quay,15,16,"+row+",0,\n", q); (err == nil) != fits {
			t.Errorf("%s: %v", row, err)
		}
	}
}

// TestVisitsOfOtherData: rows that the data or the zones do not have are refused with their number, and a request that does not go with visits is.
func TestVisitsOfOtherData(t *testing.T) {
	for row, want := range map[string]string{
		"c,yard,9,11,10,0,2,":    `v.csv: row 1: traj_id "c" is not in the data`,
		"a,dock,9,11,10,0,2,":    `v.csv: row 1: zone_id "dock" is not among the zones`,
		"a,yard,29,31,30,0,2,":   "v.csv: row 1: a is nowhere in the data from 29 to 31",
		"a,yard,11,9,10,0,2,":    "t_closest 10 is not from 11 to 9",
		"a,yard,12,14,13,2.0,2,": "v.csv: row 1: d_min is 2.0, and in the data a is 0 from yard at t_closest 13",
		"b,quay,12,18,18,0.8,6,": "v.csv: row 1: d_min is 0.8, and in the data b is farther from quay at t_closest 18",
		"a,yard,9,11,10,-1,2,":   "d_min -1",
		"a,yard,9,11,10,0,some,": "inside is some, no number",
	} {
		if _, err := made(t, header+row+"\n", request(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", row, err, want)
		}
	}
	for want, change := range map[string]func(*page.Request){
		"report: Zones: there are none": func(q *page.Request) { q.Zones = nil }, "report: By, Queries and SVG": func(q *page.Request) { q.SVG = "folder" },
		"report: positions of Zones": func(q *page.Request) { q.Zones = yards(t, trajectory.EarthCentred) },
	} {
		q := request(t)
		if change(&q); true {
			if _, err := made(t, header, q); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	if _, err := made(t, "t,event,traj_id,zone_id,d\n", request(t)); err == nil || !strings.Contains(err.Error(), "its rows are events: a page needs visits one by one") {
		t.Error(err)
	}
}

// TestScriptIsWhole: the script has each of its files.
func TestScriptIsWhole(t *testing.T) { pagetest.WholeScript(t, blank().Page) }
