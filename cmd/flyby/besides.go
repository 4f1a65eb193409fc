package main

import (
	"flyby/internal/parallel"
	"flyby/trajectory/output"
)

// besides is what rows tell beside what they are, --with and the points of GeoJSON.
type besides struct {
	positions, speeds, both, point bool
	query, entry                   *side
	attributes                     []*attribute
	threads                        int
}

// asksPlacesOf reports whether it tells where those of one side are: a point is the query's, and of an exchanged row the
// entry's.
func (b *besides) asksPlacesOf(s *side) bool {
	return b.positions || b.point && (s == b.query || b.both)
}

// asksData reports whether it tells what samples know.
func (b *besides) asksData() bool { return b.positions || b.point || b.speeds }

// options adds the further columns to how results are written.
func (b *besides) options(o output.WriteOptions) output.WriteOptions {
	if b.positions {
		o.Further = append(b.query.places(), b.entry.places()...)
	}
	if b.speeds {
		o.Further = append(o.Further, output.SpeedColumn("query_speed", &b.query.speed), output.SpeedColumn("entry_speed", &b.entry.speed))
	}
	for _, a := range b.attributes {
		o.Further = append(o.Further, a.columns()...)
	}
	if b.point {
		o.Point = b.query.places()
	}
	return o
}

// fill fills in the columns for some rows: for data that outgrow memory, the rows that come next.
func (b *besides) fill(r rowColumns) error {
	n := len(r.query)
	b.query.resize(n)
	b.entry.resize(n)
	if !b.asksData() {
		return nil
	}
	if b.query.answers != nil {
		return b.take(r)
	}
	parallel.Ranges(n, min(parallel.Threads(b.threads), n), func(_, first, last int) {
		for row := first; row < last; row++ {
			q, e := int(r.query[row]), int(r.entry[row])
			if b.asksPlacesOf(b.query) {
				b.query.place(row, q, r.closest[row])
			}
			if b.asksPlacesOf(b.entry) {
				b.entry.place(row, e, r.closest[row])
			}
			if b.speeds {
				b.query.speed[row] = b.query.MeanSpeed(q, r.enter[row], r.exit[row])
				b.entry.speed[row] = b.entry.MeanSpeed(e, r.enter[row], r.exit[row])
			}
		}
	})
	return nil
}

// take fills in what the two sides have answered.
func (b *besides) take(r rowColumns) error {
	if err := b.query.take(r.of(r.query)); err != nil {
		return err
	}
	return b.entry.take(r.of(r.entry))
}

// mirror has each row's columns, and behind them the same with the two trajectories exchanged.
func (b *besides) mirror(n int) {
	for i := range b.query.all() {
		q, e := b.query.all()[i], b.entry.all()[i]
		*q, *e = exchanged(*q, *e, n), exchanged(*e, *q, n)
	}
}

// exchanged is n values of a column, each with that of another behind it.
func exchanged(of, other []float64, n int) []float64 {
	out := make([]float64, 0, 2*n)
	for i := range n {
		out = append(out, of[i], other[i])
	}
	return out
}
