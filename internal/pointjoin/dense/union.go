package dense

import (
	"context"
	"slices"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// Flags of state: isCore, its point is core; and at the first place of a cell hasCore, the cell has core points, and joined,
// all of them are in one set, whose lowest place this is.
const (
	isCore uint8 = 1 << iota
	hasCore
	joined
)

// Unite implements pointjoin.Clusters.
func (x *Index) Unite(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	if x.Len() == 0 {
		return points.Stats{}, context.Cause(ctx)
	}
	x.makeLinks()
	stats, err := x.each(ctx, nil, func(w *walker, cell int) { w.plant(cell, core) })
	if err != nil {
		return stats, err
	}
	rows := x.frame.rows(true)
	beside := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return distance(r) > 1 })
	for _, pass := range []struct {
		rows []row
		tie  func(w *walker, cell int)
	}{{beside, (*walker).tieBeside}, {rows, (*walker).tieAround}} {
		more, err := x.each(ctx, pass.rows, func(w *walker, cell int) {
			if x.state[x.starts[cell]]&hasCore != 0 {
				pass.tie(w, cell)
			}
		})
		if stats.Add(more); err != nil {
			return stats, err
		}
	}
	x.leads(lead)
	return stats, nil
}

// makeLinks allocates the links, if there are none.
func (x *Index) makeLinks() {
	if x.link == nil {
		x.link = make([]uint32, x.Len())
	}
}

// plant begins the sets of a cell's core points. The core points of a dense cell are one set; so are another cell's if its
// first core point is near all of its others.
func (w *walker) plant(cell int, core []bool) {
	first, last := w.starts[cell], w.starts[cell+1]
	one, some := w.dense, uint8(0)
	var centre uint32
	for place := first; place < last; place++ {
		w.state[place], w.link[place] = 0, place
		if !core[w.rowOf[place]] {
			continue
		}
		w.state[place] = isCore
		if some == 0 {
			some, centre, one = hasCore, place, true
		}
		one = one && (w.dense || w.near(w.point(centre), w.point(place)))
	}
	w.state[first] |= some
	if !one || some == 0 {
		return
	}
	w.state[first] |= joined
	for place := first; place < last; place++ {
		w.link[place] = first
	}
}

// tieBeside unites a cell's core points with each other, and with the core points of the next cell along each dimension. Few
// cells of one cluster remain apart after that.
func (w *walker) tieBeside(cell int) {
	first, last := w.starts[cell], w.starts[cell+1]
	if w.state[first]&joined == 0 {
		w.tieAll(first, last, first, last)
	}
	w.look(cell)
	for row := range w.rows {
		k := w.reach
		if row == 0 {
			k++
		}
		w.tie(first, last, w.ends(row)[k:])
	}
}

// tieAround unites a cell's core points with the core points of all later cells around it.
func (w *walker) tieAround(cell int) {
	first, last := w.starts[cell], w.starts[cell+1]
	w.look(cell)
	for row := range w.rows {
		ends := w.ends(row)
		k := 0
		if row == 0 {
			k = w.reach + 1
		}
		for ; k < w.width-1; k++ {
			w.tie(first, last, ends[k:])
		}
	}
}

// tie unites the core points of two cells: of places [a, b), and of the places between the first two ends.
func (w *walker) tie(a, b uint32, ends []uint32) {
	c, d := ends[0], ends[1]
	switch sets := forest(w.link); {
	case c == d || w.state[c]&hasCore == 0:
	case w.state[a]&w.state[c]&joined == 0:
		w.tieAll(a, b, c, d)
	case sets.root(a) != sets.root(c) && w.meet(a, b, c, d):
		sets.unite(a, c)
	}
}

// tieAll unites core points of two cells pair by pair, or of a cell with itself. With a cell that is one set, each point needs
// one pair.
func (w *walker) tieAll(a, b, c, d uint32) {
	if w.state[a]&joined != 0 {
		a, b, c, d = c, d, a, b
	}
	sets, one := forest(w.link), w.state[c]&joined != 0
	for p := a; p < b && !w.stopped(); p++ {
		if w.state[p]&isCore == 0 {
			continue
		}
		own := sets.root(p)
		for q := c; q < d; q++ {
			if w.state[q]&isCore == 0 || q == p {
				continue
			}
			if other := sets.root(q); other == own {
				if one {
					break
				}
			} else if w.near(w.point(p), w.point(q)) {
				sets.unite(p, q)
				if own = sets.root(p); one {
					break
				}
			}
		}
	}
}

// meet reports whether a core point of one cell is near a core point of the other.
func (w *walker) meet(a, b, c, d uint32) bool {
	for p := a; p < b && !w.stopped(); p++ {
		if w.state[p]&isCore == 0 {
			continue
		}
		for q := c; q < d; q++ {
			if w.state[q]&isCore != 0 && w.near(w.point(p), w.point(q)) {
				return true
			}
		}
	}
	return false
}

// leads gives each core point the lowest row of its set. Meanwhile the lead of a root has that row, even if the root is not
// core.
func (x *Index) leads(lead []uint32) {
	parallel.Ranges(x.Len(), x.threads, func(_, first, last int) {
		for row := first; row < last; row++ {
			lead[row] = pointjoin.NoLead
		}
	})
	sets := forest(x.link)
	for _, pass := range []func(place int, row uint32){
		func(place int, row uint32) {
			if x.state[place]&isCore != 0 {
				lower(&lead[x.rowOf[sets.root(uint32(place))]], row)
			}
		},
		func(place int, row uint32) {
			if root := sets.root(uint32(place)); x.state[place]&isCore != 0 && int(root) != place {
				lead[row] = lead[x.rowOf[root]]
			}
		},
		func(place int, row uint32) {
			if x.state[place]&isCore == 0 {
				lead[row] = pointjoin.NoLead
			}
		},
	} {
		parallel.Ranges(x.Len(), x.threads, func(_, first, last int) {
			for place, row := range x.rowOf[first:last] {
				pass(first+place, row)
			}
		})
	}
}

// lower sets *to to a row, unless it is lower already.
func lower(to *uint32, row uint32) {
	for least := atomic.LoadUint32(to); row < least; least = atomic.LoadUint32(to) {
		if atomic.CompareAndSwapUint32(to, least, row) {
			return
		}
	}
}
