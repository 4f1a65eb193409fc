package finder_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// TestHandOver: pairs that are added one by one, many at a time or as lists are handed over in that order, each once,
// and are not kept; a chunk's memory is reused, or new.
func TestHandOver(t *testing.T) {
	f := finder.NewFinder(t.Context(), pointjoin.Work{}, memory.NewBudget(0))
	var got, want []pointjoin.Pair
	chunks := 0
	f.HandOver(func(p points.Pairs) (points.Pairs, bool) {
		if p.Len() == 0 || len(p.Second) != p.Len() {
			t.Fatalf("a chunk of %d and %d rows", p.Len(), len(p.Second))
		}
		for i, first := range p.First {
			got = append(got, pointjoin.PairOf(first, p.Second[i]))
		}
		if chunks++; chunks%2 == 0 {
			return points.Pairs{}, true
		}
		clear(p.Second)
		return p, true
	})
	r := rand.New(rand.NewPCG(3, 3))
	for task := range uint32(60) {
		f.Begin(int(task))
		for range r.IntN(9) {
			n := []int{0, 1, 3, 900, 20_000}[r.IntN(5)]
			seconds := make([]uint32, n)
			for i := range seconds {
				seconds[i] = r.Uint32()
				want = append(want, pointjoin.PairOf(task, seconds[i]))
			}
			if r.IntN(2) == 0 {
				f.List(task, seconds)
				continue
			}
			room := f.Room(n)
			copy(room, want[len(want)-n:])
			f.Took(n)
			f.Pair(task, uint32(n))
			want = append(want, pointjoin.PairOf(min(task, uint32(n)), max(task, uint32(n))))
		}
		if f.Finish(); len(got) != len(want) {
			t.Fatalf("task %d: %d pairs of %d handed over at its end", task, len(got), len(want))
		}
	}
	segments, over := f.End()
	if over || len(segments) > 0 || !slices.Equal(got, want) || f.Stats.Pairs != uint64(len(want)) || !f.HandsOver() {
		t.Errorf("over: %t, %d segments, %d pairs and %d counted, want %d", over, len(segments), len(got), f.Stats.Pairs, len(want))
	}
}

// TestHandOverAfterKeeping: pairs from before HandOver are kept, in memory that is not reused.
func TestHandOverAfterKeeping(t *testing.T) {
	f := finder.NewFinder(t.Context(), pointjoin.Work{}, nil)
	f.List(1, []uint32{2, 3})
	handed := 0
	f.HandOver(func(p points.Pairs) (points.Pairs, bool) { handed += p.Len(); return p, true })
	f.Pair(7, 8)
	f.Pair(7, 9)
	f.Finish()
	segments, _ := f.End()
	want := []pointjoin.Pair{pointjoin.PairOf(1, 2), pointjoin.PairOf(1, 3)}
	if handed != 2 || len(segments) != 1 || !slices.Equal(segments[0].Pairs, want) || f.Stats.Pairs != 4 {
		t.Errorf("%d handed over, kept %x, want %x", handed, segments, want)
	}
}

// TestHandOverStops: once no more pairs are wanted none are handed over, and Stopped tells methods so.
func TestHandOverStops(t *testing.T) {
	for _, add := range []func(f *finder.Finder, row uint32){
		func(f *finder.Finder, row uint32) { f.Pair(row, row+1) },
		func(f *finder.Finder, row uint32) { f.List(row, make([]uint32, 50_000)) },
	} {
		f := finder.NewFinder(t.Context(), pointjoin.Work{}, nil)
		handed := 0
		f.HandOver(func(points.Pairs) (points.Pairs, bool) { handed++; return points.Pairs{}, false })
		for row := range uint32(60_000) {
			if add(f, row); f.Stopped() {
				break
			}
		}
		add(f, 1)
		if f.Finish(); handed != 1 || !f.Stopped() {
			t.Errorf("handed over %d times, stopped: %t", handed, f.Stopped())
		}
	}
}
