package flyby

import (
	"context"

	"flyby/interaction"
	"flyby/internal/hitorder"
	"flyby/kernel"
)

// take makes the hits of a search the result's: so many borderline ones are settled,
// and all are put in order, or joined where encounters alone are wanted. What one
// device found and ordered is kept where it is, on loan.
func (r *Result) take(ctx context.Context, found *kernel.Hits, borderline uint64, t task) error {
	if borderline > 0 {
		s := settling{task: t, entries: r.entries, report: t.report.next("settle"), total: borderline}
		s.run(ctx, found.Pieces, r.threads)
	}
	if t.encounters {
		return r.joinAll(ctx, found, t)
	}
	err := r.keep(ctx, found, t)
	r.found = len(r.hits)
	return err
}

// keep takes hits that are settled.
func (r *Result) keep(ctx context.Context, found *kernel.Hits, t task) (err error) {
	if p := found.Pieces; hitorder.InOrder(p) {
		r.hits = p[0].List
		r.borrow(p[0].Release)
		found.Pieces = p[:0]
		return ctx.Err()
	}
	r.hits, err = r.inOrder(ctx, found.Pieces, t)
	found.Truncate(0)
	return err
}

// inOrder returns the hits of pieces in order.
func (r *Result) inOrder(ctx context.Context, pieces []kernel.Piece, t task) ([]interaction.HitRow, error) {
	if hitorder.InOrder(pieces) {
		return pieces[0].List, ctx.Err()
	}
	return hitorder.Order(ctx, pieces, r.entries.Samples(), r.queries.Samples(), t.crew, t.report.after("order").tell)
}
