package kernel

import "flyby/binindex"

// Split cuts a walk in two or three that together meet the same pairs; none if
// there is nothing left to cut. A join of boxes with themselves falls into two
// such joins and the meeting of the halves.
func (w WalkWork) Split(entries *binindex.Pyramid) []WalkWork {
	if w.Join && w.Query == w.Entry {
		a, b, ok := w.Query.Halves(w.Queries)
		if !ok {
			return nil
		}
		return []WalkWork{w.With(a, a), w.With(a, b), w.With(b, b)}
	}
	if a, b, ok := w.Query.Halves(w.Queries); ok && (w.Query.Level >= w.Entry.Level || !w.Entry.canHalve()) {
		return []WalkWork{w.With(a, w.Entry), w.With(b, w.Entry)}
	}
	if a, b, ok := w.Entry.Halves(entries); ok {
		return []WalkWork{w.With(w.Query, a), w.With(w.Query, b)}
	}
	return nil
}

// canHalve reports whether a range of boxes is more than one box of the lowest
// level.
func (b Boxes) canHalve() bool {
	return b.Level > 0 || b.Last-b.First > 1
}

// Split cuts the work of a batch in two that together meet the same pairs: the
// query segments first, then the candidate ranges, a single range in the end;
// none if there is nothing left to cut.
func (w RangeWork) Split() []RangeWork {
	a, b := w, w
	if n := w.Batch.Len(); n > 1 {
		a.Batch.Last = w.Batch.First + n/2
		b.Batch.First = a.Batch.Last
		return []RangeWork{a, b}
	}
	if len(w.Ranges) > 1 {
		a.Ranges, b.Ranges = w.Ranges[:1], w.Ranges[1:]
		return []RangeWork{a, b}
	}
	if len(w.Ranges) == 0 || w.Ranges[0].Last-w.Ranges[0].First < 2 {
		return nil
	}
	r := w.Ranges[0]
	half := (r.First + r.Last) / 2
	a.Ranges = []binindex.Range{{First: r.First, Last: half}}
	b.Ranges = []binindex.Range{{First: half, Last: r.Last}}
	return []RangeWork{a, b}
}
