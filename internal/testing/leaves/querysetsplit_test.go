package leaves_test

import (
	"slices"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/tier"

	"flyby/internal/queryset"
)

// TestSetSplitFixedOnS9: on S9 at scale 1, where the paper's SetSplit-Fixed takes 6.6 times as long as the fastest algorithm,
// SetSplitFixed has neither twice the query segments of Periodic in a batch, nor a tenth more interactions in all, with 10 to
// 1,000 batches (docs/evaluation/README.md).
func TestSetSplitFixedOnS9(t *testing.T) {
	tier.Full(t)
	for _, f := range besidePeriodic(t, "S9", 10, 20, 50, 100, 237, 500, 1000) {
		if f.fixed.largest > 2*f.periodic.largest || f.more() > 0.1 {
			t.Errorf("%d batches: %+v, Periodic %+v", f.count, f.fixed, f.periodic)
		}
	}
}

// TestSetSplitFixedOnS1: into few batches, which are best on a GPU of today, SetSplitFixed cuts S1 with more interactions than
// Periodic, into the hundreds of the paper with fewer (docs/evaluation/README.md).
func TestSetSplitFixedOnS1(t *testing.T) {
	tier.Full(t)
	for _, f := range besidePeriodic(t, "S1", 10, 20, 100, 237) {
		if f.count <= 20 && f.more() < 0.05 || f.count > 200 && f.more() > -0.1 {
			t.Errorf("%d batches: %+v, Periodic %+v", f.count, f.fixed, f.periodic)
		}
	}
}

// beside is SetSplitFixed beside Periodic, with a number of batches.
type beside struct {
	count           int
	fixed, periodic batchFacts
}

// more returns the additional interactions of SetSplitFixed, as a part of Periodic's.
func (b beside) more() float64 {
	return float64(b.fixed.interactions)/float64(b.periodic.interactions) - 1
}

// besidePeriodic makes the batches of a search, with the paper's number of bins.
func besidePeriodic(t *testing.T, name string, counts ...int) (all []beside) {
	t.Helper()
	searches := datasets.Searches()
	s := searches[slices.IndexFunc(searches, func(s datasets.Search) bool { return s.Name == name })]
	entries, queries, err := s.Load(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	set := queryset.New(queries, binindex.NewBins(entries, binindex.DefaultBins), interaction.Unbounded())
	for _, count := range counts {
		size := (len(set.Rows) + count - 1) / count
		b := beside{count, facts(t, set, batching.SetSplitFixed{NumBatches: count}), facts(t, set, batching.Periodic{Size: size})}
		t.Logf("%4d batches: %+v, Periodic %+v, %+.1f %%", count, b.fixed, b.periodic, 100*b.more())
		all = append(all, b)
	}
	return all
}

// batchFacts are the interactions of all batches, and the query segments of the largest.
type batchFacts struct {
	interactions uint64
	largest      int
}

// facts makes the batches of an algorithm.
func facts(t *testing.T, set *queryset.Set, a batching.Algorithm) (f batchFacts) {
	t.Helper()
	batches, err := a.Batches(set.Profile)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		f.interactions += set.Interactions(b)
		f.largest = max(f.largest, b.Len())
	}
	return f
}
