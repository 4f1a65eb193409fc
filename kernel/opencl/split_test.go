package opencl

import (
	"context"
	"errors"
	"fmt"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// walkAll walks from the roots and, like the engine, splits the work where hits outgrow
// their room. It returns the number of splits.
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
	a, b, ok := w.Query.Halves(w.Queries.Pyramid())
	c, d, ok2 := w.Entry.Halves(entries)
	parts := []kernel.WalkWork{w.With(a, c), w.With(a, d), w.With(b, c), w.With(b, d)}
	switch {
	case w.Join && w.Query == w.Entry && ok:
		parts = []kernel.WalkWork{w.With(a, a), w.With(a, b), w.With(b, b)}
	case !ok && !ok2:
		return 0, fmt.Errorf("nothing left to split: %w", err)
	case !ok:
		parts = parts[:2]
	case !ok2:
		parts = []kernel.WalkWork{w.With(a, w.Entry), w.With(b, w.Entry)}
	}
	for _, p := range parts {
		n, err := walkAll(r, entries, p, out)
		splits += 1 + n
		if err != nil {
			return splits, err
		}
	}
	return splits, nil
}

// interactAll runs all query segments in batches of a size, and splits a batch whose
// hits outgrow their room.
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
