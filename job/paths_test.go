package job_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// aroundDateLine writes a file of ships that wander about the meridian of 180 degrees, are on it now and then, and have gaps; with heights
// if asked.
func aroundDateLine(t *testing.T, ships int, seed uint64, heights bool) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(32, seed))
	var b strings.Builder
	b.WriteString("id,t,lon,lat")
	if heights {
		b.WriteString(",height")
	}
	for ship := range ships {
		x, y := 0.3*rng.NormFloat64(), 5*rng.Float64()
		for step := range 60 {
			x, y = x+0.1*rng.NormFloat64(), y+0.1*rng.NormFloat64()
			if rng.IntN(9) == 0 {
				x = 0
			}
			if rng.IntN(12) == 0 && step > 0 {
				continue // a gap
			}
			lon := 180 - x
			if lon > 180 {
				lon -= 360
			}
			fmt.Fprintf(&b, "\n%d,%d,%v,%v", ship, step, lon, y)
			if heights {
				fmt.Fprintf(&b, ",%d", rng.IntN(500))
			}
		}
	}
	return textFile(t, "ships.csv", b.String()+"\n")
}

// TestPathsInShapes: paths of data that outgrow memory are the same to the byte, across the meridian of 180 degrees and over gaps, of joins
// and searches, in both directions, of the closest and of the first.
func TestPathsInShapes(t *testing.T) {
	ships, others := aroundDateLine(t, 9, 1, true), aroundDateLine(t, 5, 2, true)
	flat := aroundDateLine(t, 7, 3, false)
	number := func(v float64) *float64 { return &v }
	paths := []string{question.Paths}
	t.Parallel()
	asks := map[string]job.Ask{
		"join":      {Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{With: paths}},
		"both":      {Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{With: []string{question.Paths, question.Both, question.Speeds, question.Positions}}},
		"merged":    {Inputs: job.Inputs{Entries: []string{ships}, Read: format.Options{MaxGap: 1.5}}, Question: question.Question{With: []string{question.Both, question.Paths}, Stages: question.Stages{MergeGap: 20}}},
		"search":    {Inputs: job.Inputs{Entries: []string{ships}, Queries: []string{others}, Read: format.Options{MaxGap: 1.5}}, Question: question.Question{With: paths, Stages: question.Stages{MergeGap: 5}}},
		"top":       {Inputs: job.Inputs{Entries: []string{flat}}, Question: question.Question{With: paths, Stages: question.Stages{Top: 5}}},
		"limit":     {Inputs: job.Inputs{Entries: []string{flat}}, Question: question.Question{With: []string{question.Paths, question.Both}, Stages: question.Stages{Limit: 6}}},
		"upright":   {Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{Search: flyby.Search{Vertical: number(100)}, With: paths}},
		"no height": {Inputs: job.Inputs{Entries: []string{flat}}, Question: question.Question{With: paths}},
	}
	for i, name := range slices.Sorted(maps.Keys(asks)) {
		a := asks[name]
		a.Read.LonLat, a.Machine.Device, a.Search.Distance = true, "cpu", 30e3
		folder := t.TempDir()
		file := func(name string) job.Sink { return job.File(filepath.Join(folder, name)) }
		text := func(name string) string {
			b, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		r, err := job.Run(t.Context(), a, file("whole.geojson"))
		if err != nil {
			t.Fatal(err)
		}
		want := text("whole.geojson")
		several := strings.Count(want, `"MultiLineString"`)
		if lines := strings.Count(want, `"LineString"`); r.Rows < 5 || lines+several < 2*int(r.Rows) || lines == 0 || several == 0 {
			t.Errorf("%s: %d rows, %d lines, %d of several parts", name, r.Rows, lines, several)
		}
		how := shapeOf(i)
		if runShape(t, a, shapes[how], file("slabs.geojson")); text("slabs.geojson") != want {
			t.Errorf("%s, %s: another file:\n%.3000s\nwant\n%.3000s", name, how, text("slabs.geojson"), want)
		}
	}
}

// TestPathsRefused: asking for the paths of an answer without paths is an error with the reason.
func TestPathsRefused(t *testing.T) {
	ships := aroundDateLine(t, 3, 4, false)
	plain := textFile(t, "plain.csv", "id,t,x,y\n1,0,0,0\n2,0,0,0\n")
	for name, c := range map[string]struct {
		ask  job.Ask
		to   job.Sink
		want string
	}{
		"pairs":    {job.Ask{Question: question.Question{Level: question.Pairs}}, job.File("no.geojson"), "with paths: is for level encounters; a hit is a part of one, and a pair has several"},
		"hits":     {job.Ask{Question: question.Question{Level: question.Hits}}, job.File("no.geojson"), "with paths: is for level encounters; a hit is a part of one, and a pair has several"},
		"CSV":      {job.Ask{}, job.File("no.csv"), "job: With paths: is for GeoJSON, a file .geojson: no other format has lines"},
		"function": {job.Ask{}, job.Func(func(job.Rows) error { return nil }), "job: With paths: is for GeoJSON"},
		"plain":    {job.Ask{Inputs: job.Inputs{Entries: []string{plain}}}, job.File("no.geojson"), "job: Sink no.geojson: GeoJSON is for positions on the Earth"},
	} {
		a := c.ask
		a.With, a.Machine.Device = []string{question.Paths}, "cpu"
		if a.Entries == nil {
			a.Entries, a.Read.LonLat = []string{ships}, true
		}
		if _, err := job.Run(t.Context(), a, c.to); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := os.Stat("no.geojson"); err == nil {
		t.Error("there is a file")
	}
}
