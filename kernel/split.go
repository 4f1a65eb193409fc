package kernel

import "flyby/binindex"

// Split cuts a walk in two or three walks that together have the same pairs; none if
// nothing is left to cut. A join of boxes with themselves becomes a join of each
// half with itself and a walk of the two halves against each other.
func (w WalkWork) Split(entries *binindex.Pyramid) []WalkWork {
	if w.Join && w.Query == w.Entry {
		a, b, ok := w.Query.Halves(w.Queries.Pyramid())
		if !ok {
			return nil
		}
		return []WalkWork{w.With(a, a), w.With(a, b), w.With(b, b)}
	}
	q, nextQ, cutsQ := w.Query.Halves(w.Queries.Pyramid())
	e, nextE, cutsE := w.Entry.Halves(entries)
	switch {
	case cutsQ && (w.Query.Level >= w.Entry.Level || !cutsE):
		return []WalkWork{w.With(q, w.Entry), w.With(nextQ, w.Entry)}
	case cutsE:
		return []WalkWork{w.With(w.Query, e), w.With(w.Query, nextE)}
	}
	return nil
}

// Split cuts the work in two works that together have the same pairs: it cuts the list
// of batches first, then the query segments of a single batch, then its candidate ranges,
// and a single range in the end; none if nothing is left to cut.
func (w RangeWork) Split() []RangeWork {
	if n := len(w.Invocations); n != 1 {
		return w.halves(w.Invocations[:n/2], w.Invocations[n/2:])
	}
	a, b, ok := w.Invocations[0].split()
	if !ok {
		return nil
	}
	return w.halves([]Invocation{a}, []Invocation{b})
}

// halves returns the work on the invocations first, and the work on second; none if second is empty.
func (w RangeWork) halves(first, second []Invocation) []RangeWork {
	if len(second) == 0 {
		return nil
	}
	a, b := w, w
	a.Invocations, b.Invocations = first, second
	return []RangeWork{a, b}
}

// split cuts an invocation in two; ok is false if it is of a single pair.
func (i Invocation) split() (a, b Invocation, ok bool) {
	a, b = i, i
	switch {
	case i.Batch.Len() > 1:
		a.Batch.Last = i.Batch.First + i.Batch.Len()/2
		b.Batch.First = a.Batch.Last
	case len(i.Ranges) > 1:
		a.Ranges, b.Ranges = i.Ranges[:1], i.Ranges[1:]
	case len(i.Ranges) == 0 || i.Ranges[0].Last-i.Ranges[0].First < 2:
		return i, i, false
	default:
		r := i.Ranges[0]
		half := (r.First + r.Last) / 2
		a.Ranges = []binindex.Range{{First: r.First, Last: half}}
		b.Ranges = []binindex.Range{{First: half, Last: r.Last}}
	}
	return a, b, true
}
