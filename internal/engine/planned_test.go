package engine

import (
	"os"
	"path/filepath"
	"testing"

	"flyby/internal/predict"
	"flyby/internal/testing/kerneltest"
)

// modelOfAGPU is a model that the tests of perfmodel have.
func modelOfAGPU(t *testing.T) *predict.Model {
	t.Helper()
	text, err := os.ReadFile("../../internal/predict/testdata/gpu.json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "model.json") // the user's own, as models must be
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := predict.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPlannedOnce: a search runs with its plan, for the same queries on the same index by the same model, and no
// other search uses any of it.
func TestPlannedOnce(t *testing.T) {
	s := kerneltest.Scenes(t)[0]
	index := func() *binsIndex {
		x, err := newIndexes(s.Entries, Config{Threads: 1}).bins()
		if err != nil {
			t.Fatal(err)
		}
		return x.(*binsIndex)
	}
	x, m := index(), modelOfAGPU(t)
	ask := func() task {
		return task{Task: Task{Rule: s.Rule, Queries: s.Queries}, report: newReport(nil, "search"), plan: new(searchPlan)}
	}
	asked := ask()
	p := x.plan(asked, m)
	set := asked.plan.queries
	if set == nil || x.sorted(asked) != set || p.Size == 0 {
		t.Fatalf("planned %+v, and the query segments are sorted again", p)
	}
	asked.plan.prediction.Size = -1 // marks it, to tell it from a new plan
	if got := x.predict(asked, set, m); got.Size != -1 {
		t.Errorf("planned again: %+v", got)
	}
	if got := x.predict(asked, set, modelOfAGPU(t)); got != p {
		t.Errorf("by another model %+v, want %+v", got, p)
	}
	if index().sorted(asked) == set {
		t.Error("another index has the candidates of the first")
	}
	parted := asked
	parted.Queries = s.Entries
	if got := x.sorted(parted); got == set || got.Store != s.Entries {
		t.Error("other queries are those that were planned")
	}
	if x.sorted(ask()) == set {
		t.Error("another search has the query segments of the first")
	}
	alone := ask()
	alone.plan = nil
	if got := x.plan(alone, m); got != p {
		t.Errorf("without a place to keep it %+v, want %+v", got, p)
	}
}
