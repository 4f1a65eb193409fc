package batching

import (
	"math/rand/v2"
	"testing"
)

// groupsOf returns a profile of instants in groups of the given sizes, each group at its own bin: merges
// within a group are free.
func groupsOf(entries []int, sizes ...int) Profile {
	var b bins
	var e extents
	for i, size := range sizes {
		t := float64(i)
		b.add(t, t, entries[i%len(entries)])
		for range size {
			e = append(e, [2]float64{t, t})
		}
	}
	return e.profile(b)
}

func TestCases(t *testing.T) {
	even := []int{10}
	for _, c := range []struct {
		rule string
		a    Algorithm
		p    Profile
		want []Batch
	}{
		{"of equal merges the first is done", SetSplitFixed{3}, groupsOf(even, 1, 1, 1, 1), []Batch{{0, 2}, {2, 3}, {3, 4}}},
		{"of equal merges the first is done, of larger batches too", setSplitMax{2}, groupsOf(even, 5), []Batch{{0, 2}, {2, 4}, {4, 5}}},
		{"free merges come before others", SetSplitFixed{2}, groupsOf(even, 3, 2), []Batch{{0, 3}, {3, 5}}},
		{"without candidates all merges are free", SetSplitFixed{2}, groupsOf([]int{0}, 1, 1, 1), []Batch{{0, 2}, {2, 3}}},

		{"a small batch joins its right neighbour on ties", setSplitMinMax{Min: 2, Max: 3}, groupsOf(even, 3, 1, 3), []Batch{{0, 3}, {3, 7}}},
		{"a small batch joins the neighbour with fewer interactions", setSplitMinMax{Min: 2, Max: 3}, groupsOf([]int{1, 10, 20}, 3, 1, 3), []Batch{{0, 4}, {4, 7}}},
		{"the last batch has a left neighbour only", setSplitMinMax{Min: 2, Max: 3}, groupsOf(even, 3, 3, 1), []Batch{{0, 3}, {3, 7}}},
		{"the first batch has a right neighbour only", setSplitMinMax{Min: 2, Max: 3}, groupsOf(even, 1, 3, 3), []Batch{{0, 4}, {4, 7}}},
		{"the minimum may be all", setSplitMinMax{Min: 9, Max: 9}, groupsOf(even, 3, 3), []Batch{{0, 6}}},

		{"strict takes from the right on ties", setSplitMinMax{2, 3, true}, groupsOf(even, 3, 1, 3), []Batch{{0, 3}, {3, 5}, {5, 7}}},
		{"strict takes where that gives fewer interactions", setSplitMinMax{2, 3, true}, groupsOf([]int{1, 10, 20}, 3, 1, 3), []Batch{{0, 2}, {2, 4}, {4, 7}}},
		{"strict takes from the left at the end", setSplitMinMax{2, 3, true}, groupsOf(even, 3, 3, 1), []Batch{{0, 3}, {3, 5}, {5, 7}}},
		{"strict takes from the right at the beginning", setSplitMinMax{2, 3, true}, groupsOf(even, 1, 3, 3), []Batch{{0, 2}, {2, 4}, {4, 7}}},
		{"strict leaves a batch small where neighbours have no more", setSplitMinMax{3, 3, true}, groupsOf(even, 3, 1, 3), []Batch{{0, 3}, {3, 4}, {4, 7}}},

		{"free merges have no limit", greedySetSplitMax{Bound: 2}, groupsOf(even, 5, 1), []Batch{{0, 5}, {5, 6}}},
		{"a batch absorbs until it exceeds the bound", greedySetSplitMax{Bound: 2}, groupsOf(even, 2, 4, 1), []Batch{{0, 6}, {6, 7}}},
		{"strict free merges keep the bound", greedySetSplitMax{2, true}, groupsOf(even, 5, 1), []Batch{{0, 2}, {2, 4}, {4, 6}}},
		{"strict absorbs what fits", greedySetSplitMax{4, true}, groupsOf(even, 2, 1, 2, 4), []Batch{{0, 3}, {3, 5}, {5, 9}}},
		{"a batch under the bound absorbs", greedySetSplitMin{3}, groupsOf(even, 2, 4, 3, 1), []Batch{{0, 6}, {6, 9}, {9, 10}}},
		{"a batch of the bound does not", greedySetSplitMin{2}, groupsOf(even, 2, 4), []Batch{{0, 2}, {2, 6}}},
	} {
		t.Run(c.rule, func(t *testing.T) { same(t, c.a, batchesOf(t, c.a, c.p), c.want) })
	}
}

// The cost of batching is its counts of candidates: one per query segment, one per pair of neighbours, two
// per merge, and one for the whole set.
func TestCandidatesAreCountedAFewTimesAQuerySegment(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	p := draw(r, 3000, shapes["uniform"]).profile(draw(r, 5000, shapes["uniform"]).bins(500))
	for a, most := range map[Algorithm]int{
		Periodic{120}:                0,
		SetSplitFixed{30}:            4,
		setSplitMax{120}:             4,
		greedySetSplitMin{120}:       2,
		greedySetSplitMax{120, true}: 2,
	} {
		calls, counted := 0, p
		counted.Candidates = func(start, end float64) uint64 { calls++; return p.Candidates(start, end) }
		batchesOf(t, a, counted)
		if calls > most*len(p.Start)+1 {
			t.Errorf("%v counts candidates %d times for %d query segments, want at most %d each", a, calls, len(p.Start), most)
		}
	}
}
