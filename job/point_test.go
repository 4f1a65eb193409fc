package job_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"flyby"
	"flyby/cluster"
	"flyby/internal/pointjoin"
	"flyby/job"
	"flyby/points"
	"flyby/points/format"
	"flyby/question"
)

// lattice writes random points with many pairs at exactly some distances, and returns them with the path of their file.
func lattice(t *testing.T, name string, size int) (*points.Store, string) {
	t.Helper()
	r := rand.New(rand.NewPCG(30, uint64(size)))
	var text strings.Builder
	text.WriteString("id,x,y\n")
	for i := range size {
		fmt.Fprintf(&text, "p%d,%d,%d\n", i*7919%size, r.IntN(30), r.IntN(30))
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	s, _, err := format.Read(t.Context(), path, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, path
}

// pointText returns the output of a job of points as CSV, and its report.
func pointText(t *testing.T, a job.Ask) (string, job.Report) {
	t.Helper()
	var out bytes.Buffer
	r, err := job.Run(t.Context(), a, job.Writer(&out))
	if err != nil {
		t.Fatalf("%+v: %v", a, err)
	}
	return out.String(), r
}

// pointRows returns all rows that a job of points hands to a function.
func pointRows(t *testing.T, a job.Ask) (all job.PointRows, r job.Report) {
	t.Helper()
	r, err := job.Run(t.Context(), a, job.Func(func(some job.Rows) error {
		rows := some.Points
		to, from := reflect.ValueOf(&all).Elem(), reflect.ValueOf(rows)
		for i := range to.NumField() {
			if of := to.Field(i); of.Kind() == reflect.Slice {
				of.Set(reflect.AppendSlice(of, from.Field(i)))
			}
		}
		all.Eps, all.MinPoints = rows.Eps, rows.MinPoints
		return nil
	}))
	if err != nil {
		t.Fatalf("%+v: %v", a, err)
	}
	return all, r
}

// truth is the result of the root's API: the lines of a file, and the rows for a function.
type truth struct {
	set             *flyby.Points
	points, queries *points.Store

	header string
	lines  []string
	rows   job.PointRows
}

// truthOf asks the root's API the question of a job.
func truthOf(t *testing.T, s, queries *points.Store, a job.Ask) truth {
	t.Helper()
	set, err := flyby.OpenPoints(t.Context(), s, flyby.Options{Device: "cpu", Method: "kdtree"})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	w := truth{set: set, points: s, queries: queries, header: "query"}
	if queries == nil {
		w.queries, w.header = s, "id"
	}
	search := flyby.PointSearch{Queries: queries, Eps: a.Points.Eps, Distances: a.Points.Distances, Mirrored: a.Points.Mirrored}
	switch {
	case a.Level == question.Counts:
		w.counts(t, search)
	case a.Level == question.Neighbours:
		w.neighbours(t, search)
	case a.Kind == question.NearestPoints:
		w.nearest(t, queries, a.Points.Nearest)
	case a.Kind == question.Clusterings:
		w.clusters(t, a.Points.Clusters)
	default:
		w.pairs(t, search)
	}
	return w
}

// add adds a row of a query.
func (w *truth) add(row int, text string, args ...any) {
	w.rows.Rows = append(w.rows.Rows, uint32(row))
	w.lines = append(w.lines, w.queries.IDs().ID(row)+","+fmt.Sprintf(text, args...))
}

// id returns the id of a point.
func (w *truth) id(row uint32) string { return w.points.IDs().ID(int(row)) }

func (w *truth) pairs(t *testing.T, s flyby.PointSearch) {
	if w.header = "query,entry"; s.Queries == nil {
		w.header = "id_a,id_b"
	}
	found, err := w.set.Pairs(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range chunk.First {
			text := w.id(chunk.Second[i])
			if s.Distances {
				text += fmt.Sprintf(",%v", chunk.Distances[i])
			}
			w.add(int(row), "%s", text)
		}
		w.rows.Others, w.rows.Distances = append(w.rows.Others, chunk.Second...), append(w.rows.Distances, chunk.Distances...)
	}
	if s.Distances {
		w.header += ",distance"
	}
}

func (w *truth) counts(t *testing.T, s flyby.PointSearch) {
	w.header += ",neighbours"
	counts, _, err := w.set.Counts(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	w.rows.Counts = counts
	for row, n := range counts {
		w.add(row, "%d", n)
	}
}

func (w *truth) neighbours(t *testing.T, s flyby.PointSearch) {
	w.header += ",neighbours"
	table, _, err := w.set.Neighbours(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for row := range w.queries.Len() {
		var names []string
		for _, other := range table.Of(row) {
			names = append(names, w.id(other))
		}
		w.rows.Neighbours = append(w.rows.Neighbours, table.Of(row))
		w.add(row, "%s", strings.Join(names, ";"))
	}
}

func (w *truth) nearest(t *testing.T, queries *points.Store, k int) {
	w.header = "query,rank,entry,distance"
	near, _, err := w.set.Nearest(t.Context(), queries, k)
	if err != nil {
		t.Fatal(err)
	}
	for row := range w.queries.Len() {
		for i, other := range near.Of(row) {
			d := pointjoin.Distance(w.queries.Append(nil, row), w.points.Append(nil, int(other)))
			w.rows.Others, w.rows.Ranks, w.rows.Distances = append(w.rows.Others, other), append(w.rows.Ranks, uint32(i+1)), append(w.rows.Distances, d)
			w.add(row, "%d,%s,%v", i+1, w.id(other), d)
		}
	}
}

func (w *truth) clusters(t *testing.T, s cluster.Search) {
	w.header = "id,eps,minpts,label,kind"
	for v, err := range w.set.Clusters(t.Context(), s) {
		if err != nil {
			t.Fatal(err)
		}
		for row, n := range v.Labels.Numbers {
			w.add(row, "%v,%d,%d,%v", v.Eps, v.MinPoints, n, v.Labels.Kinds[row])
		}
		w.rows.Labels, w.rows.Kinds = append(w.rows.Labels, v.Labels.Numbers...), append(w.rows.Kinds, v.Labels.Kinds...)
		w.rows.Eps, w.rows.MinPoints = v.Eps, v.MinPoints
	}
}

// TestRunPoints: a job finds the same as the root's API of the same points, and hands the same to a writer and to a function.
func TestRunPoints(t *testing.T) {
	s, path := lattice(t, "p.csv", 700)
	q, other := lattice(t, "q.csv", 90)
	for name, a := range map[string]job.Ask{
		"equal":      {Question: question.Question{Kind: question.SelfJoins}},
		"pairs":      {Question: question.Question{Kind: question.SelfJoins, Points: question.Points{Eps: 5, Distances: true}}},
		"mirrored":   {Question: question.Question{Kind: question.SelfJoins, Level: question.Pairs, Points: question.Points{Eps: 2, Mirrored: true}}},
		"counts":     {Question: question.Question{Kind: question.SelfJoins, Level: question.Counts, Points: question.Points{Eps: 5}}},
		"neighbours": {Question: question.Question{Kind: question.SelfJoins, Level: question.Neighbours, Points: question.Points{Eps: 2}}},
		"nearest":    {Question: question.Question{Kind: question.NearestPoints, Points: question.Points{Nearest: 3}}},
		"clusters":   {Question: question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{1, 2}, MinPoints: []int{4, 9}}}}},
		"hybrid":     {Question: question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{1, 2}, MinPoints: []int{4}}}}, Machine: flyby.Options{Method: cluster.Hybrid}},
	} {
		a.Entries, a.Machine.Device = []string{path}, "cpu"
		checkPoints(t, name, a, s.Len(), truthOf(t, s, nil, a))
		if a.Points.Mirrored || a.Kind == question.Clusterings {
			continue
		}
		if a.Queries = []string{other}; a.Kind == question.SelfJoins {
			a.Kind = question.PointJoins
		}
		checkPoints(t, name+" of others", a, s.Len(), truthOf(t, s, q, a))
		a.Queries = []string{path}
		checkPoints(t, name+" of the points once more", a, s.Len(), truthOf(t, s, s, a))
	}
}

// TestPointChunks: of more points than are handed over at a time, each has its row.
func TestPointChunks(t *testing.T) {
	s, path := lattice(t, "p.csv", 20_000)
	for name, a := range map[string]job.Ask{
		"counts":     {Question: question.Question{Kind: question.SelfJoins, Level: question.Counts}},
		"neighbours": {Question: question.Question{Kind: question.SelfJoins, Level: question.Neighbours}},
		"nearest":    {Question: question.Question{Kind: question.NearestPoints, Points: question.Points{Nearest: 4}}},
		"clusters":   {Question: question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{0, 1}, MinPoints: []int{20}}}}},
	} {
		a.Entries, a.Machine.Device = []string{path}, "cpu"
		checkPoints(t, name, a, s.Len(), truthOf(t, s, nil, a))
	}
}

// checkPoints compares a job of some points with a truth.
func checkPoints(t *testing.T, name string, a job.Ask, size int, want truth) {
	t.Helper()
	text, r := pointText(t, a)
	if lines := append([]string{want.header}, want.lines...); text != strings.Join(lines, "\n")+"\n" {
		t.Errorf("%s: a file of %d bytes, %.200q; want %.200q", name, len(text), text, lines)
	}
	rows, s := pointRows(t, a)
	if !reflect.DeepEqual(rows, want.rows) {
		t.Errorf("%s: other rows: %d, want %d", name, len(rows.Rows), len(want.rows.Rows))
	}
	if r.Rows != uint64(len(want.lines)) || s.Rows != r.Rows || r.Rows == 0 || r.Points.Stats.Method == "" || r.Points.Entries.Len() != size || r.Took == 0 || r.Peak == 0 {
		t.Errorf("%s: report %+v, %+v", name, r, s)
	}
	if a.Kind == question.NearestPoints && (r.Points.Each != a.Points.Nearest || r.Points.Stats.Pairs != r.Rows) {
		t.Errorf("%s: %d each, %d pairs of %d rows", name, r.Points.Each, r.Points.Stats.Pairs, r.Rows)
	}
	if len(r.Points.Variants) != a.Points.Clusters.Variants() {
		t.Errorf("%s: variants %+v", name, r.Points.Variants)
	}
}

// TestPointProgress: the columns taken, and the progress of a job, are reported as it reads; an error of a function ends it, and so does
// its context.
func TestPointProgress(t *testing.T) {
	_, path := lattice(t, "p.csv", 300)
	_, other := lattice(t, "q.csv", 40)
	var taken []string
	phases := map[string]bool{}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{path}, Queries: []string{other}}, Question: question.Question{Kind: question.PointJoins, Points: question.Points{Eps: 1}}, Machine: flyby.Options{Device: "cpu"}}
	a.TakenPoints = func(d job.PointData) { taken = append(taken, fmt.Sprint(filepath.Base(d.Name), d.Len(), d.ID)) }
	a.Progress = func(p job.Progress) { phases[p.Phase] = true }
	if _, r := pointText(t, a); !reflect.DeepEqual(taken, []string{"p.csv300id", "q.csv40id"}) || r.Points.Queries.Len() != 40 {
		t.Errorf("taken %v, report %+v", taken, r)
	}
	for _, phase := range []string{"read " + path, "read " + other, "index", "search", ""} {
		if !phases[phase] {
			t.Errorf("no phase %q: %v", phase, phases)
		}
	}
	lost := errors.New("lost")
	if _, err := job.Run(t.Context(), a, job.Func(func(job.Rows) error { return lost })); !errors.Is(err, lost) {
		t.Errorf("a function that fails: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	file := filepath.Join(t.TempDir(), "out.csv")
	if _, err := job.Run(ctx, a, job.File(file)); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a job that failed leaves a file")
	}
}

// TestNoPoints: a file without rows has no clusters, and Taken is called; every other question of it is an error.
func TestNoPoints(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.csv")
	if err := os.WriteFile(path, []byte("id,x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var why error
	a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{1}, MinPoints: []int{2}}}}, Machine: flyby.Options{Device: "cpu"}}
	a.TakenPoints = func(d job.PointData) { why = d.NoRows }
	if text, r := pointText(t, a); text != "id,label,kind\n" || !errors.Is(why, format.ErrNoRows) || r.Points.Variants[0].Clusters != 0 {
		t.Errorf("%q, %v, %+v", text, why, r.Points.Variants)
	}
	if _, err := job.Run(t.Context(), job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.SelfJoins}}, job.Writer(&bytes.Buffer{})); !errors.Is(err, format.ErrNoRows) {
		t.Error(err)
	}
}

// TestWrongPointAsks: the error of a wrong ask names the field, and of a machine the option.
func TestWrongPointAsks(t *testing.T) {
	_, path := lattice(t, "p.csv", 30)
	line := filepath.Join(t.TempDir(), "line.csv")
	if err := os.WriteFile(line, []byte("x\n1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		field  string
		change func(*job.Ask)
	}{
		{"Entries", func(a *job.Ask) { a.Entries = nil }},
		{"Machine threads -1", func(a *job.Ask) { a.Machine.Threads = -1 }},
		{"kind", func(a *job.Ask) { a.Kind = "hits" }},
		{"level", func(a *job.Ask) { a.Level = "hits" }},
		{"eps", func(a *job.Ask) { a.Points.Eps = -1 }},
		{"with-distance", func(a *job.Ask) { a.Points.Distances, a.Level = true, question.Counts }},
		{"mirrored", func(a *job.Ask) { a.Kind, a.Points.Mirrored, a.Queries = question.PointJoins, true, a.Entries }},
		{"neighbours", func(a *job.Ask) { a.Kind = question.NearestPoints }},
		{"clusters", func(a *job.Ask) { a.Kind = question.Clusterings }},
		{"Queries", func(a *job.Ask) { a.Queries = a.Entries }},
		{"Queries", func(a *job.Ask) { a.Kind = question.PointJoins }},
		{"Progress", func(a *job.Ask) { a.Machine.Progress = func(flyby.Progress) {} }},
		{"Settings", func(a *job.Ask) {
			a.Kind, a.Points.Clusters, a.Machine.Settings = question.Clusterings, cluster.Search{Eps: []float64{1}, MinPoints: []int{2}}, map[string]string{"k": "2"}
		}},
		{"Queries", func(a *job.Ask) { a.Kind, a.Queries = question.Clusterings, a.Entries }},
		{`Machine method "fast"`, func(a *job.Ask) { a.Machine.Method = "fast" }},
		{"Machine settings are those of a method", func(a *job.Ask) { a.Machine.Settings = map[string]string{"k": "2"} }},
		{"Machine method kdtree has no colour", func(a *job.Ask) { a.Machine.Method, a.Machine.Settings = "kdtree", map[string]string{"colour": "red"} }},
		{"Device", func(a *job.Ask) { a.Machine.Method, a.Machine.Device = "kdtree", "gpu" }},
		{"Device", func(a *job.Ask) {
			a.Machine.Method, a.Machine.Device, a.Kind, a.Points.Nearest = "tiles", "gpu", question.NearestPoints, 1
		}},
	} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.SelfJoins}, Machine: flyby.Options{Device: "cpu"}}
		c.change(&a)
		_, err := job.Run(t.Context(), a, job.Writer(&bytes.Buffer{}))
		if field, text, _ := strings.Cut(c.field, " "); fieldOf(err) != field || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", c.field, err)
		}
	}
	good := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.SelfJoins}, Machine: flyby.Options{Device: "cpu"}}
	var wrong *job.FieldError
	if _, err := job.Run(t.Context(), good, job.Sink{}); !errors.As(err, &wrong) || wrong.Field != "Sink" {
		t.Errorf("no sink: %v", err)
	}
	good.Kind, good.Queries = question.PointJoins, []string{line}
	var differ *job.DimensionsError
	if _, err := job.Run(t.Context(), good, job.Writer(&bytes.Buffer{})); !errors.As(err, &differ) || *differ != (job.DimensionsError{Points: 2, Queries: 1}) {
		t.Errorf("queries of another dimension: %v", err)
	}
}

// TestPointsLittleMemory: too little memory is refused with a sufficient size, whatever the process held before; that size gives the rows.
func TestPointsLittleMemory(t *testing.T) {
	_, path := lattice(t, "p.csv", 700)
	for name, a := range map[string]job.Ask{
		"pairs": {Question: question.Question{Kind: question.SelfJoins, Points: question.Points{Eps: 5}}}, "counts": {Question: question.Question{Kind: question.SelfJoins, Level: question.Counts, Points: question.Points{Eps: 5}}}, "neighbours": {Question: question.Question{Kind: question.SelfJoins, Level: question.Neighbours, Points: question.Points{Eps: 5}}}, "nearest": {Question: question.Question{Kind: question.NearestPoints, Points: question.Points{Nearest: 3}}},
		"clusters": {Question: question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{1}, MinPoints: []int{4}}}}, Machine: flyby.Options{Method: cluster.Hybrid}},
	} {
		a.Entries, a.Machine.Device, a.Machine.Threads = []string{path}, "cpu", 1
		want, _ := pointText(t, a)
		a.Machine.Memory = 1
		debug.FreeOSMemory() // garbage held as a job begins does not count
		file := filepath.Join(t.TempDir(), "out.csv")
		_, err := job.Run(t.Context(), a, job.File(file))
		var little *flyby.MemoryError
		if !errors.As(err, &little) || !errors.Is(err, flyby.ErrMemory) || little.Bytes != 1 || little.Least < 1<<20 || little.Least > 100<<20 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: a job that was refused leaves a file", name)
		}
		a.Machine.Memory = 2 * little.Least
		if got, _ := pointText(t, a); got != want {
			t.Errorf("%s: other rows in %d bytes", name, a.Machine.Memory)
		}
	}
}
