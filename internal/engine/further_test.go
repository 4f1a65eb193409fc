package engine

import (
	"log/slog"
	"strings"
	"testing"

	"flyby/internal/parallel"
	"flyby/internal/placement"
	"flyby/internal/predict"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	cpu "flyby/kernel/host"
)

// further opens entries by auto on the cores of the host, with a further device whose driver takes a number of seconds to start; there says whether it exists. opened counts how
// often it was opened.
func further(t *testing.T, start float64, there bool) (e *Engine, opened *int) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	opened = new(int)
	c := Config{Method: Auto, Threads: 1, Logger: slog.New(slog.DiscardHandler), Further: &Further{Start: placement.Start{Seconds: start}, Open: func() (Device, bool) {
		*opened++
		return Device{Driver: cpu.New(1)}, there
	}}}
	e, err := Open(t.Context(), kerneltest.Scenes(t)[0].Entries, []Device{{Driver: cpu.New(1), Reason: "cores"}}, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, opened
}

// TestFurther: the further device is opened for the first search that pays for its start, once, and the reason has the predicted seconds; where there is none the cores search.
func TestFurther(t *testing.T) {
	for name, c := range map[string]struct {
		cores  float64 // seconds of a comparison of two boxes
		there  bool
		opened int
		reason string
	}{
		"short":           {1e-9, true, 0, "s by the cores, where its cost is assumed, 0.34 s by a GPU, 0.34 s of them to start"},
		"long":            {1, true, 1, "s by a GPU, 0.34 s of them to start"},
		"long, and alone": {1, false, 1, "no GPU here"},
	} {
		e, opened := further(t, 0.3, c.there)
		a := e.way.(*auto)
		a.cores.Walk = predict.Walk{BoxTest: c.cores, Stride: 1}
		if got := len(a.ways[0].all); got != 0 {
			t.Errorf("%s: %d parts are loaded before a search", name, got)
		}
		asked := Task{Rule: kerneltest.Scenes(t)[0].Rule, Queries: e.entries}
		for range 2 {
			if _, err := e.Prepare(t.Context(), asked); err != nil {
				t.Fatal(err)
			}
			if r, err := e.Search(t.Context(), asked); err != nil || r.Count == 0 {
				t.Fatalf("%s: %v, %d hits", name, err, r.Count)
			}
		}
		if reason := e.Choice().Reason; *opened != c.opened || !strings.Contains(reason, c.reason) || e.Choice().Method != "spatiotemporal" {
			t.Errorf("%s: opened %d times, %s", name, *opened, reason)
		}
	}
}

// TestFurtherAtLast: what searches lose on the cores adds up, until the device's start is paid for.
func TestFurtherAtLast(t *testing.T) {
	e, opened := further(t, 0.3, true)
	a := e.way.(*auto)
	index, err := a.indexes.pyramid()
	if err != nil {
		t.Fatal(err)
	}
	asked := Task{Rule: kerneltest.Scenes(t)[0].Rule, Queries: e.entries}
	tests := index.(*pyramidIndex).count(task{Task: asked, pool: parallel.NewPool(1), pyramids: newPyramids(e.entries, e.pool)}, 1).BoxTests
	a.cores.Walk = predict.Walk{BoxTest: 0.15 / tests, Stride: 1} // 0.15 s a search; the GPU takes 0.34 s to start
	for n := range 5 {
		if _, err := e.Search(t.Context(), asked); err != nil {
			t.Fatal(err)
		}
		if want := min(1, n/2); *opened != want {
			t.Errorf("after %d searches it was opened %d times, want %d", n+1, *opened, want)
		}
	}
}

// TestFurtherCannotWalk: a further device without walks is passed over.
func TestFurtherCannotWalk(t *testing.T) {
	e, _ := further(t, 0.3, true)
	a := e.way.(*auto)
	d := &ranges{Driver: cpu.New(1)}
	a.further.Open = func() (Device, bool) { return Device{Driver: d}, true }
	a.cores.Walk = predict.Walk{BoxTest: 1, Stride: 1}
	asked := Task{Rule: kerneltest.Scenes(t)[0].Rule, Queries: e.entries}
	if r, err := e.Search(t.Context(), asked); err != nil || r.Count == 0 || e.Choice().Reason != "cores" {
		t.Errorf("%v, %+v", err, e.Choice())
	}
	var _ kernel.Driver = d
}
