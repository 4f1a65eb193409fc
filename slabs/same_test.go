package slabs_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/slab"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
	"flyby/trajectory"
	"flyby/trajectory/input"
)

// filesOf returns the files of a folder.
func filesOf(t testing.TB, dir string) map[string]string {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range all {
		files[e.Name()] = string(read(t, filepath.Join(dir, e.Name())))
	}
	return files
}

// wantSame wants two folders to have the same files.
func wantSame(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		var names []string
		for name := range want {
			if got[name] != want[name] {
				names = append(names, name)
			}
		}
		t.Errorf("%s: %d files, want %d; %v differ", what, len(got), len(want), names)
	}
}

// manyRows returns rows of an AIS-like file in order of time or of objects.
func manyRows(r *rand.Rand, inTime bool) (rows []string) {
	type row struct {
		t    int
		text string
	}
	var all []row
	for object := range 40 {
		at := r.IntN(20)
		x, y := 9*r.Float64(), 9*r.Float64()
		for range 60 {
			x, y = x+r.Float64()-0.5, y+r.Float64()-0.5
			all = append(all, row{at, fmt.Sprintf("%d,%d,%v,%v,1,%v", object, at, x, y, float64(object)/64)})
			at += 1 + r.IntN(9)
		}
	}
	if inTime {
		slices.SortStableFunc(all, func(a, b row) int { return a.t - b.t })
	}
	for _, one := range all {
		rows = append(rows, one.text)
	}
	return rows
}

// TestSameFolder: the same files, ask and number of slabs make the same folder to the byte, whether the data fit the memory, outgrow it or are row groups, on any number of threads; and parts do not
// depend on the method or the threads.
func TestSameFolder(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	memories := map[string][]uint64{
		"csv": {0}, "csv in time": {200 << 20}, "parquet in time": {0, 2 << 30}, "search, entries in time": {200 << 20}, "search": {2 << 30},
	}
	for kind, some := range memories {
		r, folder := rand.New(rand.NewPCG(33, 3)), t.TempDir()
		path := fileOf(t, folder, "a.csv", manyRows(r, kind != "csv"))
		a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Search: flyby.Search{Distance: 0.6}}, Machine: flyby.Options{Device: "cpu"}}
		a.Read.MaxGap = 7
		switch kind {
		case "parquet in time":
			a.Entries = []string{groupsOf(t, "a.parquet", 50, logOf(r, 90))}
		case "search, entries in time":
			a.Entries = []string{groupsOf(t, "a.parquet", 50, logOf(r, 90))}
			a.Queries = []string{fileOf(t, folder, "b.csv", manyRows(r, false))}
		case "search":
			a.Queries = []string{fileOf(t, folder, "b.csv", manyRows(r, false))}
		}
		_, dir := planned(t, a, 3)
		want := filesOf(t, dir)
		for _, memory := range some {
			wantSamePlan(t, fmt.Sprintf("%s, memory %d", kind, memory), a, memory, want)
		}
		if strings.HasSuffix(kind, "in time") {
			wantSameParts(t, kind, dir)
		}
	}
}

// wantSamePlan wants an ask planned with the options of a memory, twice, to have the same folder; with a memory that is not 0 the data are treated as larger than it.
func wantSamePlan(t *testing.T, name string, a job.Ask, memory uint64, want map[string]string) {
	t.Helper()
	ctx := t.Context()
	if memory > 0 {
		ctx = beyondMemory{t}.Context()
	}
	var log bytes.Buffer
	a.Machine.Logger = slog.New(slog.NewTextHandler(&log, nil))
	to := filepath.Join(t.TempDir(), "other")
	a.Machine.Memory, a.Machine.Tmp, a.Machine.Threads = memory, t.TempDir(), 1+int(memory>>30)
	w, err := slabs.Plan(ctx, to, a, slabs.PlanOptions{Slabs: 3})
	if err != nil {
		t.Fatal(name, err)
	}
	wantSame(t, name, filesOf(t, to), want)
	if got := w.SidesInPlace()[0]; got != strings.HasSuffix(a.Entries[0], ".parquet") || got != strings.Contains(log.String(), "row groups tell times apart") {
		t.Errorf("%s: in place: %v", name, got)
	}
	if again, err := slabs.Plan(ctx, to, a, slabs.PlanOptions{Slabs: 3}); err != nil || !again.Before || w.Before {
		t.Errorf("%s: planned again: %v", name, err)
	}
	wantSame(t, name+", planned again", filesOf(t, to), want)
}

// wantSameOutgrown wants the same folder where the data outgrow the memory.
func wantSameOutgrown(t testing.TB, a job.Ask, n int, want map[string]string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "outgrown")
	a.Machine.Memory = 500 << 20
	if _, err := slabs.Plan(beyondMemory{t}.Context(), dir, a, slabs.PlanOptions{Slabs: n}); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "outgrown", filesOf(t, dir), want)
}

// wantSameParts runs all slabs, and again by another method on more threads, and wants the same parts.
func wantSameParts(t testing.TB, kind, dir string) {
	t.Helper()
	w, err := slabs.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for k := range w.Slabs() {
		part, first := filepath.Join(dir, fmt.Sprintf("part-%d", k)), ""
		for i, o := range []flyby.Options{{Device: "cpu", Threads: 1}, {Method: flyby.MethodRTree, Threads: 4}, {Device: "cpu", Method: flyby.MethodTemporal, Memory: 1 << 30}} {
			if _, err := w.Run(t.Context(), k, o); err != nil {
				t.Fatal(err)
			}
			text := string(read(t, part))
			if i == 0 {
				first = text
			}
			if text != first || text == "" {
				t.Errorf("%s: slab %d: part of %d bytes, other than %d", kind, k, len(text), len(first))
			}
			if err := os.Remove(part); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestOverhang: the overhang that is stored with a slab is the overhang of a sweep over all slabs: each slab, read from its file alone, has the segments of the data that start in it, and the
// segments that start before it and end in it or later.
func TestOverhang(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		r, folder := rand.New(rand.NewPCG(seed, 4)), t.TempDir()
		a := job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(t, folder, "a.csv", walks(r, 12, false))}}, Question: question.Question{Search: flyby.Search{Distance: 1}}}
		if seed%4 == 3 {
			a.Entries = []string{groupsOf(t, "a.parquet", 16, logOf(r, 20))}
		}
		in := testing.TB(t)
		if seed%2 == 0 {
			in = beyondMemory{t}
		}
		w, _ := planned(in, a, 9)
		if got := w.SidesInPlace()[0]; got != (seed%4 == 3) {
			t.Errorf("seed %d: in place: %v", seed, got)
		}
		whole, _, err := input.Read(t.Context(), a.Entries[0], a.Read)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range w.Slabs() {
			b, err := w.SlabOf(t.Context(), s.K)
			if err != nil || b.Start != s.From || b.End != s.To {
				t.Fatal(s, err)
			}
			wantSegments(t, whole, b, s)
		}
	}
}

// wantSegments wants a slab to have the whole store's segments of its time.
func wantSegments(t *testing.T, whole *trajectory.Store, b *slab.Slab, s slabs.Slab) {
	t.Helper()
	own, over := uint64(0), uint64(0)
	want := map[string]bool{}
	for row, g := range whole.Rows() {
		starts := g.T0 >= s.From && g.T0 < s.To
		hangs := g.T0 < s.From && g.T1 >= s.From
		if starts || hangs {
			want[fmt.Sprint(whole.Owner(row), whole.SegmentID(row), g)] = true
		}
		if starts {
			own++
		}
		if hangs {
			over++
		}
	}
	for row, g := range b.Store.Rows() {
		traj := b.Store.Owner(row)
		one := fmt.Sprint(b.Traj[traj], b.Segment(traj, row), g)
		if !want[one] {
			t.Errorf("slab %d: %s is not of the slab", s.K, one)
		}
		delete(want, one)
	}
	if len(want) > 0 || s.Segments != own || s.Overhang != over {
		t.Errorf("slab %d: without %d segments; %d and %d over, want %d and %d", s.K, len(want), s.Segments, s.Overhang, own, over)
	}
}

// TestFiles: plans of several files, of ids that are integers in one slab alone, and of standard input give the file of one run.
func TestFiles(t *testing.T) {
	t.Parallel()
	r, folder := rand.New(rand.NewPCG(33, 5)), t.TempDir()
	early, late := walks(r, 9, false), []string(nil)
	for _, row := range walks(r, 6, true) {
		cells := strings.Split(row, ",")
		late = append(late, fmt.Sprintf("%s,%s", "b"+cells[0], strings.Join(append([]string{cells[1] + "0"}, cells[2:]...), ",")))
	}
	one, two := fileOf(t, folder, "1.csv", early), fileOf(t, folder, "2.csv", late)
	a := job.Ask{Inputs: job.Inputs{Entries: []string{one, two}}, Question: question.Question{Search: flyby.Search{Distance: 2}}, Machine: flyby.Options{Device: "cpu"}}
	wantOneRun(t, r, "two files", a, 7, ".csv")
	a.Entries, a.Queries = []string{folder}, []string{one}
	wantOneRun(t, r, "a folder, searched with one of its files", a, 7, ".parquet")
	a.Queries = []string{folder}
	wantOneRun(t, r, "a folder, searched with itself", a, 7, ".csv")
	text := read(t, one)
	a.Entries, a.Queries = []string{"-"}, nil
	a.Read.Stdin = bytes.NewReader(text)
	_, dir := planned(t, a, 5)
	got, _ := merged(t, runAll(t, r, dir), ".csv")
	a.Read.Stdin = bytes.NewReader(text)
	if want, _ := oneRun(t, a, ".csv"); !bytes.Equal(got, want) {
		t.Errorf("standard input: %d bytes, want %d", len(got), len(want))
	}
}

// TestMemory: without a number of slabs, Plan makes as many that a run fits the memory.
func TestMemory(t *testing.T) {
	t.Parallel()
	r, folder := rand.New(rand.NewPCG(33, 6)), t.TempDir()
	a := job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(t, folder, "a.csv", walks(r, 20, false))}}, Question: question.Question{Search: flyby.Search{Distance: 1}}, Machine: flyby.Options{Device: "cpu"}}
	a.Machine.Memory = 2 << 30
	w, err := slabs.Plan(t.Context(), filepath.Join(folder, "work"), a, slabs.PlanOptions{})
	if err != nil || len(w.Slabs()) != 1 || !math.IsInf(w.Slabs()[0].To, 1) {
		t.Fatal(w, err)
	}
	got, _ := merged(t, runAll(t, r, filepath.Join(folder, "work")), ".csv")
	if want, _ := oneRun(t, a, ".csv"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}

// beyondMemory is a test in whose context data are treated as larger than memory.
type beyondMemory struct{ testing.TB }

func (b beyondMemory) Context() context.Context { return memory.WithOutgrown(b.TB.Context()) }
