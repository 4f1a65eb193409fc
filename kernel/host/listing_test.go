package host

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/trajectory"
)

// joinOf loads a store on some threads, and returns it with the work of its join.
func joinOf(t *testing.T, s *trajectory.Store, rule interaction.Rule, threads int, v vectors) (*resident, kernel.WalkWork) {
	t.Helper()
	p := binindex.NewPyramid(s, nil, binindex.ChooseSetting(s, threads), threads)
	r, err := newDriver(threads, v).Load(t.Context(), kernel.Database{Store: s, Pyramid: p})
	if err != nil {
		t.Fatal(err)
	}
	rule.Join = true
	return r.(*resident), kernel.WalkWork{Rule: rule, Queries: kernel.Built(p), Query: kernel.Root(p), Entry: kernel.Root(p)}
}

// inOrder returns hits by query row, then entry row.
func inOrder(found *kernel.Hits) []interaction.HitRow {
	list := found.List()
	found.Truncate(0)
	slices.SortFunc(list, func(a, b interaction.HitRow) int {
		return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Entry, b.Entry))
	})
	return list
}

// listedHits lists the pairs of a join in bytes of memory, list after list until all are
// compared, each list in parts of random length. It returns the hits, the number of trajectories
// covered, and the number of lists.
func listedHits(t *testing.T, r *resident, w kernel.WalkWork, bytes uint64, random *rand.Rand) (hits []interaction.HitRow, come, lists int) {
	t.Helper()
	n := r.Store.Trajectories()
	r.limits.near = 1 << 30 // no data are too dense for a list
	l := r.List(w, bytes)
	for come < n {
		last, _, err := l.Fill(t.Context(), come)
		if err != nil || last < come || last > n {
			t.Fatalf("filled from %d up to %d, %v", come, last, err)
		}
		if last == come {
			break
		}
		for lists++; come < last; {
			upTo := come + 1 + random.IntN(last-come)
			var found kernel.Hits
			if _, err := l.Walk(t.Context(), come, upTo, false, nil, &found); err != nil {
				t.Fatal(err)
			}
			hits, come = append(hits, inOrder(&found)...), upTo
		}
	}
	return hits, come, lists
}

// TestListing: the listed pairs have the same hits as a walk, whatever the memory; where it is
// short, a list has the pairs of the first trajectories.
func TestListing(t *testing.T) {
	walks, err := datasets.RandomWalks(300, 30, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	random, several := rand.New(rand.NewPCG(1, 2)), 0
	for _, v := range []vectors{bestVectors(), noVectors()} {
		for _, threads := range []int{1, 3} {
			r, w := joinOf(t, walks, interaction.Rule{Distance: 1, Window: interaction.Unbounded()}, threads, v)
			var found kernel.Hits
			if _, err := r.Walk(t.Context(), w, &found); err != nil {
				t.Fatal(err)
			}
			want := inOrder(&found)
			for _, pages := range []uint64{0, 1, 5, 40, 100, 400, 1 << 20} {
				got, come, lists := listedHits(t, r, w, pages*listedBytes, random)
				if come == walks.Trajectories() && lists > 1 {
					several++
				}
				row := uint32(walks.Samples())
				if come < walks.Trajectories() {
					first, _ := walks.Range(come)
					row = uint32(first)
				}
				upTo := slices.IndexFunc(want, func(h interaction.HitRow) bool { return h.Query >= row })
				if upTo < 0 {
					upTo = len(want)
				}
				if !slices.Equal(got, want[:upTo]) || pages >= 1<<20 && lists != 1 {
					t.Errorf("%s, %d threads, %d pages: %d hits of %d trajectories in %d lists, want %d of %d", v.name, threads, pages, len(got), come, lists, upTo, len(want))
				}
			}
		}
	}
	if several < 3 {
		t.Errorf("%d joins in several lists: room hardly ever ended", several)
	}
}

// TestListingScenes: lists of the joins among the suite's scenes have the same hits as walks.
func TestListingScenes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, s := range kerneltest.Scenes(t) {
		if !s.Join || s.Entries.Segments() > 3000 {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			r, w := joinOf(t, s.Entries, s.Rule, 2, bestVectors())
			var found kernel.Hits
			if _, err := r.Walk(t.Context(), w, &found); err != nil {
				t.Fatal(err)
			}
			want := inOrder(&found)
			if got, come, _ := listedHits(t, r, w, 1<<30, random); !slices.Equal(got, want) || come < s.Entries.Trajectories() {
				t.Errorf("%d hits of %d trajectories, want %d", len(got), come, len(want))
			}
		})
	}
}

// TestNoListing: dense data have no list.
func TestNoListing(t *testing.T) {
	walks, err := datasets.RandomWalks(100, 30, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	for d, wanted := range map[float64]bool{0.1: true, 1000: false} {
		r, w := joinOf(t, walks, interaction.Rule{Distance: d, Window: interaction.Unbounded()}, 2, bestVectors())
		if got := r.List(w, 1<<30) != nil; got != wanted {
			t.Errorf("d = %v: a list %v, want %v", d, got, wanted)
		}
	}
}

// TestListingCancelled: a list that is cancelled has no pairs, and can be filled again.
func TestListingCancelled(t *testing.T) {
	walks, err := datasets.RandomWalks(50, 30, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, w := joinOf(t, walks, interaction.Rule{Distance: 1, Window: interaction.Unbounded()}, 2, bestVectors())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r.limits.near = 1 << 30
	l := r.List(w, 1<<30)
	if last, _, err := l.Fill(ctx, 3); last != 3 || !errors.Is(err, context.Canceled) {
		t.Errorf("up to %d, %v", last, err)
	}
	if last, _, err := l.Fill(t.Context(), 3); last != 50 || err != nil {
		t.Errorf("filled again up to %d, %v", last, err)
	}
	if _, err := l.Walk(ctx, 3, 50, false, nil, new(kernel.Hits)); !errors.Is(err, context.Canceled) {
		t.Errorf("walked: %v", err)
	}
}
