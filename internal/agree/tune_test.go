package agree_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/batching"
	"flyby/datasets"
	"flyby/internal/predict"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// inCache makes a directory of the test's own the user's cache directory.
func inCache(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	return dir
}

// TestTune: Tune makes the model of every device, and searches use it, for --batching model and for
// auto.
func TestTune(t *testing.T) {
	tier.Full(t)
	inCache(t)
	entries, queries, err := datasets.Searches()[8].Load(0.02, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := search(t, flyby.Options{Device: "cpu"}, entries, queries, 50).hits
	for _, device := range devices(t) {
		o := quickly(flyby.Options{Device: device})
		path, err := flyby.Tune(context.Background(), o, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := predict.Load(path); err != nil {
			t.Errorf("%s: %v", device, err)
		}
		o.Method = flyby.MethodTemporal
		r := ask(t, o, entries, flyby.Search{Queries: queries, Distance: 50, Batching: batching.Model})
		sameHits(t, want, r.hits)
		if n := r.stats.Batches; n < 1 || n > queries.Segments() {
			t.Errorf("%s: %d batches of %d query segments", device, n, queries.Segments())
		}
		o.Method = flyby.MethodAuto
		sameHits(t, want, search(t, o, entries, queries, 50).hits)
	}
}

// TestModelIsMadeWhereThereIsNone: a search with model batches makes a missing model.
func TestModelIsMadeWhereThereIsNone(t *testing.T) {
	tier.Full(t)
	dir := inCache(t)
	entries, queries, err := datasets.Searches()[2].Load(0.02, 1)
	if err != nil {
		t.Fatal(err)
	}
	o := quickly(flyby.Options{Device: "cpu", Method: flyby.MethodTemporal})
	var log bytes.Buffer
	o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	s := flyby.Search{Queries: queries, Distance: 5, Batching: batching.Model}
	if p := planOf(t, o, entries, s); !p.Tunes || p.Candidates != 0 || p.Batches != 0 || p.Seconds != 0 {
		t.Errorf("without a model the plan is %+v", p)
	}
	first := ask(t, o, entries, s).stats
	if first.Tuning <= 0 || strings.Count(log.String(), "no model of cpu yet: measuring it first") != 1 {
		t.Errorf("without a model %+v, log %s", first, log.String())
	}
	if p := planOf(t, o, entries, s); p.Tunes || p.Candidates == 0 || p.Batches == 0 {
		t.Errorf("with a model the plan is %+v", p)
	}
	if again := ask(t, o, entries, s).stats; again.Tuning != 0 || strings.Count(log.String(), "no model") != 1 {
		t.Errorf("with a model %+v, log %s", again, log.String())
	}
	models, _ := filepath.Glob(filepath.Join(dir, "flyby", "models", "*.json"))
	if len(models) != 1 {
		t.Errorf("%d models in the cache, want 1", len(models))
	}
}

// planOf returns the plan of a search.
func planOf(t *testing.T, o flyby.Options, entries *trajectory.Store, s flyby.Search) *flyby.Plan {
	t.Helper()
	db, err := flyby.Open(t.Context(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p, err := db.Plan(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestDamagedModelIsNamedAndIgnored: a search with a damaged model names it and continues with the
// default.
func TestDamagedModelIsNamedAndIgnored(t *testing.T) {
	inCache(t)
	all, err := flyby.Devices()
	if err != nil {
		t.Fatal(err)
	}
	path, err := predict.DefaultPath(all[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	entries, queries, err := datasets.Searches()[2].Load(0.02, 1)
	if err != nil {
		t.Fatal(err)
	}
	search(t, flyby.Options{Device: "cpu", Logger: slog.New(slog.NewTextHandler(&log, nil))}, entries, queries, 5)
	if !strings.Contains(log.String(), "WARN") || !strings.Contains(log.String(), filepath.Base(path)) {
		t.Errorf("the log does not name the damaged model: %s", log.String())
	}
}

// TestProgressIsPredicted: with a model, progress has the time left before any work is done.
func TestProgressIsPredicted(t *testing.T) {
	tier.Full(t)
	inCache(t)
	entries, err := datasets.Generate("galaxy", 1, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := flyby.Tune(context.Background(), quickly(flyby.Options{Device: "cpu"}), ""); err != nil {
		t.Fatal(err)
	}
	for _, m := range []flyby.Method{flyby.MethodSpatiotemporal, flyby.MethodTemporal} {
		var told []flyby.Progress
		search(t, flyby.Options{Device: "cpu", Method: m, Progress: func(p flyby.Progress) { told = append(told, p) }}, entries, nil, 5) // long enough to have time left
		if len(told) == 0 || told[0].Done != 0 || told[0].Left <= 0 {
			t.Fatalf("%s: told %+v, want a prediction first", m, told)
		}
		if last := told[len(told)-1]; last.Done != last.Total {
			t.Errorf("%s: the last is %+v, want all done", m, last)
		}
	}
}
