package estimate

import (
	"testing"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/testing/modeltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// searchS1 returns S1 of the paper at a scale of a tenth, pairs of an object with itself excluded.
func searchS1(t *testing.T) *Workload {
	t.Helper()
	entries, queries, err := datasets.Searches()[0].Load(0.1, 1)
	if err != nil {
		t.Fatal(err)
	}
	excluded := make([]uint32, queries.Trajectories())
	for i := range excluded {
		e, _ := entries.Find(queries.ID(i))
		excluded[i] = uint32(e)
	}
	bins := binindex.NewBins(entries, 0)
	r := interaction.Rule{Distance: 1, Window: interaction.Unbounded(), Excluded: excluded}
	return NewEntries(entries, bins).NewWorkload(queries, r)
}

// hitsOf returns the true number of hits, from a full pyramid walk.
func hitsOf(entries, queries *trajectory.Store, r interaction.Rule) float64 {
	e := binindex.NewPyramid(entries, nil, binindex.ChooseSetting(entries, 1), 1)
	q := binindex.NewPyramid(queries, e.Frame, e.Setting.OfQueries(queries), 1)
	return CountWalk(q, e, r, 1, -1, 0).Hits
}

func TestEstimateOfS1(t *testing.T) {
	tier.Full(t)
	w := searchS1(t)
	truth := hitsOf(w.entries.store, w.queries.Store, w.rule)
	all := w.EstimateHits(Sampling{Error: 1e-12})
	if !all.Complete || all.Hits != truth {
		t.Fatalf("counting all finds %v hits, a walk %v: %+v", all.Hits, truth, all)
	}
	for seed := range uint64(5) {
		e := w.EstimateHits(Sampling{Seed: seed})
		if e.Hits == 0 || e.Error > 0.05 {
			t.Errorf("seed %d: did not converge: error %v", seed, e.Error)
		}
		modeltest.Near(t, "hits", e.Hits, truth, 0.15) // three standard errors
	}
	loose := w.EstimateHits(Sampling{Error: 0.1})
	if loose.Tests >= all.Tests/2 {
		t.Errorf("%d tests for 10 %%, %d count all", loose.Tests, all.Tests)
	}
}

// The budget bounds the tests. 300,000 tests, a tenth of all, find some 250 hits.
func TestEstimateOnABudget(t *testing.T) {
	w := searchS1(t)
	truth := hitsOf(w.entries.store, w.queries.Store, w.rule)
	for _, tests := range []int{300, 3000, 30_000, 300_000} {
		e := w.EstimateHits(Sampling{Tests: tests})
		if e.Tests > tests+tests/6+atOnce*1000 { // some more batches may be tested, each of a hundredth of an epoch or of one query segment
			t.Errorf("%d tests on a budget of %d", e.Tests, tests)
		}
		if tests == 300_000 {
			modeltest.Near(t, "hits", e.Hits, truth, 0.3)
		}
	}
}

// Epochs serve data with hits in one phase of the motion only.
func TestEstimateByEpoch(t *testing.T) {
	var c trajectory.Columns
	for id := range 40 {
		for k := range 101 {
			x := float64(id) // in the last quarter of the time all are in one place
			if k >= 75 {
				x = 0
			}
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, float64(k)), append(c.X, x), append(c.Y, 0)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkload(s, s, modeltest.Rule(0.5))
	e := w.EstimateHits(Sampling{})
	modeltest.Near(t, "hits", e.Hits, hitsOf(s, s, modeltest.Rule(0.5)), 0.1)
	n := w.Queries()
	if early, late := w.sums.hits[n/2], w.sums.hits[n]-w.sums.hits[n*8/10]; late < 5*early {
		t.Errorf("%v hits expected in the first half, %v in the last fifth", early, late)
	}
}

func TestEstimateOfAJoin(t *testing.T) {
	s := modeltest.Rush(60, 40, 3)
	r := modeltest.Rule(5)
	r.Join = true
	w := newWorkload(s, s, r)
	e := w.EstimateHits(Sampling{Error: 1e-12})
	modeltest.Near(t, "hits", e.Hits, hitsOf2(s, r), 0)
}

// hitsOf2 is hitsOf for a self-join.
func hitsOf2(s *trajectory.Store, r interaction.Rule) float64 {
	p := binindex.NewPyramid(s, nil, binindex.ChooseSetting(s, 1), 1)
	return CountWalk(p, p, r, 2, -1, 0).Hits
}
