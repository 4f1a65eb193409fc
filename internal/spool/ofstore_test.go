package spool

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestOfStore: the slabs of a spool of a store equal the slabs that the store is cut into, with all trajectories and with ranges of them; and
// plans of slabs, of ranges and of rows bound each of them.
func TestOfStore(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 30))
		store := storeOf(t, randomKind(r).lines(r))
		if store == nil {
			continue
		}
		s := OfStore(store)
		what := fmt.Sprint("seed ", seed)
		if w := s.Whole(); w.Segments != uint64(store.Segments()) || w.IDs.Len() != store.Trajectories() || w.Space != store.Space() || w.Kind != store.Times() {
			t.Errorf("%s: %+v is another whole", what, w)
		}
		checkSlabs(t, r, what, s, store)
		checkBounds(t, r, what, s)
	}
}

// storeOf returns the store of rows; nil: no row is good.
func storeOf(t *testing.T, rows []line) *trajectory.Store {
	t.Helper()
	store, _, err := input.Read(t.Context(), "-", format.Options{Reading: format.Reading{Stdin: bytes.NewReader(text(rows)), SkipBadRows: true}, MaxGap: 8})
	if err != nil || store.Segments() == 0 {
		return nil
	}
	return store
}

// checkBounds wants plans of a spool to bound each slab.
func checkBounds(t *testing.T, r *rand.Rand, what string, s *Spool) {
	t.Helper()
	least, err := Cut(^uint64(0), s)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Cut(least.Least+uint64(r.IntN(2000)), s)
	if err != nil {
		t.Fatal(err)
	}
	rows, slabs, largest := Rows(plan.Edges, s), 0, SlabsBytes(plan.Edges, s)
	for b, err := range s.Slabs(context.Background(), Range{Edges: plan.Edges}) {
		if err != nil {
			t.Fatal(err)
		}
		if n := uint64(b.Store.Segments()); slabs >= len(rows) || n > rows[slabs] {
			t.Fatalf("%s: slab %d has %d segments, said were %v", what, slabs, n, rows)
		}
		if took := uint64(8*(1+s.width())*b.Store.Samples() + trajectoryBytes*b.Store.Trajectories()); took > plan.Bytes || took > largest {
			t.Fatalf("%s: slab %d takes %d bytes, said were %d, and %d of the largest", what, slabs, took, plan.Bytes, largest)
		}
		slabs++
	}
	if slabs != len(rows) {
		t.Errorf("%s: %d slabs, said were %d", what, slabs, len(rows))
	}
	most := uint64(0)
	for _, n := range s.count {
		most = max(most, s.storeBytes(uint64(n), 1))
	}
	ranges, err := s.Ranges(most)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, one := range ranges {
		if one.First != at || one.Last <= at {
			t.Fatalf("%s: ranges %+v", what, ranges)
		}
		at = one.Last
	}
	if at != s.Whole().IDs.Len() {
		t.Errorf("%s: ranges end at %d of %d trajectories", what, at, s.Whole().IDs.Len())
	}
}
