package batching

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// batchesOf returns a.Batches(p), which must succeed and be a partition.
func batchesOf(t *testing.T, a Algorithm, p Profile) []Batch {
	t.Helper()
	list, err := a.Batches(p)
	if err != nil {
		t.Fatal(err)
	}
	next := 0
	for _, b := range list {
		if b.First != next || b.Len() < 1 {
			t.Fatalf("%v: %v is no partition of [0, %d) in order", a, list, len(p.Start))
		}
		next = b.Last
	}
	if next != len(p.Start) {
		t.Fatalf("%v: %v covers [0, %d), want [0, %d)", a, list, next, len(p.Start))
	}
	return list
}

func same(t *testing.T, a Algorithm, got, want []Batch) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%v: got  %v\n want %v", a, got, want)
	}
}

func TestAlgorithmsGiveThePapersBatches(t *testing.T) {
	everyProfile(t, func(t *testing.T, r *rand.Rand, p Profile) {
		n := max(1, len(p.Start))
		fixed, high := 1+r.IntN(n), 1+r.IntN(20)
		low := 1 + r.IntN(high)
		free := func() []Batch { return paperFree(p, math.MaxInt) }
		for a, want := range map[Algorithm][]Batch{
			SetSplitFixed{fixed}:                      paperSetSplit(p, fixed, math.MaxInt),
			setSplitMax{high}:                         paperSetSplit(p, 1, high),
			setSplitMinMax{Min: low, Max: high}:       paperRaise(p, paperSetSplit(p, 1, high), low),
			greedySetSplitMin{high}:                   paperGreedyMin(free(), high),
			greedySetSplitMax{Bound: high}:            paperGreedyMax(free(), high),
			greedySetSplitMax{high, true}:             paperGreedyMaxStrict(paperFree(p, high), high),
			setSplitMinMax{Min: high, Max: high}:      paperRaise(p, paperSetSplit(p, 1, high), high),
			setSplitMinMax{Min: 1, Max: high}:         paperSetSplit(p, 1, high),
			setSplitMinMax{1, high, true}:             paperSetSplit(p, 1, high),
			greedySetSplitMin{1}:                      free(),
			SetSplitFixed{n}:                          paperList(p),
			SetSplitFixed{1}:                          paperSetSplit(p, 1, math.MaxInt),
			setSplitMax{math.MaxInt}:                  paperSetSplit(p, 1, math.MaxInt),
			greedySetSplitMax{Bound: math.MaxInt}:     paperGreedyMax(free(), math.MaxInt),
			greedySetSplitMin{Bound: math.MaxInt}:     paperGreedyMin(free(), math.MaxInt),
			setSplitMinMax{Min: 99, Max: 1 << 40}:     paperRaise(p, paperSetSplit(p, 1, 1<<40), 99),
			setSplitMinMax{Min: 2, Max: 3}:            paperRaise(p, paperSetSplit(p, 1, 3), 2),
			greedySetSplitMax{Bound: 1}:               paperGreedyMax(free(), 1),
			greedySetSplitMax{Bound: 1, Strict: true}: paperList(p),
		} {
			same(t, a, batchesOf(t, a, p), want)
		}
	})
}

func TestPeriodicBatchesHaveOneSizeButTheLast(t *testing.T) {
	everyProfile(t, func(t *testing.T, r *rand.Rand, p Profile) {
		s := 1 + r.IntN(70)
		list := batchesOf(t, Periodic{s}, p)
		if want := (len(p.Start) + s - 1) / s; len(list) != want {
			t.Fatalf("%d batches of %d from %d query segments, want %d", len(list), s, len(p.Start), want)
		}
		for i, b := range list {
			if b.Len() != s && i < len(list)-1 {
				t.Errorf("batch %d of %d has %d query segments, want %d", i, len(list), b.Len(), s)
			}
		}
	})
}

// A merge's extent contains the extents of both sides, so it has at least the candidates of each.
func TestMergesNeverSaveInteractions(t *testing.T) {
	everyProfile(t, func(t *testing.T, r *rand.Rand, p Profile) {
		n := len(p.Start)
		for first := range n {
			mid := first + 1 + r.IntN(n-first)
			last := mid + r.IntN(n-mid+1)
			parts := p.Interactions(Batch{first, mid}) + p.Interactions(Batch{mid, last})
			if whole := p.Interactions(Batch{first, last}); whole < parts {
				t.Errorf("[%d, %d): %d interactions, %d when cut at %d", first, last, whole, parts, mid)
			}
		}
	})
}

func TestFreeMergesAddNothing(t *testing.T) {
	everyProfile(t, func(t *testing.T, _ *rand.Rand, p Profile) {
		got := total(p, batchesOf(t, greedySetSplitMin{1}, p))
		if want := total(p, batchesOf(t, Periodic{1}, p)); got != want {
			t.Errorf("free merges make %d interactions of %d", got, want)
		}
	})
}

func TestMaximaHold(t *testing.T) {
	everyProfile(t, func(t *testing.T, r *rand.Rand, p Profile) {
		high := 1 + r.IntN(20)
		for _, a := range []Algorithm{
			setSplitMax{high},
			setSplitMinMax{1 + r.IntN(high), high, true},
			greedySetSplitMax{high, true},
		} {
			for _, b := range batchesOf(t, a, p) {
				if b.Len() > high {
					t.Errorf("%v: %v has %d query segments", a, b, b.Len())
				}
			}
		}
	})
}

func TestMinimaHold(t *testing.T) {
	everyProfile(t, func(t *testing.T, r *rand.Rand, p Profile) {
		low := 1 + r.IntN(12)
		high := 2*low - 1 + r.IntN(9) // from here on sizes from low to high always exist
		for _, a := range []Algorithm{
			setSplitMinMax{Min: low, Max: high},
			setSplitMinMax{low, high, true},
		} {
			for _, b := range batchesOf(t, a, p) {
				if b.Len() < low && b.Len() < len(p.Start) {
					t.Errorf("%v: %v has %d query segments", a, b, b.Len())
				}
			}
		}
		list := batchesOf(t, greedySetSplitMin{low}, p)
		for _, b := range list[:max(0, len(list)-1)] {
			if b.Len() < low {
				t.Errorf("greedysetsplit-min:%d: %v before the last has %d query segments", low, b, b.Len())
			}
		}
	})
}

// The strict form takes segments from a neighbour only where the paper's form would pass the maximum.
func TestStrictMinMaxIsThePapersWhereThatKeepsMax(t *testing.T) {
	everyProfile(t, func(t *testing.T, r *rand.Rand, p Profile) {
		low := 1 + r.IntN(12)
		a := setSplitMinMax{Min: low, Max: low + r.IntN(20)}
		paper := batchesOf(t, a, p)
		if slices.ContainsFunc(paper, func(b Batch) bool { return b.Len() > a.Max }) {
			return
		}
		a.Strict = true
		same(t, a, batchesOf(t, a, p), paper)
	})
}

// No two neighbours keep to the maximum together: setSplitMax would have merged them.
func TestSetSplitMaxLeavesNoMerge(t *testing.T) {
	everyProfile(t, func(t *testing.T, r *rand.Rand, p Profile) {
		high := 1 + r.IntN(20)
		list := batchesOf(t, setSplitMax{high}, p)
		for i := 1; i < len(list); i++ {
			if list[i-1].Len()+list[i].Len() <= high {
				t.Errorf("setsplit-max:%d leaves %v and %v", high, list[i-1], list[i])
			}
		}
	})
}

func TestOneQuerySegmentIsOneBatch(t *testing.T) {
	one := Profile{Start: []float64{3}, End: []float64{4}, Candidates: func(_, _ float64) uint64 { return 7 }}
	none := Profile{Candidates: one.Candidates}
	for _, a := range []Algorithm{
		Periodic{5}, SetSplitFixed{5}, setSplitMax{5}, setSplitMinMax{Min: 5, Max: 9}, setSplitMinMax{5, 9, true},
		greedySetSplitMin{5}, greedySetSplitMax{Bound: 5}, greedySetSplitMax{5, true},
	} {
		same(t, a, batchesOf(t, a, one), []Batch{{0, 1}})
		same(t, a, batchesOf(t, a, none), nil)
	}
}
