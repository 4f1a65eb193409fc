package agree_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/batching"
	"flyby/datasets"
	"flyby/internal/predict"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// modelFile is a file of a model of a device, with the numbers of a fake device that package perfmodel has for its tests.
func modelFile(t *testing.T, d flyby.Device) string {
	t.Helper()
	text, err := os.ReadFile("../../internal/predict/testdata/gpu.json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "model.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := predict.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	m.Device = predict.Identify(d)
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// byModel are options of the method temporal on the cpu, with a model of it.
func byModel(t *testing.T) flyby.Options {
	t.Helper()
	cpu := host.New(1)
	defer cpu.Close()
	return flyby.Options{Device: "cpu", Threads: 1, Method: flyby.MethodTemporal, Settings: map[string]string{"model": modelFile(t, cpu.Device())}}
}

// searchOf9 is a search of the paper, small.
func searchOf9(t *testing.T) (entries, queries *trajectory.Store, s flyby.Search) {
	t.Helper()
	entries, queries, err := datasets.Searches()[8].Load(0.02, 1)
	if err != nil {
		t.Fatal(err)
	}
	return entries, queries, flyby.Search{Queries: queries, Distance: 50}
}

// openedFor opens a database for the time of the test.
func openedFor(t *testing.T, entries *trajectory.Store, o flyby.Options) *flyby.Database {
	t.Helper()
	db, err := flyby.Open(t.Context(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestBatchCurve: the curve has the sizes that were asked for, each once, and the size that a search by the model takes; a plan and a search
// with that model tell the same size and the same time.
func TestBatchCurve(t *testing.T) {
	entries, queries, s := searchOf9(t)
	o := byModel(t)
	o.Progress = func(flyby.Progress) {}
	db := openedFor(t, entries, o)
	n := queries.Segments()
	c, err := db.Tune(t.Context(), s, []int{7, 1 << 40, 7})
	if err != nil || c.Queries != n || c.Entries != entries.Segments() || c.Tuning != 0 {
		t.Fatalf("%+v (%v), want %d query segments", c, err, n)
	}
	s.Batching = batching.Model
	p, err := db.Plan(t.Context(), s)
	if err != nil || p.BatchSize == 0 || p.BatchSize != c.Best.Size || p.Batches != (n+p.BatchSize-1)/p.BatchSize {
		t.Fatalf("planned %+v (%v), the best of the curve is %+v", p, err, c.Best)
	}
	var sizes []int
	for _, at := range c.Sizes {
		sizes = append(sizes, at.Size)
		if at.Batches != (n+at.Size-1)/at.Size || at.Time() <= 0 || at.Hits <= 0 || at.Overlaps < at.Hits || at.Interactions < at.Overlaps {
			t.Errorf("%+v", at)
		}
	}
	if want := fmt.Sprint([]int{7, c.Best.Size, n}); fmt.Sprint(sizes) != want {
		t.Errorf("sizes %v, want %s", sizes, want)
	}
	hits, err := db.Hits(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if got := hits.Stats(); got.BatchSize != p.BatchSize || got.Batches != p.Batches || got.Predicted.Seconds() != p.Seconds || got.Predicted <= 0 || got.Batching <= 0 {
		t.Errorf("ran %+v, planned %+v", got, p)
	}
	all, err := db.Tune(t.Context(), s, nil)
	if err != nil || len(all.Sizes) < 12 || all.Best.Size != p.BatchSize {
		t.Errorf("%+v (%v)", all, err)
	}
	for i, at := range all.Sizes[1:] {
		if before := all.Sizes[i]; at.Size <= before.Size || at.Size > n {
			t.Errorf("size %d after %d of %d", at.Size, before.Size, n)
		}
	}
}

// TestBatchesAreTold: stats and plans have the batches, and their size where all but the last have one.
func TestBatchesAreTold(t *testing.T) {
	entries, _, s := searchOf9(t)
	db := openedFor(t, entries, flyby.Options{Device: "cpu", Threads: 1, Method: flyby.MethodTemporal, Settings: map[string]string{"model": byModel(t).Settings["model"]}})
	for batches, size := range map[string]int{"": 120, "periodic:7": 7, "setsplit-max:9": 0} {
		s.Batching = batches
		p, err := db.Plan(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		hits, err := db.Hits(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		got := hits.Stats()
		if got.BatchSize != size || p.BatchSize != size || got.Batches != p.Batches || got.Batches == 0 || p.Seconds <= 0 || got.Predicted != 0 {
			t.Errorf("%q: ran %+v, planned %+v", batches, got, p)
		}
	}
}

// TestNoBatchCurve: what cannot be predicted is an error that says why.
func TestNoBatchCurve(t *testing.T) {
	inCache(t)
	entries, _, s := searchOf9(t)
	db := openedFor(t, entries, byModel(t))
	if _, err := db.Tune(t.Context(), s, []int{3, 0}); err == nil || err.Error() != "flyby: tune: size 0: must be 1 or more query segments" {
		t.Error(err)
	}
	late := 1e9
	if c, err := db.Tune(t.Context(), flyby.Search{Queries: s.Queries, Distance: 1, From: &late}, nil); err != nil || c.Queries != 0 || len(c.Sizes) != 0 {
		t.Errorf("%+v (%v)", c, err)
	}
	if _, err := openedFor(t, entries, flyby.Options{Device: "cpu"}).Tune(t.Context(), s, nil); err == nil || !strings.Contains(err.Error(), "method auto: makes no batches, method temporal does") {
		t.Error(err)
	}
	small := newFake()
	small.largest = entries.Segments()/2 + entries.Segments()/4
	parts := withDriver(flyby.Options{Method: flyby.MethodTemporal, Settings: byModel(t).Settings}, small)
	if _, err := openedFor(t, entries, parts).Tune(t.Context(), s, nil); err == nil || !strings.Contains(err.Error(), "holds the entries in 2 parts") {
		t.Error(err)
	}
	if _, err := flyby.Open(t.Context(), entries, withDriver(flyby.Options{Method: flyby.MethodTemporal}, walker{host.New(1)})); !errors.Is(err, kernel.ErrAbility) {
		t.Error(err)
	}
}

// walker is a driver that only walks pyramids.
type walker struct{ kernel.Driver }

func (w walker) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := w.Driver.Load(ctx, db)
	return struct{ kernel.Resident }{r}, err
}

// TestForeignModel: a model of another device, or of another version, is refused, and both are named.
func TestForeignModel(t *testing.T) {
	entries, _, _ := searchOf9(t)
	o := byModel(t)
	path := o.Settings["model"]
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"units":`, `"units": 99, "was":`, ", 99 units, not for "},
		{`"version": 5`, `"version": 3`, "another version: 3, not 5"},
		{`{`, ``, "damaged"},
	} {
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), c.from, c.to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := flyby.Open(t.Context(), entries, o)
		if err == nil {
			db.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	o.Settings["model"] = ""
	if err := o.Validate(); err == nil || !strings.Contains(err.Error(), `model "": must be a file`) {
		t.Error(err)
	}
}
