package slabs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"flyby"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// small returns an ask of a small file.
func small(t testing.TB) job.Ask {
	t.Helper()
	r := rand.New(rand.NewPCG(33, 8))
	return job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(t, t.TempDir(), "a.csv", walks(r, 15, false))}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
}

// edit changes a file.
func edit(t testing.TB, path string, change func([]byte) []byte) {
	t.Helper()
	if err := os.WriteFile(path, change(bytes.Clone(read(t, path))), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wantRefused wants Merge to fail with an error of the kinds and the text given, and to leave no file.
func wantRefused(t testing.TB, w *slabs.Work, says string, kinds ...error) {
	t.Helper()
	folder := t.TempDir()
	_, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{}, job.File(filepath.Join(folder, "out.csv")))
	for _, kind := range kinds {
		if !errors.Is(err, kind) {
			t.Errorf("%v is not %v", err, kind)
		}
	}
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%v does not say %q", err, says)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestParts: Status and Merge report a part that is missing, cut, flipped, of another slab or of another plan, and Merge hands over no rows; Run writes the part again.
func TestParts(t *testing.T) {
	t.Parallel()
	a := small(t)
	want, _ := oneRun(t, a, ".csv")
	w, dir := planned(t, a, 6)
	wantRefused(t, w, "parts of slabs 0-5 are missing", slabs.ErrMissing)
	other := a
	other.Search.Distance = 1.4
	_, elsewhere := planned(t, other, 6)
	runAll(t, rand.New(rand.NewPCG(1, 1)), elsewhere)
	runAll(t, rand.New(rand.NewPCG(1, 2)), dir)
	part := func(k int) string { return filepath.Join(dir, fmt.Sprintf("part-%d", k)) }
	for _, err := range []error{
		os.Remove(part(0)), os.Rename(part(1), part(2)), os.WriteFile(part(4), read(t, filepath.Join(elsewhere, "part-4")), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	edit(t, part(3), func(text []byte) []byte { return text[:len(text)-5] })
	edit(t, part(5), func(text []byte) []byte { text[len(text)/2] ^= 4; return text })
	states, err := w.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []slabs.Condition{slabs.Missing, slabs.Missing, slabs.Damaged, slabs.Damaged, slabs.Damaged, slabs.Damaged} {
		if s := states[k]; s.K != k || s.Is != want || (s.Why != nil) != (want == slabs.Damaged) {
			t.Errorf("%+v, want %s", s, want)
		}
	}
	wantRefused(t, w, "parts of slabs 0-1 are missing (part-0, part-1), parts of slabs 2-5 are damaged (", slabs.ErrMissing, slabs.ErrDamaged)
	wantRefused(t, w, part(3), slabs.ErrDamaged)
	for k := range states {
		if p, err := w.Run(t.Context(), k, flyby.Options{Device: "cpu"}); err != nil || p.Before {
			t.Errorf("%+v, %v", p, err)
		}
	}
	if states, err = w.Status(t.Context()); err != nil || states[3].Is != slabs.Done {
		t.Error(states, err)
	}
	if got, _ := merged(t, w, ".csv"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}

// TestPlanFiles: Run and Merge return errors for a slab or ids that are changed, cut or gone, if they read them, and write no part.
func TestPlanFiles(t *testing.T) {
	t.Parallel()
	a := small(t)
	for name, change := range map[string]func(path string) error{
		"flipped": func(path string) error {
			edit(t, path, func(text []byte) []byte { text[len(text)*2/3] ^= 1; return text })
			return nil
		},
		"cut":  func(path string) error { return os.Truncate(path, 90) },
		"gone": os.Remove,
		"of more slabs": func(path string) error {
			_, dir := planned(t, a, 4)
			return os.WriteFile(path, read(t, filepath.Join(dir, filepath.Base(path))), 0o600)
		},
		"made by somebody else": func(path string) error { return slabs.Resealed(path) },
		"of another plan": func(path string) error {
			other := a
			other.Search.Distance = 7
			_, dir := planned(t, other, 3)
			return os.WriteFile(path, read(t, filepath.Join(dir, filepath.Base(path))), 0o600)
		},
	} {
		w, dir := planned(t, a, 3)
		if err := change(filepath.Join(dir, "slab-1")); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Run(t.Context(), 1, flyby.Options{Device: "cpu"}); !errors.Is(err, slabs.ErrChanged) || !strings.Contains(err.Error(), "slab-1") {
			t.Errorf("%s: %v", name, err)
		}
		for _, k := range []int{0, 2} {
			if _, err := w.Run(t.Context(), k, flyby.Options{Device: "cpu"}); err != nil {
				t.Errorf("%s: another slab: %v", name, err)
			}
		}
		wantRefused(t, w, "parts of slabs 1 are missing", slabs.ErrMissing)
		if name == "of more slabs" || name == "made by somebody else" {
			continue // the names are equal, or a manifest has no slabs
		}
		w, dir = planned(t, a, 1)
		runAll(t, rand.New(rand.NewPCG(1, 3)), dir)
		if err := change(filepath.Join(dir, "names")); err != nil {
			t.Fatal(err)
		}
		wantRefused(t, w, "names", slabs.ErrChanged)
	}
}

// TestFolders: a folder with other files, or with another plan, stays as it is; an input that changes during planning makes planning fail.
func TestFolders(t *testing.T) {
	t.Parallel()
	a := small(t)
	_, dir := planned(t, a, 3)
	want := filesOf(t, dir)
	other := a
	other.Search.Distance = 9
	for _, o := range []slabs.PlanOptions{{Slabs: 3}, {Slabs: 4}} {
		ask := a
		if o.Slabs == 3 {
			ask = other
		}
		if _, err := slabs.Plan(t.Context(), dir, ask, o); err == nil || !strings.Contains(err.Error(), "another plan") {
			t.Errorf("%+v: %v", o, err)
		}
		wantSame(t, "after another plan", filesOf(t, dir), want)
	}
	if _, err := slabs.Plan(t.Context(), filepath.Dir(a.Entries[0]), a, slabs.PlanOptions{Slabs: 3}); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Error(err)
	}
	changing := slabs.PlanOptions{Slabs: 3, Read: func(*job.Job) error {
		edit(t, a.Entries[0], func(text []byte) []byte { return append(text, "7,1e6,1,1,1,0\n"...) })
		return nil
	}}
	to := filepath.Join(t.TempDir(), "work")
	if _, err := slabs.Plan(t.Context(), to, a, changing); !errors.Is(err, slabs.ErrChanged) || !strings.Contains(err.Error(), a.Entries[0]) {
		t.Error(err)
	}
	if _, err := slabs.Open(to); !errors.Is(err, slabs.ErrChanged) {
		t.Error(err)
	}
}

// TestUndone: planning that fails leaves an empty folder; the next plan takes such a folder, and a folder in which planning was killed.
func TestUndone(t *testing.T) {
	t.Parallel()
	a, dir := small(t), t.TempDir()
	ctx, stop := context.WithCancel(beyondMemory{t}.Context())
	o := slabs.PlanOptions{Slabs: 3, Read: func(*job.Job) error { stop(); return nil }}
	if _, err := slabs.Plan(ctx, dir, a, o); !errors.Is(err, context.Canceled) || len(filesOf(t, dir)) > 0 {
		t.Error(err, len(filesOf(t, dir)))
	}
	old, young := filepath.Join(dir, ".plan-1"), filepath.Join(dir, ".plan-2")
	for folder, age := range map[string]time.Duration{old: 25 * time.Hour, young: time.Hour} {
		at := time.Now().Add(-age)
		if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "names"), nil, 0o600), os.Chtimes(folder, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if w, err := slabs.Plan(beyondMemory{t}.Context(), dir, a, slabs.PlanOptions{Slabs: 3}); err != nil || w.Before {
		t.Error(err)
	}
	for folder, want := range map[string]bool{old: false, young: true} {
		if _, err := os.Stat(folder); (err == nil) != want {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

// TestLeftovers: the leftovers of a killed run are removed by a later run of its slab once they are a day old, and by the merge.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	w, dir := planned(t, small(t), 2)
	leftover := func(name string, age time.Duration) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if at := time.Now().Add(-age); os.Chtimes(path, at, at) != nil {
			t.Fatal(path)
		}
		return path
	}
	old, young, others := leftover(".part-0.h-1", 25*time.Hour), leftover(".part-0.h-2", time.Hour), leftover(".part-1.h-3", 25*time.Hour)
	there := func(path string) bool { _, err := os.Stat(path); return err == nil }
	if _, err := w.Run(t.Context(), 0, flyby.Options{Device: "cpu"}); err != nil || there(old) || !there(young) || !there(others) {
		t.Error(err, there(old), there(young), there(others))
	}
	if _, err := w.Run(t.Context(), 1, flyby.Options{Device: "cpu"}); err != nil || there(others) {
		t.Error(err, there(others))
	}
	if merged(t, w, ".csv"); there(young) {
		t.Error("the merge left it")
	}
}

// TestPartIsFolder: a run that cannot replace the entry at a part's name, such as a folder, returns an error that names the folder of the plan, and leaves the entry and nothing else.
func TestPartIsFolder(t *testing.T) {
	t.Parallel()
	w, dir := planned(t, small(t), 2)
	keep := filepath.Join(dir, "part-1", "keep")
	if err := errors.Join(os.Mkdir(filepath.Dir(keep), 0o700), os.WriteFile(keep, []byte("me"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Run(t.Context(), 1, flyby.Options{Device: "cpu"}); err == nil || !strings.Contains(err.Error(), "write to folder "+dir+": rename: ") || string(read(t, keep)) != "me" {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
	if states, err := w.Status(t.Context()); err != nil || states[1].Is != slabs.Damaged {
		t.Error(states, err)
	}
}

// TestTwoAtOnce: several runs of one slab at once leave one good part, and nothing else.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	a := small(t)
	w, dir := planned(t, a, 2)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if _, err := w.Run(context.Background(), i%2, flyby.Options{Device: "cpu", Threads: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got, _ := merged(t, w, ".csv")
	if want, _ := oneRun(t, a, ".csv"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
	if files := filesOf(t, dir); len(files) != 6 {
		t.Errorf("%d files", len(files))
	}
}

// TestRefused: asks that slabs cannot answer, and numbers of slabs out of range, are errors.
func TestRefused(t *testing.T) {
	t.Parallel()
	a := small(t)
	for name, c := range map[string]struct {
		change func(*job.Ask)
		o      slabs.PlanOptions
		says   string
	}{
		"geometry":    {func(a *job.Ask) { a.Geometry = "point" }, slabs.PlanOptions{Slabs: 2}, "Geometry"},
		"with":        {func(a *job.Ask) { a.With = []string{question.Speeds} }, slabs.PlanOptions{Slabs: 2}, "With"},
		"groups":      {func(a *job.Ask) { a.Kind = question.Convoys }, slabs.PlanOptions{Slabs: 2}, "Kind"},
		"nearest":     {func(a *job.Ask) { a.Kind, a.Search = question.NearestTrajectories, flyby.Search{K: 1} }, slabs.PlanOptions{Slabs: 2}, "Kind nearest: needs the data sets"},
		"visits":      {func(a *job.Ask) { a.Kind, a.Zones = question.ZoneVisits, []string{"z.geojson"} }, slabs.PlanOptions{Slabs: 2}, "Kind visits: needs the data sets"},
		"no slabs":    {func(*job.Ask) {}, slabs.PlanOptions{}, "Slabs or Memory"},
		"fewer":       {func(*job.Ask) {}, slabs.PlanOptions{Slabs: -1}, "Slabs or Memory"},
		"distance":    {func(a *job.Ask) { a.Search.Distance = -1 }, slabs.PlanOptions{Slabs: 2}, "distance"},
		"no file":     {func(a *job.Ask) { a.Entries = []string{"none.csv"} }, slabs.PlanOptions{Slabs: 2}, "none.csv"},
		"bad row":     {func(a *job.Ask) { a.Entries = []string{fileOf(t, t.TempDir(), "bad.csv", []string{"1,2,x,4,5,6"})} }, slabs.PlanOptions{Slabs: 2}, `bad.csv`},
		"a plan":      {func(a *job.Ask) { a.Plan = &flyby.Plan{} }, slabs.PlanOptions{Slabs: 2}, "Plan"},
		"no memory":   {func(a *job.Ask) { a.Machine.Memory = 1000 }, slabs.PlanOptions{Slabs: 2}, "memory"},
		"many levels": {func(a *job.Ask) { a.Level, a.Top = question.Hits, 4 }, slabs.PlanOptions{Slabs: 2}, "level"},
	} {
		ask := a
		c.change(&ask)
		dir, ctx := filepath.Join(t.TempDir(), "work"), t.Context()
		if name == "no memory" {
			ctx = beyondMemory{t}.Context()
		}
		if _, err := slabs.Plan(ctx, dir, ask, c.o); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := slabs.Open(dir); err == nil {
			t.Errorf("%s: there is a plan", name)
		}
	}
	w, dir := planned(t, a, 2)
	for _, k := range []int{-1, 2, 99} {
		if _, err := w.Run(t.Context(), k, flyby.Options{Device: "cpu"}); err == nil || !strings.Contains(err.Error(), "from 0 to 1") {
			t.Error(k, err)
		}
	}
	if _, err := w.Run(t.Context(), 0, flyby.Options{Device: "cpu", Memory: 1000}); !errors.Is(err, flyby.ErrMemory) {
		t.Error(err)
	}
	done, stop := context.WithCancel(t.Context())
	stop()
	if _, err := w.Run(done, 0, flyby.Options{Device: "cpu"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if files := filesOf(t, dir); len(files) != 4 {
		t.Errorf("%d files", len(files))
	}
	runAll(t, rand.New(rand.NewPCG(1, 4)), dir)
	if _, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{}, job.File(filepath.Join(dir, "out.geojson"))); err == nil || !strings.Contains(err.Error(), "GeoJSON") {
		t.Error(err)
	}
	if _, err := w.Merge(done, job.Range{}, slabs.MergeOptions{}, job.File(filepath.Join(dir, "out.csv"))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestRounds: more parts than the memory lets merge at once are merged in rounds, by spill files in the folder for them; memory that is too little for two parts is refused.
func TestRounds(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 10))
	var rows []string
	for object := range 3 {
		for at := range 240 {
			rows = append(rows, fmt.Sprintf("%d,%d,%v,%v,0,0", object, at, 3*r.Float64(), 3*r.Float64()))
		}
	}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(t, t.TempDir(), "a.csv", rows)}}, Question: question.Question{Search: flyby.Search{Distance: 1}, Level: question.Hits}, Machine: flyby.Options{Device: "cpu"}}
	want, _ := oneRun(t, a, ".csv")
	w, _ := planned(t, a, 60)
	for k := range w.Slabs() {
		if _, err := w.Run(t.Context(), k, flyby.Options{Device: "cpu", Threads: 1}); err != nil {
			t.Fatal(err)
		}
	}
	path, tmp := filepath.Join(t.TempDir(), "out.csv"), t.TempDir()
	report, err := w.MergeInLittle(t.Context(), job.Range{}, slabs.MergeOptions{Machine: flyby.Options{Tmp: tmp}}, job.File(path))
	if err != nil || !bytes.Equal(read(t, path), want) {
		t.Errorf("%d bytes, want %d: %v", len(read(t, path)), len(want), err)
	}
	if left := filesOf(t, tmp); len(left) > 0 || report.Spilled == 0 {
		t.Errorf("%d files, %d bytes spilled", len(left), report.Spilled)
	}
	if _, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{Machine: flyby.Options{Memory: 1, Tmp: tmp}}, job.File(path)); !errors.Is(err, flyby.ErrMemory) {
		t.Error(err)
	}
}
