package flyby

import (
	"context"
	"slices"

	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// take makes the hits of a search the result's: borderline ones are settled,
// and all are put in order, or joined where encounters alone are wanted. What one
// device found and ordered is kept where it is, on loan.
func (r *Result) take(ctx context.Context, found *kernel.Hits, borderline uint64, t task) error {
	if borderline > 0 {
		settle(ctx, found.Pieces, t, r.entries, r.threads)
		r.stats.Borderline = borderline
	}
	if t.encounters {
		return r.joinAll(ctx, found, t)
	}
	err := r.keep(ctx, found, t.crew)
	r.found = len(r.hits)
	return err
}

// keep takes hits that are settled.
func (r *Result) keep(ctx context.Context, found *kernel.Hits, crew *parallel.Crew) (err error) {
	if p := found.Pieces; inOrder(p) {
		r.hits = p[0].List
		r.borrow(p[0].Release)
		found.Pieces = p[:0]
		return ctx.Err()
	}
	r.hits, err = r.inOrder(ctx, found.Pieces, crew)
	found.Truncate(0)
	return err
}

// inOrder returns the hits of pieces in order.
func (r *Result) inOrder(ctx context.Context, pieces []kernel.Piece, crew *parallel.Crew) ([]kernel.HitRow, error) {
	if inOrder(pieces) {
		return pieces[0].List, ctx.Err()
	}
	return order(ctx, pieces, r.entries.Samples(), r.queries.Samples(), crew)
}

// inOrder reports whether hits are in the defined order as they are.
func inOrder(pieces []kernel.Piece) bool { return len(pieces) == 1 && pieces[0].Ordered }

// settle decides the borderline hits by exact arithmetic on all threads, and
// removes the misses among them. Once ctx is done, what it leaves is of no use.
func settle(ctx context.Context, pieces []kernel.Piece, t task, entries *trajectory.Store, threads int) {
	var borderline []*kernel.HitRow
	for _, p := range pieces {
		for i := range p.List {
			if p.List[i].Borderline() {
				borderline = append(borderline, &p.List[i])
			}
		}
	}
	parallel.Share(len(borderline), threads, func(_, first, last int) {
		for _, h := range borderline[first:last] {
			if ctx.Err() != nil {
				return
			}
			settleOne(h, t, entries)
		}
	})
	for i := range pieces {
		pieces[i].List = slices.DeleteFunc(pieces[i].List, kernel.HitRow.Borderline)
	}
}

// settleOne decides one pair. Of a miss, Enter stays NaN.
func settleOne(h *kernel.HitRow, t task, entries *trajectory.Store) {
	q, e := t.queries.Segment(int(h.Query)), entries.Segment(int(h.Entry))
	if enter, exit, hit := kernel.Exact(q, e, t.Distance, t.Window); hit {
		h.Enter, h.Exit = enter, exit
	}
}
