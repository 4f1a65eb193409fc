package opencl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// hit is one hit with the bits of its times.
type hit struct {
	query, entry uint32
	enter, exit  uint64
}

func compareHits(a, b hit) int {
	return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.entry, b.entry), cmp.Compare(a.enter, b.enter), cmp.Compare(a.exit, b.exit))
}

// reference decides every pair that the rule admits.
func reference(queries, entries *trajectory.Store, r interaction.Rule) []hit {
	var hits []hit
	for qrow, q := range queries.Rows() {
		qt := queries.Owner(qrow)
		for erow, e := range entries.Rows() {
			et := entries.Owner(erow)
			if r.Join && (qt == et || qrow > erow) || r.Excluded != nil && r.Excluded[qt] == uint32(et) {
				continue
			}
			if enter, exit, ok := interaction.Decide(q, e, r.Distance, r.Window); ok {
				hits = append(hits, hit{uint32(qrow), uint32(erow), math.Float64bits(enter), math.Float64bits(exit)})
			}
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits
}

// settled decides the borderline hits of a driver and sorts all.
func settled(h kernel.Hits, queries, entries *trajectory.Store, r interaction.Rule) []hit {
	var hits []hit
	for _, f := range h.List() {
		enter, exit, ok := f.Enter, f.Exit, true
		if f.Borderline() {
			enter, exit, ok = interaction.Exact(queries.Segment(int(f.Query)), entries.Segment(int(f.Entry)), r.Distance, r.Window)
		}
		if ok {
			hits = append(hits, hit{f.Query, f.Entry, math.Float64bits(enter), math.Float64bits(exit)})
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits
}

// sameHits wants two sorted lists of hits to be equal.
func sameHits(t *testing.T, got, want []hit) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%d hits, want %d; the first that differs is %s, want %s", len(got), len(want), show(got, i), show(want, i))
		}
	}
}

func show(h []hit, i int) string {
	if i >= len(h) {
		return "none"
	}
	return fmt.Sprintf("(%d, %d) [%v, %v]", h[i].query, h[i].entry, math.Float64frombits(h[i].enter), math.Float64frombits(h[i].exit))
}

// walkAll walks from the roots and splits the work where hits outgrow their
// room, as the engine does. It returns the number of splits.
func walkAll(r kernel.Walker, entries *binindex.Pyramid, w kernel.WalkWork, out *kernel.Hits) (splits int, err error) {
	had := out.Len()
	_, err = r.Walk(context.Background(), w, out)
	var overflow *kernel.OverflowError
	if !errors.As(err, &overflow) {
		return 0, err
	}
	if out.Len() != had || overflow.Hits <= overflow.Room {
		return 0, fmt.Errorf("after %w: %d hits, %d before", err, out.Len(), had)
	}
	w = w.Prepared()
	a, b, ok := w.Query.Halves(w.Queries)
	c, d, ok2 := w.Entry.Halves(entries)
	pieces := []kernel.WalkWork{w.With(a, c), w.With(a, d), w.With(b, c), w.With(b, d)}
	switch {
	case w.Join && w.Query == w.Entry && ok:
		pieces = []kernel.WalkWork{w.With(a, a), w.With(a, b), w.With(b, b)}
	case !ok && !ok2:
		return 0, fmt.Errorf("nothing left to split: %w", err)
	case !ok:
		pieces = pieces[:2]
	case !ok2:
		pieces = []kernel.WalkWork{w.With(a, w.Entry), w.With(b, w.Entry)}
	}
	for _, p := range pieces {
		n, err := walkAll(r, entries, p, out)
		splits += 1 + n
		if err != nil {
			return splits, err
		}
	}
	return splits, nil
}

// interactAll runs all query segments in batches of a size and splits those
// whose hits outgrow their room.
func interactAll(r kernel.Ranger, bins *binindex.Bins, queries *trajectory.Store, rule interaction.Rule, size int, out *kernel.Hits) error {
	rows, starts, ends := binindex.SortedByStart(queries, rule.Window.From, rule.Window.To)
	profile := batching.Profile{Start: starts, End: ends, Candidates: bins.Count}
	batches, err := batching.Periodic{Size: size}.Batches(profile)
	if err != nil {
		return err
	}
	w := kernel.RangeWork{Rule: rule, Queries: queries, Rows: rows}
	for _, b := range batches {
		start, end := profile.Extent(b)
		w.Invocations = append(w.Invocations, kernel.Invocation{Batch: b, Ranges: bins.Candidates(start, end, nil)})
	}
	return interactSplit(r, w, out)
}

func interactSplit(r kernel.Ranger, w kernel.RangeWork, out *kernel.Hits) error {
	had := out.Len()
	_, err := r.Interact(context.Background(), w, out)
	var overflow *kernel.OverflowError
	if !errors.As(err, &overflow) {
		return err
	}
	if out.Len() != had || overflow.Hits <= overflow.Room {
		return fmt.Errorf("after %w: %d hits, %d before", err, out.Len(), had)
	}
	for _, half := range w.Split() {
		if err := interactSplit(r, half, out); err != nil {
			return err
		}
	}
	return nil
}
