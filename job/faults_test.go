package job_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"flyby"
	"flyby/internal/memory"
	"flyby/job"
	"flyby/question"
)

// beyondMemory is a test in whose context data are treated as larger than memory.
type beyondMemory struct{ testing.TB }

func (b beyondMemory) Context() context.Context { return memory.WithOutgrown(b.TB.Context()) }

// outgrown returns a job for beyondMemory, in slabs of time, with columns that wait for all rows, and its
// folder for temporary files.
func outgrown(t *testing.T) job.Ask {
	t.Helper()
	return job.Ask{
		Inputs:   job.Inputs{Entries: []string{walkFile(t, 40, 1, asTheyAre)}},
		Question: question.Question{Search: flyby.Search{Distance: 4}, Level: question.Hits, With: []string{question.Speeds, "name"}},
		Machine:  flyby.Options{Device: "cpu", Tmp: t.TempDir()},
	}
}

// planFor returns the plan of a job in slabs.
func planFor(t testing.TB, a job.Ask) *flyby.Plan {
	t.Helper()
	j, err := job.Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	p, err := j.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shapes["slabs"](p)
	return p
}

// quiet waits until there are no more goroutines than before.
func quiet(t *testing.T, before int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			all := make([]byte, 1<<16)
			t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, all[:runtime.Stack(all, true)])
			return
		}
	}
}

// TestCancelled: a job in slabs that is cancelled while it reads, searches, merges or writes ends with the cause, and leaves neither a
// spill file, nor a goroutine, nor an unfinished output.
func TestCancelled(t *testing.T) {
	a := outgrown(t)
	a.Plan = planFor(beyondMemory{t}, a)
	before := runtime.NumGoroutine()
	for _, phase := range []string{"", "read", "index", "search", "write"} {
		ctx, cancel := context.WithCancel(beyondMemory{t}.Context())
		seen := phase == ""
		if seen {
			cancel()
		}
		a.Progress = func(p job.Progress) {
			if phase != "" && strings.HasPrefix(p.Phase, phase) {
				seen = true
				cancel()
			}
		}
		folder := t.TempDir()
		_, err := job.Run(ctx, a, job.File(filepath.Join(folder, "out.csv")))
		if !errors.Is(err, context.Canceled) || !seen {
			t.Errorf("%q: %v", phase, err)
		}
		cancel()
		wantNothingIn(t, folder)
		wantNothingIn(t, a.Machine.Tmp)
		quiet(t, before)
	}
}

// TestFailedSinks: a sink that fails ends a job in slabs with its error, and leaves nothing.
func TestFailedSinks(t *testing.T) {
	a := outgrown(t)
	lost := errors.New("lost")
	before := runtime.NumGoroutine()
	for name, to := range map[string]job.Sink{
		"a function":  job.Func(func(job.Rows) error { return lost }),
		"a writer":    job.Writer(failing{lost}),
		"a folder":    job.File(filepath.Join(t.TempDir(), "nowhere", "out.csv")),
		"no format":   job.File(filepath.Join(t.TempDir(), "out.doc")),
		"a map":       job.File(filepath.Join(t.TempDir(), "out.geojson")),
		"none at all": {},
	} {
		_, err := job.Run(beyondMemory{t}.Context(), a, to)
		if err == nil || strings.HasPrefix(name, "a function") && !errors.Is(err, lost) || name == "a writer" && !strings.Contains(err.Error(), "lost") {
			t.Errorf("%s: %v", name, err)
		}
		wantNothingIn(t, a.Machine.Tmp)
		quiet(t, before)
	}
}

// failing is a writer that always fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestFolders: a folder for temporary files that does not exist, and one without room for the results of slabs or for further columns, are
// errors that name it, and leave nothing.
func TestFolders(t *testing.T) {
	a := outgrown(t)
	tmp := a.Machine.Tmp
	plan := planFor(beyondMemory{t}, a)
	a.Machine.Tmp = filepath.Join(tmp, "nowhere")
	if _, err := job.Run(beyondMemory{t}.Context(), a, job.Writer(&bytes.Buffer{})); err == nil || !strings.Contains(err.Error(), a.Machine.Tmp) {
		t.Errorf("no folder: %v", err)
	}
	a.Machine.Tmp = tmp
	for name, change := range map[string]func(*job.Ask){
		"what slabs leave": func(a *job.Ask) { a.Plan, a.With = plan, nil },
		"what rows ask":    func(a *job.Ask) { a.With = []string{question.Speeds} },
	} {
		full := a
		full.Machine.TmpLimit = 1 << 10
		change(&full)
		if _, err := job.Run(beyondMemory{t}.Context(), full, job.Writer(&bytes.Buffer{})); err == nil || !strings.Contains(err.Error(), "its limit of 1.0 KiB is reached") {
			t.Errorf("%s: %v", name, err)
		}
		wantNothingIn(t, tmp)
	}
}

// TestCutFiles: a file that is cut short as a job begins is the error of a reading in memory, and leaves nothing.
func TestCutFiles(t *testing.T) {
	a := outgrown(t)
	whole, err := os.ReadFile(a.Entries[0])
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndexByte(whole[:len(whole)/2], '"')
	if err := os.WriteFile(a.Entries[0], whole[:at], 0o600); err != nil {
		t.Fatal(err)
	}
	_, got := job.Run(beyondMemory{t}.Context(), a, job.Writer(&bytes.Buffer{}))
	_, want := job.Run(t.Context(), a, job.Writer(&bytes.Buffer{}))
	if got == nil || want == nil || got.Error() != want.Error() || !strings.Contains(got.Error(), "walk.csv") {
		t.Errorf("%v, in memory %v", got, want)
	}
	wantNothingIn(t, a.Machine.Tmp)
}

// TestAtOnce: simultaneous jobs each write the same as alone, also where one of them is cancelled.
func TestAtOnce(t *testing.T) {
	a := outgrown(t)
	a.Plan = planFor(beyondMemory{t}, a)
	want, _ := text(beyondMemory{t}, a)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(beyondMemory{t}.Context())
			defer cancel()
			one := a
			if i == 1 {
				one.Progress = func(p job.Progress) {
					if p.Unit == job.SlabsUnit {
						cancel()
					}
				}
			}
			var out bytes.Buffer
			switch _, err := job.Run(ctx, one, job.Writer(&out)); {
			case i == 1:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("cancelled: %v", err)
				}
			case err != nil || out.String() != want:
				t.Errorf("job %d: %d bytes, want %d, or others: %v", i, out.Len(), len(want), err)
			}
		})
	}
	wg.Wait()
	wantNothingIn(t, a.Machine.Tmp)
}

// TestPlans: a job whose plan is for other data, or for a join where there are queries, is refused; and a plan has its kind.
func TestPlans(t *testing.T) {
	a := outgrown(t)
	p := planFor(beyondMemory{t}, a)
	other := a
	other.Entries = []string{walkFile(t, 39, 2, asTheyAre)}
	search := a
	search.Queries = other.Entries
	for name, ask := range map[string]job.Ask{"others": other, "search": search, "in memory": a} {
		ctx := t.Context()
		if name != "in memory" {
			ctx = beyondMemory{t}.Context()
		}
		ask.Plan = p
		if _, err := job.Run(ctx, ask, job.Writer(&bytes.Buffer{})); err == nil || !strings.Contains(err.Error(), "plan") {
			t.Errorf("%s: %v", name, err)
		}
	}
	j, err := job.Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if p, err := j.Plan(t.Context()); err != nil || p.Kind != "memory" || p.Candidates == 0 {
		t.Errorf("in memory: %+v, %v", p, err)
	}
}
