package output

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// withLines returns options for encounters at a place, with lines.
func withLines(p *somewhere, draw func(row int, ofEntry bool, begin func(bool, int) error, to func([3]float64, bool) error) error) WriteOptions {
	o := p.options(1)
	o.Further, o.Lines = nil, &Lines{Draw: draw}
	return o
}

// TestLines: behind a row's feature come the features of its two paths: one line, several lines, and a single position twice.
func TestLines(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	path := filepath.Join(t.TempDir(), "met.geojson")
	var p somewhere
	p.fill(0, 2)
	w, err := CreateEncounters(path, s, s, withLines(&p, func(row int, ofEntry bool, begin func(bool, int) error, to func([3]float64, bool) error) error {
		switch {
		case row == 0 && !ofEntry:
			return errors.Join(begin(false, 2), to([3]float64{1, 2}, true), to([3]float64{1.5, -2e-9}, false))
		case row == 0:
			return errors.Join(begin(true, 3), to([3]float64{1, 2, 3}, true), to([3]float64{4, 5, 6}, true), to([3]float64{7, 8, 9}, false), to([3]float64{-1, -2, -3}, true))
		}
		return errors.Join(begin(false, 2), to([3]float64{180, 90}, true))
	}))
	got := fileOf(t, path, formattest.FewEncounters(), w, err)
	const (
		one = `"type":"Feature","properties":{"query_traj":1,"entry_traj":2,"t_enter":-0.25,"t_exit":1,"t_closest":0.5,"d_min":0,"v_closest":2,"open":"both","path":`
		two = `"type":"Feature","properties":{"query_traj":2,"entry_traj":1,"t_enter":1,"t_exit":2,"t_closest":1.5,"d_min":0.1,"v_closest":3e-09,"open":"","path":`
	)
	want := `{"type":"FeatureCollection","features":[
{"geometry":{"coordinates":[-179.5,-89.25,0],"type":"Point"},` + one + `null}},
{"geometry":{"coordinates":[[1,2],[1.5,-2e-09]],"type":"LineString"},` + one + `"query"}},
{"geometry":{"coordinates":[[[1,2,3],[1,2,3]],[[4,5,6],[7,8,9]],[[-1,-2,-3],[-1,-2,-3]]],"type":"MultiLineString"},` + one + `"entry"}},
{"geometry":{"coordinates":[-178.5,-88.25,1e-07],"type":"Point"},` + two + `null}},
{"geometry":{"coordinates":[[180,90],[180,90]],"type":"LineString"},` + two + `"query"}},
{"geometry":{"coordinates":[[180,90],[180,90]],"type":"LineString"},` + two + `"entry"}}
]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLongLines: a path of any length is written a part at a time; without rows the collection is empty.
func TestLongLines(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	folder := t.TempDir()
	const positions = 300_000
	var p somewhere
	p.fill(0, 2)
	o := withLines(&p, func(row int, _ bool, begin func(bool, int) error, to func([3]float64, bool) error) error {
		err := begin(false, 2)
		for i := 0; i < positions && err == nil; i++ {
			err = to([3]float64{float64(i) / positions, float64(row)}, i == 0)
		}
		return err
	})
	path := filepath.Join(folder, "long.geojson")
	w, err := CreateEncounters(path, s, s, o)
	if err != nil {
		t.Fatal(err)
	}
	if most := w.Memory(); most > 1<<20 {
		t.Errorf("%d bytes", most)
	}
	text := fileOf(t, path, formattest.FewEncounters(), w, nil)
	var all struct {
		Features []struct {
			Geometry struct{ Coordinates []any }
		}
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil || len(all.Features) != 6 || len(all.Features[4].Geometry.Coordinates) != positions {
		t.Errorf("%v, %d features", err, len(all.Features))
	}
	path = filepath.Join(folder, "none.geojson")
	w, err = CreateEncounters(path, s, s, o)
	if got := fileOf(t, path, trajectory.Encounters{}, w, err); got != collectionStart+collectionEnd {
		t.Errorf("%q", got)
	}
}

// TestLinesFail: the error of Draw is the error of Write and is given to Failed, and there is no file; other formats have no lines.
func TestLinesFail(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	folder := t.TempDir()
	broken := errors.New("broken")
	var p somewhere
	p.fill(0, 2)
	o := withLines(&p, func(int, bool, func(bool, int) error, func([3]float64, bool) error) error { return broken })
	var told error
	o.Failed = func(err error) { told = err }
	w, err := CreateEncounters(filepath.Join(folder, "no.geojson"), s, s, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(formattest.FewEncounters()); !errors.Is(err, broken) || !errors.Is(told, broken) {
		t.Errorf("%v, and told %v", err, told)
	}
	w.Abort()
	if _, err := CreateEncounters(filepath.Join(folder, "no.csv"), s, s, o); err == nil || !strings.Contains(err.Error(), "no.csv: CSV has no lines") {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
