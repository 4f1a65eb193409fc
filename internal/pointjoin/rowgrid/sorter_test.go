package rowgrid

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

// TestSorter: pairs that two goroutines found in any order come sorted, for any number of rows and any
// expected number of pairs.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for _, c := range []struct {
		rows, pairs int
		expected    float64
	}{{1, 0, 0}, {2, 1, 1}, {3, 3, 1e9}, {2000, 5000, 0}, {2049, 5000, 1e12}, {5000, 200_000, 2e5}, {100_000, 50_000, 1e9}, {1 << 24, 3000, 0}} {
		s := newSorter(c.rows, c.expected)
		if s.shift > rowBits || (c.rows-1)>>s.shift >= s.count {
			t.Fatalf("%+v: %d buckets of %d bits", c, s.count, s.shift)
		}
		f := finder.NewFinder(t.Context(), pointjoin.Work{}, nil)
		from := []*buckets{newBuckets(s, f), newBuckets(s, f)}
		var want []pointjoin.Pair
		for len(want) < c.pairs {
			a, b := uint32(r.IntN(c.rows)), uint32(r.IntN(c.rows))
			if a == b {
				continue
			}
			from[r.IntN(2)].add(a, []uint32{b})
			want = append(want, pointjoin.PairOf(min(a, b), max(a, b)))
		}
		slices.Sort(want)
		tasks := s.tasks(from)
		for task := range tasks.Len() {
			f.Begin(task)
			tasks.Do(task, f)
		}
		var got []pointjoin.Pair
		segments, _ := f.End()
		for _, s := range segments {
			got = append(got, s.Pairs...)
		}
		if !slices.Equal(got, want) || !tasks.Ordered() {
			t.Fatalf("%+v: %d pairs, want %d in order", c, len(got), len(want))
		}
	}
}

// TestBuckets: memory of unsorted pairs is taken from the budget, and its end is reported.
func TestBuckets(t *testing.T) {
	budget := memory.NewBudget(8 * (leastBlock + 2*leastBlock))
	f := finder.NewFinder(t.Context(), pointjoin.Work{}, budget)
	b := newBuckets(newSorter(100, 0), f)
	others := make([]uint32, leastBlock)
	for i := range others {
		others[i] = uint32(i + 1)
	}
	for n := 1; n <= 3; n++ {
		if !b.add(0, others) || f.Stopped() {
			t.Fatalf("no memory for %d blocks", n)
		}
	}
	if b.add(0, others) || !f.Stopped() {
		t.Errorf("memory for more than there is, %d bytes taken", budget.Taken())
	}
}
