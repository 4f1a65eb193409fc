package boxtree

import (
	"math"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

// Search finds the points within a threshold of one query after another. It is for one goroutine.
type Search struct {
	tree           *Tree
	scale          float64
	certainly, not float64 // pointjoin.Threshold.Bounds
	query          []float64
	after          int // only rows above it are found
	finder         *finder.Finder
	// Found are the rows within the threshold, in no order.
	Found []uint32
}

// NewSearch returns a search within a threshold, which counts its work in f and has f decide about
// points.
func (t *Tree) NewSearch(within pointjoin.Threshold, f *finder.Finder) *Search {
	w := &Search{tree: t, scale: within.Scale(), finder: f}
	w.certainly, w.not = within.Bounds(t.Points.Dimensions)
	return w
}

// Query finds the points within the threshold of a query in rows above after; an after of -1 allows all.
func (w *Search) Query(query []float64, after int) {
	w.query, w.after, w.Found = query, after, w.Found[:0]
	if w.tree.leaves > 0 {
		w.open(w.tree.root())
	}
}

// open searches a box, unless its bounds show that all or none of its points are within the threshold.
func (w *Search) open(b node) {
	if int(w.tree.most[b.place]) <= w.after {
		return
	}
	w.finder.Stats.Cells++
	near, far := w.tree.sums(b, w.query, w.scale)
	switch {
	case near >= w.not:
		return
	case far <= w.certainly:
		w.take(b)
	case b.leaf():
		w.compare(b)
	default:
		left, right := b.halves()
		w.open(left)
		w.open(right)
	}
}

// take finds all points of a box in rows above after.
func (w *Search) take(b node) {
	first, last := w.tree.places(b)
	for _, row := range w.tree.Rows[first:last] {
		if int(row) > w.after {
			w.Found = append(w.Found, row)
		}
	}
}

// compare compares the query with the points of a leaf.
func (w *Search) compare(b node) {
	first, last := w.tree.places(b)
	for at := first; at < last; at++ {
		if row := w.tree.Rows[at]; int(row) > w.after && w.finder.Within(w.query, w.tree.Points.Row(at)) {
			w.Found = append(w.Found, row)
		}
	}
}

// sums returns the sums of squares, times scale², of the nearest and of the farthest place of a box, by
// the operations of a point's sum in the same order. So no point's sum is below near or above far.
func (t *Tree) sums(b node, p []float64, scale float64) (near, far float64) {
	least, most := t.box(b)
	for j, v := range p {
		below, above := (v-least[j])*scale, (v-most[j])*scale
		d := 0.0
		if below < 0 {
			d = below
		} else if above > 0 {
			d = above
		}
		near += float64(d * d)
		d = max(math.Abs(below), math.Abs(above))
		far += float64(d * d)
	}
	return near, far
}
