package boxtree

import "flyby/internal/pointjoin/finder"

// Nearest finds the points nearest to one query after another. It is for one goroutine.
type Nearest struct {
	tree   *Tree
	kept   *finder.Nearest
	query  []float64
	but    int
	finder *finder.Finder
}

// NewNearest returns a Nearest that counts its work in f.
func (t *Tree) NewNearest(f *finder.Finder) *Nearest {
	return &Nearest{tree: t, kept: finder.NewNearest(t.Points, t.Rows), finder: f}
}

// Query fills rows with the rows of the points nearest to a query, the nearest first, except row
// but; a but of -1 excludes none. There must be as many such points as rows.
func (k *Nearest) Query(query []float64, but int, rows []uint32) {
	if len(rows) == 0 {
		return
	}
	k.query, k.but = query, but
	k.kept.Reset(query, len(rows))
	near, _ := k.tree.sums(k.tree.root(), query, 1)
	k.open(k.tree.root(), near)
	k.kept.End(rows, &k.finder.Stats)
}

// open searches a box whose nearest place has a sum of squares of near, its nearer half first.
func (k *Nearest) open(b node, near float64) {
	if k.kept.Beyond(near) {
		return
	}
	k.finder.Stats.Cells++
	if b.leaf() {
		k.offer(b)
		return
	}
	left, right := b.halves()
	l, _ := k.tree.sums(left, k.query, 1)
	r, _ := k.tree.sums(right, k.query, 1)
	if r < l {
		left, right, l, r = right, left, r, l
	}
	k.open(left, l)
	k.open(right, r)
}

// offer offers the points of a leaf to the nearest so far.
func (k *Nearest) offer(b node) {
	first, last := k.tree.places(b)
	for at := first; at < last; at++ {
		if int(k.tree.Rows[at]) != k.but {
			k.finder.Stats.Candidates++
			k.finder.Stats.Float64++
			k.kept.Offer(at)
		}
	}
}
