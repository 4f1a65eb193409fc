package job_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// TestGeometryInShapes: files with geometries of data that outgrow memory are the same to the byte,
// for any number of threads, of degrees and of lengths, with heights and without, of joins and
// searches, across the meridian of 180 degrees and over gaps, in both directions.
func TestGeometryInShapes(t *testing.T) {
	ships, others := aroundDateLine(t, 9, 1, true), aroundDateLine(t, 5, 2, true)
	flat := aroundDateLine(t, 7, 3, false)
	walks := textFile(t, "walks.csv", strings.Replace(readAll(t, flat), "lon,lat", "x,y", 1))
	number := func(v float64) *float64 { return &v }
	t.Parallel()
	asks := map[string]job.Ask{
		"join":    {Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{Geometry: format.LineShape}},
		"both":    {Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{Geometry: format.LineShape, With: []string{question.Both, question.Speeds, question.Positions}}},
		"search":  {Inputs: job.Inputs{Entries: []string{ships}, Queries: []string{others}, Read: format.Options{MaxGap: 1.5}}, Question: question.Question{Geometry: format.LineShape, Stages: question.Stages{MergeGap: 5}}},
		"mixed":   {Inputs: job.Inputs{Entries: []string{ships}, Queries: []string{flat}}, Question: question.Question{Geometry: format.LineShape}},
		"upright": {Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{Search: flyby.Search{Vertical: number(100)}, Geometry: format.LineShape}},
		"points":  {Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{Geometry: format.PointShape, With: []string{question.Both}}},
		"pairs":   {Inputs: job.Inputs{Entries: []string{flat}}, Question: question.Question{Level: question.Pairs, Geometry: format.PointShape}},
		"lengths": {Inputs: job.Inputs{Entries: []string{walks}}, Question: question.Question{Geometry: format.LineShape, Search: flyby.Search{Distance: 50}}},
		"places":  {Inputs: job.Inputs{Entries: []string{walks}}, Question: question.Question{Geometry: format.PointShape, With: []string{question.Both}, Search: flyby.Search{Distance: 50}, Stages: question.Stages{Having: []format.Condition{{Column: "d_min", Operator: "<=", Value: "0.2"}}}}},
	}
	for i, name := range slices.Sorted(maps.Keys(asks)) {
		a := asks[name]
		a.Machine.Device = "cpu"
		if a.Search.Distance == 0 {
			a.Read.LonLat, a.Search.Distance = true, 30e3
		}
		folder, end, how := t.TempDir(), []string{".parquet", ".arrows"}[i%2], shapeOf(i)
		whole, threads, slabs := filepath.Join(folder, "whole"+end), filepath.Join(folder, "threads"+end), filepath.Join(folder, "slabs"+end)
		a.Machine.Threads = 1
		r, err := job.Run(t.Context(), a, job.File(whole))
		if err != nil || r.Rows < 5 {
			t.Fatalf("%s: %d rows, %v", name, r.Rows, err)
		}
		a.Machine.Threads = 3
		if _, err := job.Run(t.Context(), a, job.File(threads)); err != nil || readAll(t, threads) != readAll(t, whole) {
			t.Errorf("%s%s: 3 threads make other bytes: %v", name, end, err)
		}
		if runShape(t, a, shapes[how], job.File(slabs)); readAll(t, slabs) != readAll(t, whole) {
			t.Errorf("%s%s, %s: another file", name, end, how)
		}
	}
}

// readAll returns a file as text, "" if there is none.
func readAll(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

// column returns a column of a Parquet file.
func column(t testing.TB, path, name string) (all []parquetgo.Value) {
	t.Helper()
	text := readAll(t, path)
	file, err := parquetgo.OpenFile(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(file.Schema().Fields(), func(f parquetgo.Field) bool { return f.Name() == name })
	for _, g := range file.RowGroups() {
		pages := g.ColumnChunks()[at].Pages()
		for page, err := pages.ReadPage(); err == nil; page, err = pages.ReadPage() {
			values := make([]parquetgo.Value, page.NumRows())
			page.Values().ReadValues(values) //nolint:errcheck // io.EOF, or too few values, which the test detects
			for _, v := range values {
				all = append(all, v.Clone())
			}
		}
		pages.Close()
	}
	return all
}

// TestPointsArePositions: the point of each row is the query's position in further columns, in
// degrees, in lengths and with heights, of encounters and pairs, and of exchanged rows.
func TestPointsArePositions(t *testing.T) {
	ships, flat := aroundDateLine(t, 9, 1, true), aroundDateLine(t, 7, 3, false)
	walks := textFile(t, "walks.csv", strings.Replace(readAll(t, ships), "lon,lat,height", "x,y,z", 1))
	for name, c := range map[string]struct {
		file    string
		lonLat  bool
		level   question.Level
		columns []string
	}{
		"degrees": {flat, true, question.Encounters, []string{"query_lon", "query_lat"}},
		"heights": {ships, true, question.Pairs, []string{"query_lon", "query_lat", "query_height"}},
		"lengths": {walks, false, question.Encounters, []string{"query_x", "query_y", "query_z"}},
	} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{c.file}}, Question: question.Question{Level: c.level, With: []string{question.Positions, question.Both}, Geometry: format.PointShape, Search: flyby.Search{Distance: 30e3}}, Machine: flyby.Options{Device: "cpu"}}
		if a.Read.LonLat = c.lonLat; !c.lonLat {
			a.Search.Distance = 60
		}
		path := filepath.Join(t.TempDir(), "met.parquet")
		if _, err := job.Run(t.Context(), a, job.File(path)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		points := column(t, path, "geometry")
		if len(points) < 10 {
			t.Errorf("%s: %d rows", name, len(points))
		}
		for axis, of := range c.columns {
			for i, v := range column(t, path, of) {
				wkb := points[i].ByteArray()
				if got := binary.LittleEndian.Uint64(wkb[5+8*axis:]); len(wkb) != 5+8*len(c.columns) || got != math.Float64bits(v.Double()) {
					t.Fatalf("%s, row %d: %s is %v, of %x", name, i, of, v, wkb)
				}
			}
		}
	}
}

// TestGeometryRefused: asking for the geometry of an answer without one is an error with the
// reason, and leaves no file.
func TestGeometryRefused(t *testing.T) {
	ships := aroundDateLine(t, 3, 4, false)
	for name, c := range map[string]struct {
		ask  job.Ask
		to   job.Sink
		want string
	}{
		"shape":    {job.Ask{Question: question.Question{Geometry: "box"}}, job.File("no.parquet"), `geometry "box": must be point or line`},
		"hits":     {job.Ask{Question: question.Question{Level: question.Hits, Geometry: "point"}}, job.File("no.parquet"), "geometry point: is for level encounters and level pairs; hits have no t_closest"},
		"lines":    {job.Ask{Question: question.Question{Level: question.Hits, Geometry: "line"}}, job.File("no.parquet"), "geometry line: is for level encounters and level pairs; hits have no t_closest"},
		"pairs":    {job.Ask{Question: question.Question{Level: question.Pairs, Geometry: "line"}}, job.File("no.parquet"), "geometry line: is for level encounters; a pair has several"},
		"objects":  {job.Ask{Question: question.Question{Level: question.Objects, Geometry: "point"}}, job.File("no.parquet"), "geometry point: is for level encounters and level pairs; objects have no t_closest"},
		"count":    {job.Ask{Question: question.Question{Geometry: "point", Stages: question.Stages{Count: true}}}, job.Sink{}, "count and geometry: one of the two only"},
		"CSV":      {job.Ask{Question: question.Question{Geometry: "point"}}, job.File("no.csv"), "job: Geometry point: is for files of Parquet and Arrow, which have a column for it"},
		"GeoJSON":  {job.Ask{Question: question.Question{Geometry: "line"}}, job.File("no.geojson"), "job: Geometry line: is for files of Parquet and Arrow"},
		"function": {job.Ask{Question: question.Question{Geometry: "line"}}, job.Func(func(job.Rows) error { return nil }), "job: Geometry line: is for files of Parquet and Arrow"},
	} {
		a := c.ask
		a.Machine.Device, a.Entries, a.Read.LonLat = "cpu", []string{ships}, true
		if _, err := job.Run(t.Context(), a, c.to); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if found, _ := filepath.Glob("no.*"); found != nil {
		t.Errorf("there is %v", found)
	}
}

// TestGeometryToWriter: Parquet on standard output has the geometries of a file.
func TestGeometryToWriter(t *testing.T) {
	a := job.Ask{Inputs: job.Inputs{Entries: []string{aroundDateLine(t, 7, 3, false)}}, Question: question.Question{Geometry: format.PointShape, Search: flyby.Search{Distance: 30e3}}, Machine: flyby.Options{Device: "cpu"}}
	a.Read.LonLat = true
	path := filepath.Join(t.TempDir(), "met.parquet")
	if _, err := job.Run(t.Context(), a, job.File(path)); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := job.Run(t.Context(), a, job.Standard("-", &text, "", false).As("parquet")); err != nil {
		t.Fatal(err)
	}
	if text.String() != readAll(t, path) {
		t.Error("other bytes than of a file")
	}
}
