package sweep

import (
	"iter"

	"flyby/internal/slab"
)

// Sides are the slabs of queries and of entries that are searched with each other, cut at the same
// edges. Where Queries is nil, the entries are joined.
type Sides struct{ Queries, Entries slab.Source }

// Once yields one pair of sides.
func Once(queries, entries slab.Source) iter.Seq[Sides] {
	return func(yield func(Sides) bool) { yield(Sides{queries, entries}) }
}

// Ranges are a data set in ranges of its trajectories: where segments last as long as the data, all
// of them overhang into every slab, and time alone makes no slab smaller.
type Ranges struct {
	Borders []int                             // [ranges+1] ascending: a range is [Borders[i], Borders[i+1])
	Slabs   func(first, last int) slab.Source // of the trajectories [first, last)
}

// each yields the ranges from one on.
func (r Ranges) each(from int) iter.Seq2[int, func() slab.Source] {
	return func(yield func(int, func() slab.Source) bool) {
		for i := from; i+1 < len(r.Borders); i++ {
			if !yield(i, func() slab.Source { return r.Slabs(r.Borders[i], r.Borders[i+1]) }) {
				return
			}
		}
	}
}

// Between yields each range of the queries with each range of the entries.
func Between(queries, entries Ranges) iter.Seq[Sides] {
	return func(yield func(Sides) bool) {
		for _, q := range queries.each(0) {
			for _, e := range entries.each(0) {
				if !yield(Sides{q(), e()}) {
					return
				}
			}
		}
	}
}

// Within yields the sides of a join: each range by itself, and as queries of each later one. So of
// two trajectories the lesser is the query.
func Within(all Ranges) iter.Seq[Sides] {
	return func(yield func(Sides) bool) {
		for i, q := range all.each(0) {
			if !yield(Sides{nil, q()}) {
				return
			}
			for _, e := range all.each(i + 1) {
				if !yield(Sides{q(), e()}) {
					return
				}
			}
		}
	}
}
