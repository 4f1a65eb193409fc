package dense

import (
	"context"

	"flyby/points"
)

// countBlock is the number of points that are compared between two checks whether there are
// enough neighbours.
const countBlock = 128

// Cores implements pointjoin.Clusters.
func (x *Index) Cores(ctx context.Context, minPoints int, core []bool) (points.Stats, error) {
	if x.Len() == 0 {
		return points.Stats{}, context.Cause(ctx)
	}
	return x.each(ctx, x.frame.rows(false), func(w *walker, cell int) {
		first, last := x.starts[cell], x.starts[cell+1]
		all := x.dense && int(last-first) >= minPoints
		candidates, few := 0, false
		if !all {
			candidates, few = w.surround(cell, min(fewAround, pointsPerNeighbour*min(minPoints, fewAround)), false)
		}
		none := !all && candidates < minPoints
		for place := first; place < last; place++ {
			core[x.rowOf[place]] = all || !none && (few && w.crowded(cell, place, minPoints) || !few && w.core(cell, place, minPoints))
		}
	})
}

// core reports whether a point has minPoints neighbours, and counts no further. In a
// dense cell all other points are neighbours.
func (w *walker) core(cell int, place uint32, minPoints int) bool {
	if w.stopped() {
		return false
	}
	w.aim(w.point(place))
	n := 0
	if w.dense {
		n = int(w.starts[cell+1] - w.starts[cell])
	}
	for row := 0; row < len(w.rows) && n < minPoints; row++ {
		first, last, some := w.span(row)
		ends := w.ends(row)
		switch {
		case !some:
		case row == 0 && w.dense:
			n += w.upTo(place, ends[first], ends[w.reach], minPoints-n)
			n += w.upTo(place, ends[w.reach+1], ends[last+1], minPoints-n)
		default:
			n += w.upTo(place, ends[first], ends[last+1], minPoints-n)
		}
	}
	return n >= minPoints
}

// upTo counts the neighbours among the points [first, last) until there are most; it may
// return somewhat more.
func (w *walker) upTo(place, first, last uint32, most int) (n int) {
	p := w.point(place)
	for first < last && n < most {
		next := first + min(last-first, countBlock)
		n += w.count(p, first, next)
		first = next
	}
	return n
}
