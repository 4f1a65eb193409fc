package pointengine

import (
	"context"
	"errors"
	"math"
	"slices"
	"sort"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// nearerSlabs is slabResident with a method that finds nearest points.
type nearerSlabs struct{ *slabResident }

var _ pointjoin.Nearer = nearerSlabs{}

// InSlabs reports whether the current index is made of slabs.
func (e *Engine) InSlabs() bool {
	switch e.resident.(type) {
	case *slabResident, nearerSlabs:
		return true
	}
	return false
}

// noRow stands where a query has no neighbour yet.
const noRow = math.MaxUint32

// slabNearest is a search for nearest points, slab by slab, as the package comment describes it.
type slabNearest struct {
	*slabResident
	pointjoin.NearestWork
	of        *points.Store // the queries
	column    []float64     // the queries' coordinate along which slabs are cut
	order     []uint32      // rows of the queries, by that coordinate's steps
	companies []company     // consecutive ranges of the order
	each      int           // neighbours of a query
	found     []uint32      // [queries of the work][each]: the nearest so far, the nearest first, then noRow
	passed    []passedSlab
	stats     points.Stats
}

// companyQueries is the size of a company: consecutive queries of the order.
const companyQueries = 1 << 10

// A company is the extent of some queries along the slabs, and the Squares of the farthest neighbour of any of them.
type company struct {
	low, high, far float64
	asked          bool // since far was last computed
}

// A passedSlab is a slab that was searched on the way forwards: its places in the order of points, its extent, and how many of the
// queries, in their order, were asked of it or could be left out.
type passedSlab struct {
	place, last int
	low, high   float64
	queries     int
}

// Nearest implements pointjoin.Nearer. It goes through the slabs forwards, asking each for the queries in it or before it, and then
// backwards, for the queries behind it: these know neighbours in their own slab by then, so that few slabs are near enough to have nearer
// ones.
func (r nearerSlabs) Nearest(ctx context.Context, w pointjoin.NearestWork, rows []uint32) (points.Stats, error) {
	own := *r.slabResident
	if s := own.size * 2 / 3; own.config.Slab == 0 && s >= leastSlab {
		own.size = s // the table takes the rest
	}
	s := &slabNearest{slabResident: &own, NearestWork: w, of: w.Queries, each: w.Each(r.set.Points.Len()), found: rows}
	if s.each == 0 || w.First == w.Last {
		return s.stats, ctx.Err()
	}
	s.begin()
	if err := s.forwards(ctx); err != nil {
		return s.stats, err
	}
	return s.stats, s.backwards(ctx)
}

// begin puts queries in order.
func (w *slabNearest) begin() {
	if w.of == nil {
		w.of = w.set.Points
	}
	for i := range w.found {
		w.found[i] = noRow
	}
	w.column = w.of.Column(w.dimension)
	w.order = lineUp(w.column, w.slabResident.order.edges, w.config.Threads).rows
	if w.Last-w.First < len(w.order) {
		w.order = slices.DeleteFunc(w.order, func(row uint32) bool { return int(row) < w.First || int(row) >= w.Last })
	}
	for first := 0; first < len(w.order); first += companyQueries {
		low, high := extent(w.column, w.rows(len(w.companies)))
		w.companies = append(w.companies, company{low: low, high: high, far: math.Inf(1)})
	}
}

// rows returns the rows of a company's queries.
func (w *slabNearest) rows(company int) []uint32 {
	return w.order[company*companyQueries : min((company+1)*companyQueries, len(w.order))]
}

// forwards asks each slab for the neighbours of the queries in it or before it: in no later step.
func (w *slabNearest) forwards(ctx context.Context) error {
	n := len(w.slabResident.order.rows)
	for place := 0; place < n; {
		s, err := w.load(ctx, place, n, w.set.Threshold, ascending)
		if err != nil {
			return err
		}
		p := passedSlab{place, s.last, s.low, s.high, len(w.order)}
		if s.last < n {
			edges := w.slabResident.order.edges
			p.queries = sort.Search(len(w.order), func(i int) bool { return edges.step(w.column[w.order[i]]) > edges.step(s.high) })
		}
		w.passed = append(w.passed, p)
		if err := errors.Join(w.ask(ctx, s, 0, p.queries), s.Close()); err != nil {
			return err
		}
		place = s.last
		w.report(place)
	}
	return nil
}

// backwards asks each slab for the neighbours of the queries behind it.
func (w *slabNearest) backwards(ctx context.Context) error {
	n := len(w.slabResident.order.rows)
	for _, p := range slices.Backward(w.passed) {
		for place := p.place; place < p.last && w.wanted(p); {
			s, err := w.load(ctx, place, p.last, w.set.Threshold, ascending)
			if err != nil {
				return err
			}
			if err := errors.Join(w.ask(ctx, s, p.queries, len(w.order)), s.Close()); err != nil {
				return err
			}
			place = s.last
		}
		w.report(2*n - p.place)
	}
	return ctx.Err()
}

// report reports how many points were passed; the total is twice their number, as they are passed twice.
func (w *slabNearest) report(passed int) {
	if w.Progress != nil {
		w.Progress(float64(passed), float64(2*len(w.slabResident.order.rows)))
	}
}

// ascending sorts rows, so that a slab prefers of equal distances the lower row of the whole set.
func ascending(rows []uint32) []uint32 {
	return slices.Sorted(slices.Values(rows))
}

// wanted reports whether some query behind a slab may have a neighbour in it.
func (w *slabNearest) wanted(p passedSlab) bool {
	for i := p.queries / companyQueries; i < len(w.companies); i++ {
		c := &w.companies[i]
		if w.near(c.far, c.low, c.high, p.low, p.high) && slices.ContainsFunc(w.rows(i)[max(0, p.queries-i*companyQueries):], func(query uint32) bool {
			return w.reaches(query, p.low, p.high)
		}) {
			return true
		}
	}
	return false
}

// near reports whether points of one extent may have a neighbour in another within far, a Squares. The gap between the extents, rounded
// as Squares are, is at most the Squares of any two of their points (docs/exactness.md, P6).
func (w *slabNearest) near(far, low, high, otherLow, otherHigh float64) bool {
	gap := max(otherLow-high, low-otherHigh, 0)
	return !pointjoin.SurelyLess(far, float64(gap*gap), w.set.Points.Dimensions())
}

// reaches reports whether a query may have a neighbour in an extent.
func (w *slabNearest) reaches(query uint32, low, high float64) bool {
	v := w.column[query]
	if v >= low && v <= high {
		return true
	}
	var p, q []float64
	return w.near(w.farthest(query, &p, &q), v, v, low, high)
}

// farthest returns the Squares of a query's last neighbour; infinite where it has fewer than it is to have. p and q are memory.
func (w *slabNearest) farthest(query uint32, p, q *[]float64) float64 {
	of := w.neighbours(query)
	last := of[len(of)-1]
	if last == noRow {
		return math.Inf(1)
	}
	*p, *q = w.of.Append((*p)[:0], int(query)), w.set.Points.Append((*q)[:0], int(last))
	return pointjoin.Squares(*p, *q)
}

// neighbours returns the neighbours of a query.
func (w *slabNearest) neighbours(query uint32) []uint32 {
	at := (int(query) - w.First) * w.each
	return w.found[at : at+w.each]
}

// ask searches a slab for the queries in [first, last) of the order that may have neighbours in it; at a time as many as take a third of
// the slab's room.
func (w *slabNearest) ask(ctx context.Context, s *slab, first, last int) error {
	const part = 3
	most := max(1, min(w.size/part, int(min(w.room/(8*uint64(w.each+1)), math.MaxInt32))))
	var queries []uint32
	for i := first / companyQueries; i*companyQueries < last; i++ {
		c := &w.companies[i]
		if !w.near(c.far, c.low, c.high, s.low, s.high) {
			continue
		}
		rows := w.rows(i)
		for _, query := range rows[max(0, first-i*companyQueries):min(len(rows), last-i*companyQueries)] {
			if !w.reaches(query, s.low, s.high) {
				continue
			}
			c.asked = true
			if queries = append(queries, query); len(queries) == most {
				if err := w.search(ctx, s, queries); err != nil {
					return err
				}
				queries = queries[:0]
			}
		}
	}
	defer w.look()
	if len(queries) == 0 {
		return ctx.Err()
	}
	return w.search(ctx, s, queries)
}

// look computes the distance of the farthest neighbour of each company that was asked.
func (w *slabNearest) look() {
	parallel.Ranges(len(w.companies), max(1, w.config.Threads), func(_, first, last int) {
		var p, q []float64
		for i := first; i < last; i++ {
			c := &w.companies[i]
			if !c.asked {
				continue
			}
			c.asked, c.far = false, 0
			for _, query := range w.rows(i) {
				c.far = max(c.far, w.farthest(query, &p, &q))
			}
		}
	})
}

// search searches a slab for the nearest points of some queries, and keeps the points nearer than the known neighbours.
func (w *slabNearest) search(ctx context.Context, s *slab, queries []uint32) error {
	some, err := excerpt(w.of, queries, w.config.Threads)
	if err != nil {
		return err
	}
	own := pointjoin.NearestWork{K: w.each, Queries: some, Last: len(queries)}
	if w.Queries == nil {
		own.K++ // one of the found points may be the query itself
	}
	each := own.Each(len(s.rows))
	if err := memory.Need("nearest points of a slab", memory.Of(len(queries)*each, 4)); err != nil {
		return err
	}
	found := make([]uint32, each*len(queries))
	cost, err := s.Resident.(pointjoin.Nearer).Nearest(ctx, own, found)
	w.stats.Add(cost)
	if err != nil {
		return err
	}
	parallel.Ranges(len(queries), max(1, w.config.Threads), func(_, first, last int) {
		m := merger{slabNearest: w}
		for i := first; i < last; i++ {
			m.merge(queries[i], s.rows, found[i*each:(i+1)*each])
		}
	})
	return nil
}
