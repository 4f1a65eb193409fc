package baseline

import (
	"math"
	"testing"

	"github.com/tidwall/rtree"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// rival is search-and-refine with another index over the same boxes: near
// appends to found the leaves of the tree whose boxes meet a query's box, each
// once. All else is the RTree's.
type rival struct {
	*RTree
	near func(b bounds, q *box, found []uint32) []uint32
}

// search is RTree.Search on one core, not as a join; it counts no box tests.
func (v rival) search(b *testing.B, queries *trajectory.Store, rule interaction.Rule, out *kernel.Hits) (kernel.Stats, error) {
	s := v.newSearch(queries, rule)
	return gather(b.Context(), len(s.runs), 1, out, func(w *worker, k int) {
		b, ok := boundsOf(queries, s.runs[k], rule.Distance).cut(rule.Window)
		if !ok {
			return
		}
		q := v.grid.box(b)
		w.found = v.near(b, &q, w.found[:0])
		for _, leaf := range w.found {
			s.pair(w, s.runs[k], v.runs[leaf])
		}
	})
}

// timeAxis indexes time and one axis with tidwall/rtree, which has two
// dimensions, and compares the whole boxes of the leaves found.
func timeAxis(t *RTree, axis int) rival {
	var index rtree.RTreeG[uint32]
	for i, r := range t.runs {
		b := boundsOf(t.store, r, 0)
		index.Insert([2]float64{b.first, b.min[axis]}, [2]float64{b.last, b.max[axis]}, uint32(i))
	}
	return rival{t, func(b bounds, q *box, found []uint32) []uint32 {
		index.Search([2]float64{b.first, b.min[axis]}, [2]float64{b.last, b.max[axis]}, func(_, _ [2]float64, i uint32) bool {
			if t.tree.boxes[i].meets(q) {
				found = append(found, i)
			}
			return true
		})
		return found
	}}
}

// timeSlabs indexes x and y with a tidwall/rtree for every slab of time; a slab
// is as long as the mean box, and a box is in every slab that it overlaps.
func timeSlabs(t *RTree) rival {
	mean := 0.0
	for _, r := range t.runs {
		b := boundsOf(t.store, r, 0)
		mean += (math.Nextafter(b.last, math.Inf(1)) - b.first) / float64(len(t.runs))
	}
	e := t.store.Extent()
	last := int((e.End - e.Start) / mean)
	slab := func(time float64) int {
		return max(0, min(last, int(math.Floor((time-e.Start)/mean))))
	}
	index := make([]rtree.RTreeG[uint32], last+1)
	for i, r := range t.runs {
		b := boundsOf(t.store, r, 0)
		for k := slab(b.first); k <= slab(b.last); k++ {
			index[k].Insert([2]float64(b.min[:2]), [2]float64(b.max[:2]), uint32(i))
		}
	}
	return rival{t, func(b bounds, q *box, found []uint32) []uint32 {
		for k := slab(b.first); k <= slab(b.last); k++ {
			index[k].Search([2]float64(b.min[:2]), [2]float64(b.max[:2]), func(_, _ [2]float64, i uint32) bool {
				o := &t.tree.boxes[i]
				if o.meets(q) && slab(max(o.first, q.first)) == k {
					found = append(found, i)
				}
				return true
			})
		}
		return found
	}}
}
