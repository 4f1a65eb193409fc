package job_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/group"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// openBase opens a base of an ask.
func openBase(t testing.TB, a job.Ask) *job.Base {
	t.Helper()
	b, err := job.OpenBase(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// body opens a file as queries of a base.
func body(t *testing.T, b *job.Base, path string, read format.Options) *input.Data {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	read.Format, read.Now = strings.TrimPrefix(filepath.Ext(path), "."), nil // of states the base's now counts
	d, err := b.Queries(t.Context(), file, read)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// jobOf returns a job of a base, for an ask whose queries are files.
func jobOf(t *testing.T, b *job.Base, a job.Ask) *job.Job {
	t.Helper()
	a.Entries = nil
	if a.Queries != nil {
		a.QueryData, a.Queries = body(t, b, a.Queries[0], a.Read), nil
	}
	j, err := b.Job(t.Context(), request(a))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// wantBase wants a job of a base to write the bytes of job.Run for the same ask, with equal counts.
func wantBase(t *testing.T, name string, b *job.Base, a job.Ask, endings ...string) {
	t.Helper()
	for _, ending := range append(endings, ".csv") {
		want, got := filepath.Join(t.TempDir(), "out"+ending), filepath.Join(t.TempDir(), "out"+ending)
		r, err := job.Run(t.Context(), a, job.File(want))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s, err := jobOf(t, b, a).Run(t.Context(), job.File(got))
		if err != nil {
			t.Errorf("%s, of a base: %v", name, err)
			continue
		}
		if r.Counts != s.Counts || r.Rows == 0 || r.Groups != s.Groups || r.Units != s.Units || r.LeftOut != s.LeftOut {
			t.Errorf("%s, of a base: %+v, want %+v", name, s.Counts, r.Counts)
		}
		if readAll(t, got) != readAll(t, want) {
			t.Errorf("%s, of a base: another %s", name, ending)
		}
	}
}

// TestBase: a base answers one ask after another with the bytes of job.Run: joins and searches of each level, with
// all options that change an answer.
func TestBase(t *testing.T) {
	t.Parallel()
	entries, queries := walkFile(t, 30, 1, asTheyAre), walkFile(t, 12, 2, asTheyAre)
	number := func(v float64) *float64 { return &v }
	open := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Machine: flyby.Options{Device: "cpu"}}
	b := openBase(t, open)
	for name, change := range map[string]func(*job.Ask){
		"encounters": func(*job.Ask) {},
		"hits":       func(a *job.Ask) { a.Level, a.With = question.Hits, []string{question.Speeds, "name"} },
		"pairs":      func(a *job.Ask) { a.Level, a.With, a.Top = question.Pairs, []string{question.Positions, "size"}, 5 },
		"objects":    func(a *job.Ask) { a.Level, a.With, a.Having = question.Objects, []string{"size"}, all(t, "size>3") },
		"firsts":     func(a *job.Ask) { a.With = []string{"first:name", "size"} },
		"merged": func(a *job.Ask) {
			a.MergeGap, a.MinDuration, a.With, a.Limit = 3, 0.5, []string{question.Positions, "name"}, 7
		},
		"vertical": func(a *job.Ask) { a.Search.Vertical, a.With = number(1), []string{question.Positions} },
		"strict":   func(a *job.Ask) { a.Search.Vertical, a.Search.VerticalStrict = number(1), true },
		"having":   func(a *job.Ask) { a.With, a.Having = []string{question.Speeds}, all(t, "query_speed>0.3") },
		"window":   func(a *job.Ask) { a.Search.From, a.Search.To, a.Search.ExactTimes = number(3), number(20), true },
	} {
		a := open
		a.Search.Distance = 1.5
		change(&a)
		wantBase(t, name+", a join", b, a, ".parquet")
		a.Queries, a.Search.ExcludeSameID = []string{queries}, true
		wantBase(t, name+", a search", b, a, ".arrows")
	}
	for name, a := range map[string]job.Ask{
		"both":   {Question: question.Question{Search: flyby.Search{Distance: 1.5}, With: []string{question.Both, question.Speeds}}},
		"groups": {Question: question.Question{Kind: question.Convoys, Group: group.Search{Distance: 1, MinSize: 2, MinDuration: 1}}},
		"clock":  {Question: question.Question{Kind: question.Convoys, Group: group.Search{Distance: 1, MinSize: 2, Method: group.Moving, MinTicks: 2, Clock: group.Clock{Step: 1}}}},
	} {
		a.Entries, a.Machine.Device = open.Entries, "cpu"
		wantBase(t, name, b, a)
	}
}

// TestBaseOfFiles: a base of files of each kind, with queries of each kind, has the answers of job.Run.
func TestBaseOfFiles(t *testing.T) {
	t.Parallel()
	header, rows := walk(14, 1)
	folder := t.TempDir()
	for i, part := range [][]string{rows[:200], rows[200:]} {
		if err := os.WriteFile(filepath.Join(folder, []string{"a.csv", "b.csv"}[i]), []byte(header+strings.Join(part, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other := walkFile(t, 6, 3, asTheyAre)
	degrees := strings.Replace(strings.Replace(header, "x,y", "lon,lat", 1), "z", "height", 1)
	flights := textFile(t, "flights.csv", degrees+strings.Join(rows, "\n")+"\n")
	ports := textFile(t, "ports.csv", "id,lon,lat\np,1,2\nq,3,3\nr,2,4\ns,4,1\nu,3,2\nv,2,2\n")
	lonlat := format.Options{Reading: format.Reading{LonLat: true}}
	number := func(v float64) *float64 { return &v }
	further := []string{question.Positions, question.Speeds}
	for name, a := range map[string]job.Ask{
		"a folder":           {Inputs: job.Inputs{Entries: []string{folder}, Queries: []string{other}}, Question: question.Question{With: append(further, "name", "size")}},
		"Parquet":            {Inputs: job.Inputs{Entries: []string{parquetOf(t, other)}, Queries: []string{parquetOf(t, other)}}, Question: question.Question{Search: flyby.Search{ExcludeSameID: true}, With: further}},
		"rows that hold":     {Inputs: job.Inputs{Entries: []string{other}, Queries: []string{other}, Read: format.Options{Reading: format.Reading{Where: wheres(t, "size>2")}}}, Question: question.Question{With: []string{"size"}}},
		"degrees":            {Inputs: job.Inputs{Entries: []string{flights}, Queries: []string{flights}, Read: lonlat}, Question: question.Question{Search: flyby.Search{Distance: 100e3}, With: further}},
		"degrees, upright":   {Inputs: job.Inputs{Entries: []string{flights}, Queries: []string{flights}, Read: lonlat}, Question: question.Question{Search: flyby.Search{Distance: 100e3, Vertical: number(1)}, With: further}},
		"places":             {Inputs: job.Inputs{Entries: []string{flights}, Queries: []string{ports}, Read: format.Options{Reading: format.Reading{LonLat: true}, Columns: map[string]string{"t": format.NoTimes}, Height: format.NoHeight}}, Question: question.Question{Search: flyby.Search{Distance: 100e3}, With: further}},
		"curves":             {Inputs: job.Inputs{Entries: []string{textFile(t, "orbits.csv", orbits(false))}, Read: format.Options{Curve: 0.5}}, Question: question.Question{Search: flyby.Search{Distance: 300}, With: further}},
		"curves, a search":   {Inputs: job.Inputs{Entries: []string{textFile(t, "orbits.csv", orbits(false))}, Queries: []string{textFile(t, "orbits.csv", orbits(false))}, Read: format.Options{Curve: 0.5}}, Question: question.Question{Search: flyby.Search{Distance: 300, ExcludeSameID: true}}},
		"ephemerides":        {Inputs: job.Inputs{Entries: []string{textFile(t, "orbits.oem", orbits(true))}, Queries: []string{textFile(t, "other.oem", orbits(true))}}, Question: question.Question{Search: flyby.Search{Distance: 300, ExcludeSameID: true}, With: further}},
		"a radius, and gaps": {Inputs: job.Inputs{Entries: []string{other}, Queries: []string{other}, Read: format.Options{Radius: 0.25, MaxGap: 1.5}}, Question: question.Question{Level: question.Hits}},
	} {
		if a.Machine.Device = "cpu"; a.Search.Distance == 0 {
			a.Search.Distance = 1.5
		}
		for _, memory := range []uint64{0, 1 << 30} {
			a.Machine.Memory = memory
			open := a
			open.Queries, open.With = nil, nil
			b := openBase(t, open)
			wantBase(t, name, b, a)
		}
	}
}

// TestBaseOfMethods: each method, and a device of OpenCL, has the same answers of a base.
func TestBaseOfMethods(t *testing.T) {
	entries, queries := walkFile(t, 12, 1, asTheyAre), parquetOf(t, walkFile(t, 6, 2, asTheyAre))
	open := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}, Level: question.Hits}, Machine: flyby.Options{Device: "cpu"}}
	asks := map[string]job.Ask{}
	for _, method := range flyby.Methods() {
		a := open
		a.Machine.Method = method
		asks[string(method)] = a
	}
	if devices, err := flyby.Select("opencl"); err == nil && len(devices) > 0 {
		a := open
		a.Machine.Device = "opencl"
		asks["OpenCL"] = a
	}
	for name, a := range asks {
		b := openBase(t, a)
		wantBase(t, name, b, a)
		a.Queries = []string{queries}
		wantBase(t, name, b, a)
	}
}

// TestBaseOfPaths: a base answers with the GeoJSON and the geometries of job.Run.
func TestBaseOfPaths(t *testing.T) {
	ships, others := aroundDateLine(t, 9, 1, true), aroundDateLine(t, 5, 2, true)
	open := job.Ask{Inputs: job.Inputs{Entries: []string{ships}}, Machine: flyby.Options{Device: "cpu"}}
	b := openBase(t, open)
	a := open
	a.Search.Distance, a.With = 20e3, []string{question.Paths}
	for _, queries := range [][]string{nil, {others}} {
		a.Queries = queries
		want, got := filepath.Join(t.TempDir(), "out.geojson"), filepath.Join(t.TempDir(), "out.geojson")
		if _, err := job.Run(t.Context(), a, job.File(want)); err != nil {
			t.Fatal(err)
		}
		if _, err := jobOf(t, b, a).Run(t.Context(), job.File(got)); err != nil || readAll(t, got) != readAll(t, want) {
			t.Errorf("another GeoJSON: %v", err)
		}
	}
	a.With, a.Geometry = nil, format.LineShape
	var want, got bytes.Buffer
	if _, err := job.Run(t.Context(), a, job.Writer(&want).As("parquet")); err != nil {
		t.Fatal(err)
	}
	if _, err := jobOf(t, b, a).Run(t.Context(), job.Writer(&got).As("parquet")); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("another GeoParquet: %v", err)
	}
}

// in returns the options of reading a format.
func in(word string) format.Options { return format.Options{Reading: format.Reading{Format: word}} }

// request returns an ask as a request to a base.
func request(a job.Ask) job.Request {
	return job.Request{Question: a.Question, Queries: a.QueryData, Memory: a.Machine.Memory, Watch: a.Watch}
}
