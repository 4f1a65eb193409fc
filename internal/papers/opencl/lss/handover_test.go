package lss

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// runs returns pairs by first row, with second rows in any order.
func runs(r *rand.Rand, rows int) (pairs []pointjoin.Pair) {
	for row := range uint32(rows) {
		for _, second := range r.Perm(r.IntN(9)) {
			pairs = append(pairs, pointjoin.PairOf(row, uint32(second)))
		}
	}
	return pairs
}

// inChunks adds pairs to a handover in chunks of some size, which may split the pairs of a row.
func inChunks(t *testing.T, h *handover, pairs []pointjoin.Pair, size int) {
	t.Helper()
	for from := 0; from < len(pairs); from += size {
		to := min(from+size, len(pairs))
		ends := to == len(pairs) || pairs[to]>>32 != pairs[to-1]>>32
		if err := h.add(slices.Clone(pairs[from:to]), ends); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHandover: chunks of any size give the same pairs in order, handed over or listed, also where they split the pairs of a
// row.
func TestHandover(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 2))
	for _, rows := range []int{1, 5, 200} {
		pairs := runs(r, rows)
		want := slices.Sorted(slices.Values(pairs))
		for _, size := range []int{1, 2, 3, 10, 1000} {
			for _, threads := range []int{1, 2, 7} {
				var out pointjoin.Found
				inChunks(t, &handover{out: &out, ordered: true, threads: threads}, pairs, size)
				var listed, taken []pointjoin.Pair
				for _, l := range out.Lists {
					if !l.Ordered {
						t.Error("a list is not ordered")
					}
					listed = append(listed, l.Pairs...)
				}
				out = pointjoin.Found{Take: func(p points.Pairs) error {
					for i, first := range p.First {
						taken = append(taken, pointjoin.PairOf(first, p.Second[i]))
					}
					return nil
				}}
				inChunks(t, &handover{out: &out, ordered: true, threads: threads}, pairs, size)
				if !slices.Equal(listed, want) || !slices.Equal(taken, want) || len(out.Lists) > 0 {
					t.Fatalf("%d rows, chunks of %d, %d threads: listed %d, taken %d, want %d", rows, size, threads, len(listed), len(taken), len(want))
				}
			}
		}
	}
}

// TestHandoverUnordered: pairs of half intervals are listed unsorted, even where ordered ones would be handed over.
func TestHandoverUnordered(t *testing.T) {
	pairs := []pointjoin.Pair{pointjoin.PairOf(9, 10), pointjoin.PairOf(1, 3), pointjoin.PairOf(1, 2)}
	out := pointjoin.Found{Take: func(points.Pairs) error { return errors.New("none is to be handed over") }}
	h := &handover{out: &out, threads: 1}
	if err := h.add(pairs, true); err != nil || len(out.Lists) != 1 || out.Lists[0].Ordered || !slices.Equal(out.Lists[0].Pairs, pairs) || h.count != 3 {
		t.Errorf("%+v, %d pairs, %v", out.Lists, h.count, err)
	}
}

// TestHandoverBudget: listed pairs count in the budget, and pairs that are handed over do not.
func TestHandoverBudget(t *testing.T) {
	pairs := runs(rand.New(rand.NewPCG(62, 3)), 50)
	room := uint64(pointjoin.PairBytes * len(pairs))
	out := pointjoin.Found{Budget: memory.NewBudget(room)}
	inChunks(t, &handover{out: &out, ordered: true, threads: 1}, pairs, 7)
	if out.Budget.Taken() != room {
		t.Errorf("%d bytes taken, want %d", out.Budget.Taken(), room)
	}
	out = pointjoin.Found{Budget: memory.NewBudget(room - 1)}
	var overflow *pointjoin.OverflowError
	if err := (&handover{out: &out, ordered: true, threads: 1}).add(pairs, true); !errors.As(err, &overflow) || overflow.Room != room-1 {
		t.Errorf("%v, want an overflow of %d bytes", err, room-1)
	}
	out = pointjoin.Found{Budget: memory.NewBudget(1), Take: func(points.Pairs) error { return nil }}
	if err := (&handover{out: &out, ordered: true, threads: 1}).add(pairs, true); err != nil || out.Budget.Taken() > 0 {
		t.Errorf("%d bytes taken: %v", out.Budget.Taken(), err)
	}
	enough := errors.New("enough")
	out.Take = func(points.Pairs) error { return enough }
	if err := (&handover{out: &out, ordered: true, threads: 1}).add(pairs, true); !errors.Is(err, enough) {
		t.Errorf("%v, want that of what takes them", err)
	}
}
