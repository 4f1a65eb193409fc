package measure

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

func TestSizes(t *testing.T) {
	if got, want := Sizes(400), []int{10, 13, 16, 20, 25, 32, 40, 50, 63, 79, 100, 120, 160, 200, 250, 320, 400}; !slices.Equal(got, want) {
		t.Errorf("up to 400: %v, want %v", got, want)
	}
	for _, n := range []int{1, 7, 10, 11, 40_000, 69_881} {
		got := Sizes(n)
		if got[len(got)-1] != n || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Errorf("up to %d: %v", n, got)
		}
	}
}

func TestThreads(t *testing.T) {
	for cores, want := range map[int][]int{1: {1}, 2: {1, 2}, 6: {1, 2, 4, 6}, 16: {1, 2, 4, 8, 16}} {
		if got := Threads(cores); !slices.Equal(got, want) {
			t.Errorf("%d cores: %v, want %v", cores, got, want)
		}
	}
}

func TestRTreeParameter(t *testing.T) {
	want := RTree{Run: 12, Threads: 16, Distance: 0.5}
	if got, ok := ParseRTree(want.String()); !ok || got != want {
		t.Errorf("%s is read as %+v, %v", want, got, ok)
	}
	if _, ok := ParseRTree("periodic:120"); ok {
		t.Error("a batching is read as an R-tree")
	}
}

func TestFinalists(t *testing.T) {
	at := func(spec string, seconds float64) results.Group {
		return results.Group{Key: journal.Key{Parameter: spec}, Seconds: seconds}
	}
	got := finalists([]results.Group{at("b:1", 3), at("a:1", 5), at("b:2", 1), at("b:3", 2)})
	want := []string{"b:2", "b:3", "a:1"}
	for i, g := range got {
		if i >= len(want) || g.Parameter != want[i] {
			t.Errorf("finalist %d is %s, want %v", i, g.Parameter, want)
		}
	}
}

// small returns a plan that takes a few seconds.
func small() Plan {
	return Plan{Searches: datasets.Searches()[2:3], Scale: 0.01, Seed: 1, Trials: 1, Device: "cpu", Cores: 2, Auto: "cpu", QuickModel: true}
}

// TestResumeMeasuresNothingTwice: a second run measures nothing: the journal has it all, and every
// choice is the same.
func TestResumeMeasuresNothingTwice(t *testing.T) {
	quick := small()
	quick.Quick = true
	resume(t, quick)
}

// resume runs a plan twice.
func resume(t *testing.T, p Plan) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.jsonl")
	count := func() int {
		j, err := journal.Open(path, journal.Session{})
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		done := 0.0
		p.Progress = func(now Progress) {
			if now.Done < done || now.Done > now.Total {
				t.Errorf("%s: done %v of %v after %v", now.Phase, now.Done, now.Total, done)
			}
			done = now.Done
		}
		if err := All(context.Background(), p, j); err != nil {
			t.Fatal(err)
		}
		n := 0
		for range j.Runs() {
			n++
		}
		return n
	}
	first := count()
	if second := count(); second != first {
		t.Errorf("%d runs, then %d", first, second)
	}
}

// TestCutOff: an evaluation that is cut off returns the context's error, and its measurements stay.
func TestCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	j, err := journal.Open(path, journal.Session{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	ctx, cancel := context.WithCancel(context.Background())
	steps := 0
	p := small()
	p.Progress = func(now Progress) {
		if now.Phase != "S3 batch sizes" {
			return
		}
		if steps++; steps == 6 {
			cancel()
		}
	}
	if err := All(ctx, p, j); err == nil {
		t.Error("no error")
	}
	kept := 0
	for range j.Runs() {
		kept++
	}
	if kept == 0 || kept > 6 {
		t.Errorf("%d runs kept", kept)
	}
}

// TestBeside: a batch size that wins a race without its neighbours runs against them afterwards;
// one that had a neighbour in the race does not.
func TestBeside(t *testing.T) {
	for parameter, want := range map[string]int{"periodic:300": 5, "periodic:110": 0} {
		j, err := journal.Open(filepath.Join(t.TempDir(), "m.jsonl"), journal.Session{})
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		r := &runner{Plan: small(), journal: j}
		defer r.data.close()
		r.Progress = func(Progress) {}
		s := r.Searches[0]
		r.data.use(s)
		for i, spec := range []string{"periodic:100", parameter} {
			k := temporal(s, results.Race, spec)
			k.Trial = 1
			if err := j.Add(journal.Run{Key: k, Seconds: float64(i + 1)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.raceNeighbours(t.Context(), s, 399); err != nil {
			t.Fatal(err)
		}
		ran := results.Where(r.measurements(), func(g results.Group) bool { return g.Round == results.Beside })
		if len(ran) != want {
			t.Errorf("after 100 and %s: %d sizes ran, want %d", parameter, len(ran), want)
		}
	}
}

// TestRaceAgrees: a journal goes on with races as long as its own alone, the default's where it does not say it.
func TestRaceAgrees(t *testing.T) {
	j, err := journal.Open(filepath.Join(t.TempDir(), "m.jsonl"), journal.Session{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	agree := func(seconds float64) error {
		p := small()
		p.Race = seconds
		return (&runner{Plan: p, journal: j}).agreeRace()
	}
	if err := agree(12); err != nil {
		t.Fatal(err)
	}
	for seconds, refused := range map[float64]bool{12: false, DefaultRace: true, 20: true} {
		if err := agree(seconds); (err != nil) != refused {
			t.Errorf("%v s after 12: %v", seconds, err)
		}
	}
}

func TestDescribeDataset(t *testing.T) {
	entries, _, err := datasets.Searches()[0].Load(0.01, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := describeDataset(entries)
	if d.Trajectories != 25 || d.Entries != 10_000 || len(d.Time) != len(d.Active) {
		t.Errorf("%d trajectories, %d entries, %d and %d instants", d.Trajectories, d.Entries, len(d.Time), len(d.Active))
	}
	for i, n := range d.Active { // all stars move all the time
		if n != 25 {
			t.Fatalf("%d active at %v", n, d.Time[i])
		}
	}
}
