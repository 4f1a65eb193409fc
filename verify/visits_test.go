package verify_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/output"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/visit"
	"flyby/question"
	"flyby/stage"
	"flyby/trajectory"
	"flyby/verify"
)

// docks writes zones on a small grid as GeoJSON: squares, triangles, lines and points.
func docks(t *testing.T, r *rand.Rand, n int) string {
	t.Helper()
	var features []string
	for range n {
		x, y := r.IntN(5), r.IntN(5)
		shape := []string{
			fmt.Sprintf(`{"type":"Polygon","coordinates":[[[%d,%d],[%d,%d],[%d,%d],[%d,%d],[%d,%d]]]}`, x, y, x+2, y, x+2, y+1, x, y+1, x, y),
			fmt.Sprintf(`{"type":"Polygon","coordinates":[[[%d,%d],[%d,%d],[%d,%d],[%d,%d]]]}`, x, y, x+2, y, x+1, y+2, x, y),
			fmt.Sprintf(`{"type":"LineString","coordinates":[[%d,%d],[%d,%d]]}`, x, y, x+1, y+3),
			fmt.Sprintf(`{"type":"Point","coordinates":[%d,%d]}`, x, y),
		}[r.IntN(4)]
		features = append(features, `{"type":"Feature","properties":{},"geometry":`+shape+`}`)
	}
	path := filepath.Join(t.TempDir(), "docks.geojson")
	if err := os.WriteFile(path, []byte(`{"type":"FeatureCollection","features":[`+strings.Join(features, ",")+`]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// visitQuestion is a question of visits to zones that are open.
func visitQuestion(t *testing.T, store *trajectory.Store, path string, level question.Level, distance float64) (q question.Question) {
	t.Helper()
	q.Kind, q.Level, q.Search.Distance = question.ZoneVisits, level, distance
	var err error
	if q.Search.Zones, err = (flyby.Zones{Files: []string{path}}).Open(t.Context(), store, distance); err != nil {
		t.Fatal(err)
	}
	return asking.Question(q).Filled()
}

// writeVisits writes the answer of a question of visits.
func writeVisits(t *testing.T, store *trajectory.Store, q question.Question) string {
	t.Helper()
	db, err := flyby.Open(t.Context(), store, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Visits(t.Context(), q.Search)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "visits.csv")
	o := zoneOptions(q)
	if q.Level == question.Hits {
		var hits trajectory.Hits
		for some, err := range found.Hits() {
			if err == nil {
				hits, err = hits.Append(some)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		written(t, nil, hits, path, store, o, output.CreateHits)
		return path
	}
	rows := asking.Merged(&q.Stages, found.Chunks(), stage.MergeGap, stage.MinDuration)
	var all trajectory.Encounters
	for some, err := range rows {
		if err == nil {
			all, err = all.Append(some)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	switch q.Level {
	case question.Visits:
		written(t, nil, all, path, store, o, output.CreateEncounters)
	case question.Events:
		written(t, nil, visit.Events(all), path, store, o, output.CreateEvents)
	case question.Pairs:
		var pairs trajectory.Pairs
		for some, err := range stage.Pairs(func(yield func(trajectory.Encounters, error) bool) { yield(all, nil) }) {
			if pairs, err = pairs.Append(some); err != nil {
				t.Fatal(err)
			}
		}
		written(t, nil, pairs, path, store, o, output.CreatePairs)
	}
	return path
}

// zoneOptions are the options to write rows of zones.
func zoneOptions(q question.Question) (o output.WriteOptions) {
	zones := q.Search.Zones.Opened()
	for i := range zones.Len() {
		o.Zones = append(o.Zones, zones.ID(i))
	}
	o.Parts = q.Parts
	return o
}

// written writes rows to a file.
func written[T any, W interface {
	Write(T) error
	Close() error
}](t *testing.T, err error, rows T, path string, store *trajectory.Store, o output.WriteOptions, create func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error)) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	w, err := create(path, store, store, o)
	if err == nil {
		err = errors.Join(w.Write(rows), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// verifyVisits verifies a file of visits.
func verifyVisits(path string, store *trajectory.Store, q question.Question, sample int) (verify.Report, error) {
	file, err := verify.Open("", path)
	if err != nil {
		return verify.Report{}, err
	}
	return file.Verify(context.Background(), verify.Request{Question: q, Data: verify.Data{Entries: store, Write: zoneOptions(q)}, Sample: sample, Seed: 7})
}

// visitLevels are the levels of visits.
func visitLevels() []question.Level { return question.ZoneVisits.Levels() }

// TestVisits: what Database.Visits finds is as it should be, at every level, with gaps that are joined, short visits left out and a window.
func TestVisits(t *testing.T) {
	r := kerneltest.Rand(t)
	rows := 0
	for i := range 48 {
		store, path := onGrid(r, 3+r.IntN(9)), docks(t, r, 1+r.IntN(5))
		q := visitQuestion(t, store, path, visitLevels()[i%4], float64(r.IntN(3))/2)
		if q.Level != question.Hits && i%3 == 0 {
			q.MergeGap, q.MinDuration, q.Parts = float64(r.IntN(3)), float64(r.IntN(3))/2, true
		}
		if from, to := float64(r.IntN(3)), float64(2+r.IntN(4)); i%5 == 0 {
			q.Search.From, q.Search.To = &from, &to
		}
		report, err := verifyVisits(writeVisits(t, store, q), store, q, 1000)
		if err != nil {
			t.Errorf("%d: %s, D = %v, %+v: %v", i, q.Level, q.Search.Distance, q.Stages, err)
		}
		rows += report.Rows
	}
	if rows < 200 {
		t.Errorf("%d rows", rows)
	}
}

// TestWrongVisits: a wrong field of any column of a row of any level is found, and so are rows that are missing, or too many.
func TestWrongVisits(t *testing.T) {
	r := kerneltest.Rand(t)
	store, zones := onGrid(r, 12), docks(t, r, 4)
	for _, level := range visitLevels() {
		q := visitQuestion(t, store, zones, level, 0.5)
		if level == question.Visits {
			q.MergeGap, q.Parts = 1.5, true
		}
		path := writeVisits(t, store, q)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if len(lines) < 8 {
			t.Fatalf("%s: %d lines", level, len(lines))
		}
		damaged := map[string][]string{
			"a row is missing":      slices.Delete(slices.Clone(lines), 3, 4),
			"the last row missing":  lines[:len(lines)-1],
			"the last row twice":    append(slices.Clone(lines), lines[len(lines)-1]),
			"two rows in the order": slices.Concat(lines[:2], []string{lines[3], lines[2]}, lines[4:]),
		}
		for row := 1; row < len(lines); row++ {
			for k, column := range strings.Split(lines[0], ",") {
				other := slices.Clone(lines)
				other[row] = damage(lines[row], k)
				damaged[fmt.Sprintf("%s of row %d", column, row)] = other
			}
		}
		for name, some := range damaged {
			if err := os.WriteFile(path, []byte(strings.Join(some, "\n")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			wrong := (*verify.Difference)(nil)
			if _, err := verifyVisits(path, store, q, 1000); !errors.As(err, &wrong) {
				t.Errorf("%s: %s: %v", level, name, err)
			}
		}
	}
}

// damage changes a field of a row: a number by a millionth, a word to another.
func damage(row string, k int) string {
	fields := strings.Split(row, ",")
	words := map[string]string{"enter": "exit", "exit": "enter", "both": "start", "start": "end", "end": "", "": "both"}
	var v float64
	if other, ok := words[fields[k]]; ok {
		fields[k] = other
	} else if _, err := fmt.Sscan(fields[k], &v); err == nil && k > 1 && v != float64(int(v)) {
		fields[k] = fmt.Sprint(v * (1 + 1e-6))
	} else {
		fields[k] = fmt.Sprint(v + 1)
	}
	return strings.Join(fields, ",")
}
