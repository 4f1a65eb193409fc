package baseline

import (
	"fmt"
	"slices"
	"testing"

	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
)

// want fails the test unless found, settled, equals hits to the bit.
func want(t *testing.T, s kerneltest.Scene, stats kernel.Stats, found *kernel.Hits, hits []kerneltest.Hit) {
	t.Helper()
	got, err := s.Settle(found)
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	if d := s.Difference(got, hits); d != "" {
		t.Fatalf("%s: %d hits, want %d: %s", s.Name, len(got), len(hits), d)
	}
	if stats.Hits != uint64(len(hits)) || stats.Interactions < stats.Hits {
		t.Fatalf("%s: stats %+v for %d hits", s.Name, stats, len(hits))
	}
}

// both compares brute force and the R-tree, for some r and threads, with the
// suite's own brute force, and returns the number of hits.
func both(t *testing.T, s kerneltest.Scene, round int) int {
	t.Helper()
	hits := s.BruteForce()
	var found kernel.Hits
	stats, err := BruteForce(t.Context(), s.Queries, s.Entries, s.Rule, 1+round%3, &found)
	if err != nil {
		t.Fatal(err)
	}
	want(t, s, stats, &found, hits)
	for i, r := range []int{0, 1, 2, 3, 5, 1000} {
		found = kernel.Hits{}
		stats, err := NewRTree(s.Entries, r).Search(t.Context(), s.Queries, s.Rule, 1+(round+i)%4, &found)
		if err != nil {
			t.Fatal(err)
		}
		s.Name = fmt.Sprintf("%s, r = %d", s.Name, r)
		want(t, s, stats, &found, hits)
	}
	return len(hits)
}

func TestScenes(t *testing.T) {
	for i, s := range kerneltest.Scenes(t) {
		both(t, s, i)
	}
}

func TestRandomScenes(t *testing.T) {
	tier.Full(t)
	for _, k := range kinds() {
		t.Run(k.name, func(t *testing.T) {
			r := kerneltest.Rand(t)
			hits := 0
			for round := range 30 {
				hits += both(t, k.scene(r, round%3 == 0), round)
			}
			if hits == 0 {
				t.Error("no hits: the test shows nothing")
			}
		})
	}
}

// Hits come in the same order whatever the number of threads.
func TestThreadsKeepTheOrder(t *testing.T) {
	s := kinds()[1].scene(kerneltest.Rand(t), false)
	tree := NewRTree(s.Entries, 1)
	var one kernel.Hits
	if _, err := tree.Search(t.Context(), s.Queries, s.Rule, 1, &one); err != nil {
		t.Fatal(err)
	}
	for threads := range 5 {
		var more kernel.Hits
		if _, err := tree.Search(t.Context(), s.Queries, s.Rule, threads, &more); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(one.List(), more.List()) {
			t.Errorf("%d threads: another order", threads)
		}
	}
}

// An index or a set of queries without segments is no error.
func TestNothing(t *testing.T) {
	s := kinds()[1].scene(kerneltest.Rand(t), false)
	none := s.Entries.Subset(nil)
	for _, join := range []bool{false, true} {
		s.Rule.Join, s.Rule.Excluded = join, nil
		var out kernel.Hits
		if _, err := NewRTree(none, 4).Search(t.Context(), none, s.Rule, 2, &out); err != nil || out.Len() != 0 {
			t.Errorf("nothing in nothing, join %v: %d hits, error %v", join, out.Len(), err)
		}
		if _, err := BruteForce(t.Context(), none, none, s.Rule, 2, &out); err != nil || out.Len() != 0 {
			t.Errorf("brute force of nothing, join %v: %d hits, error %v", join, out.Len(), err)
		}
	}
	s.Rule.Join = false
	var out kernel.Hits
	if _, err := NewRTree(none, 4).Search(t.Context(), s.Queries, s.Rule, 1, &out); err != nil || out.Len() != 0 {
		t.Errorf("in nothing: %d hits, error %v", out.Len(), err)
	}
	if _, err := NewRTree(s.Entries, 4).Search(t.Context(), none, s.Rule, 1, &out); err != nil || out.Len() != 0 {
		t.Errorf("of nothing: %d hits, error %v", out.Len(), err)
	}
}
