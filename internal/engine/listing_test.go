package engine

import (
	"testing"

	"flyby/datasets"
	"flyby/interaction"
)

// joinedWalks is a join of random walks, far enough apart for it to be listed.
func joinedWalks(t *testing.T, encounters bool) Task {
	t.Helper()
	walks, err := datasets.RandomWalks(200, 30, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	rule := interaction.Rule{Distance: 3, Window: interaction.Unbounded(), Join: true}
	return Task{Rule: rule, Queries: walks, Encounters: encounters}
}

// TestListedJoin: a join in ranges tests as many boxes as one join where its pairs fit, and
// more where they are listed anew, or do not fit; its answer is the same.
func TestListedJoin(t *testing.T) {
	for _, encounters := range []bool{false, true} {
		asked := joinedWalks(t, encounters)
		found, err := openOn(t, asked.Queries, Config{Method: "spatiotemporal"}).Search(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		one := gather(t, found.Parts(t.Context(), NewTurn(nil)))
		for _, c := range []struct {
			listed uint64
			more   bool // more boxes are tested
		}{{1 << 30, false}, {1 << 14, true}, {1, true}} {
			e := openOn(t, asked.Queries, Config{Method: "spatiotemporal", Rows: 400, Listed: c.listed})
			parts, err := e.Search(t.Context(), asked)
			if err != nil {
				t.Fatal(err)
			}
			var all Result
			var got whole
			for f, err := range parts.Parts(t.Context(), NewTurn(nil)) {
				if err != nil {
					t.Fatal(err)
				}
				all.Add(f)
				got.hits, got.count = append(got.hits, f.Hits...), got.count+f.Count
				if got.encounters, err = got.encounters.Append(f.Encounters); err != nil {
					t.Fatal(err)
				}
			}
			if !same(got, one) || one.count == 0 {
				t.Errorf("listed in %d bytes: %d hits, %d encounters, want %d and %d", c.listed, got.count, got.encounters.Len(), one.count, one.encounters.Len())
			}
			if more := all.Stats.BoxTests > found.Stats.BoxTests; more != c.more || all.Stats.BoxTests < found.Stats.BoxTests {
				t.Errorf("listed in %d bytes: %d box tests, one join has %d", c.listed, all.Stats.BoxTests, found.Stats.BoxTests)
			}
			if all.Stats.Interactions != found.Stats.Interactions {
				t.Errorf("listed in %d bytes: %d interactions, one join has %d", c.listed, all.Stats.Interactions, found.Stats.Interactions)
			}
		}
	}
}

// TestListedProgress: progress of a join in ranges does not fall, and comes to its end.
func TestListedProgress(t *testing.T) {
	asked := joinedWalks(t, false)
	last := 0.0
	c := Config{Method: "spatiotemporal", Rows: 2000, Listed: 1 << 16, Progress: func(p Progress) {
		if p.Phase != "search" {
			return
		}
		if p.Done < last || p.Done > p.Total {
			t.Errorf("%v after %v of %v", p.Done, last, p.Total)
		}
		last = p.Done
	}}
	if got := answer(t, openOn(t, asked.Queries, c), asked); got.count == 0 || got.parts < 3 {
		t.Fatalf("%d hits in %d parts", got.count, got.parts)
	}
	if last < 1-1e-9 {
		t.Errorf("%v of the work was told", last)
	}
}
