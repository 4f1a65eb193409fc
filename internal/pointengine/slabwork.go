package pointengine

import (
	"context"
	"errors"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// slabWork runs a work slab by slab.
type slabWork struct {
	*slabResident
	pointjoin.Work
	queries *lineup // nil: a self-join
	stats   points.Stats
	sizes   map[bool]int // rows whose pairs are likely to fit: true for a slab with itself, false with other rows
	// take takes over pairs.
	take func(ctx context.Context, lists []pointjoin.List) error
	// own, where it is set, replaces take for a slab with itself, crossed for a slab with queries.
	own     func(ctx context.Context, s *slab) error
	crossed func(ctx context.Context, s *slab, rows []uint32, queries *points.Store) error
}

// begin prepares a work.
func (r *slabResident) begin(w pointjoin.Work) *slabWork {
	all := &slabWork{slabResident: r, Work: w, sizes: map[bool]int{}}
	if !w.Self() {
		all.queries = lineUp(w.Queries.Column(r.dimension), r.order.edges, r.config.Threads)
	}
	return all
}

// Pairs implements pointjoin.Resident. Pairs are handed over in order where out.Take is set.
func (r *slabResident) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (_ points.Stats, err error) {
	all := r.begin(w)
	sorted := &pairSorter{config: r.config, rows: w.Last, room: r.room}
	defer func() { err = errors.Join(err, sorted.close()) }()
	all.take = sorted.add
	if err := all.run(ctx); err != nil {
		return all.stats, err
	}
	if out.Take == nil && out.Budget.Take(all.stats.Pairs*pointjoin.PairBytes) != nil {
		return all.stats, &pointjoin.OverflowError{Room: out.Budget.Most()}
	}
	giver := out.Giver(all.stats.Pairs)
	if err := sorted.end(ctx, giver.Give); err != nil {
		return all.stats, err
	}
	giver.End()
	return all.stats, nil
}

// Counts implements pointjoin.Resident. The driver counts queries, and where the work has all rows a slab's own pairs.
func (r *slabResident) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	all := r.begin(w)
	all.take = func(_ context.Context, lists []pointjoin.List) error {
		for _, l := range lists {
			for _, p := range l.Pairs {
				first, second := pointjoin.Rows(p)
				if counts[first]++; w.Self() {
					counts[second]++
				}
			}
		}
		return nil
	}
	switch {
	case !w.Self():
		all.crossed = func(ctx context.Context, s *slab, rows []uint32, queries *points.Store) error {
			return all.count(ctx, s, rows, queries, counts)
		}
	case w.First == 0 && w.Last == r.set.Points.Len():
		all.own = func(ctx context.Context, s *slab) error { return all.count(ctx, s, s.rows, nil, counts) }
	}
	err := all.run(ctx)
	return all.stats, err
}

// run runs the work, slab after slab.
func (w *slabWork) run(ctx context.Context) error {
	n := len(w.order.rows)
	for place := 0; place < n; {
		s, err := w.load(ctx, place, n, w.Threshold, asTheyAre)
		if err != nil {
			return err
		}
		if err := errors.Join(w.slab(ctx, s), s.Close()); err != nil {
			return err
		}
		if place = s.last; w.Progress != nil {
			w.Progress(float64(place), float64(n))
		}
	}
	return nil
}

// asTheyAre returns rows in the order of slabs.
func asTheyAre(rows []uint32) []uint32 { return rows }

// slab runs a slab's part of the work: its own pairs, and the pairs with the points behind it that are in its border, or
// with the queries there.
func (w *slabWork) slab(ctx context.Context, s *slab) error {
	low, high := s.low-w.Threshold.Eps(), s.high+w.Threshold.Eps()
	if !w.Self() {
		return w.border(ctx, s, w.queries.between(0, low, high), w.Queries)
	}
	own := w.own
	if own == nil {
		own = func(ctx context.Context, s *slab) error { return w.find(ctx, s, s.rows, nil) }
	}
	if err := own(ctx, s); err != nil {
		return err
	}
	return w.border(ctx, s, w.order.between(s.last, low, high), w.set.Points)
}

// border joins a slab with rows of others; at a time as many as take a third of the slab's room.
func (w *slabWork) border(ctx context.Context, s *slab, others func(func(uint32) bool), of *points.Store) error {
	const part = 3
	most := max(1, w.size/part)
	crossed := w.crossed
	if crossed == nil {
		crossed = w.find
	}
	var rows []uint32
	var failed error
	flush := func() bool {
		if len(rows) > 0 {
			var queries *points.Store
			if queries, failed = excerpt(of, rows, w.config.Threads); failed == nil {
				failed = crossed(ctx, s, rows, queries)
			}
			rows = rows[:0]
		}
		return failed == nil
	}
	for row := range others {
		if !w.Self() && (int(row) < w.First || int(row) >= w.Last) {
			continue
		}
		if rows = append(rows, row); len(rows) == most && !flush() {
			return failed
		}
	}
	flush()
	return failed
}

// count has the driver count a slab's pairs with queries, nil for its own pairs, and adds them to the counts of their
// rows.
func (w *slabWork) count(ctx context.Context, s *slab, rows []uint32, queries *points.Store, counts []uint32) error {
	some := make([]uint32, len(rows))
	cost, err := s.Counts(ctx, pointjoin.Work{Threshold: w.Threshold, Queries: queries, Last: len(rows)}, some)
	if err != nil {
		return err
	}
	w.stats.Add(cost)
	for i, row := range rows {
		counts[row] += some[i]
	}
	return nil
}

// find takes the pairs of a slab with itself, or with queries, whose rows are given.
func (w *slabWork) find(ctx context.Context, s *slab, rows []uint32, queries *points.Store) error {
	f := pairFinder{resident: s.Resident, points: len(s.rows), room: w.room, size: w.sizes[queries == nil], logger: w.config.Logger}
	defer func() { w.sizes[queries == nil] = f.size }()
	whole := pointjoin.Work{Threshold: w.Threshold, Queries: queries, Last: len(rows)}
	return f.run(ctx, whole, func(_ pointjoin.Work, found *pointjoin.Found, cost points.Stats) error {
		cost.Pairs = w.name(found.Lists, rows, s.rows)
		w.stats.Add(cost)
		return w.take(ctx, found.Lists)
	})
}

// name turns the indexes of pairs, into rows and others, into rows of the whole set, keeps the pairs of the work's
// range, and counts them.
func (w *slabWork) name(lists []pointjoin.List, rows, others []uint32) (kept uint64) {
	counts := make([]uint64, len(lists))
	parallel.Ranges(len(lists), w.config.Threads, func(_, first, last int) {
		for i := first; i < last; i++ {
			pairs := lists[i].Pairs
			to := pairs[:0]
			for _, p := range pairs {
				a, b := pointjoin.Rows(p)
				a, b = rows[a], others[b]
				if w.Self() && b < a {
					a, b = b, a
				}
				if int(a) >= w.First && int(a) < w.Last {
					to = append(to, pointjoin.PairOf(a, b))
				}
			}
			lists[i] = pointjoin.List{Pairs: to}
			counts[i] = uint64(len(to))
		}
	})
	for _, n := range counts {
		kept += n
	}
	return kept
}

// gathered returns the values of the given rows of a column.
func gathered(column []float64, rows []uint32, threads int) []float64 {
	values := make([]float64, len(rows))
	parallel.Ranges(len(rows), threads, func(_, first, last int) {
		for i := first; i < last; i++ {
			values[i] = column[rows[i]]
		}
	})
	return values
}
