package dense

import (
	"context"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// Borders implements pointjoin.Clusters.
func (x *Index) Borders(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	if x.Len() == 0 {
		return points.Stats{}, context.Cause(ctx)
	}
	x.makeLinks()
	if stats, err := x.each(ctx, nil, func(_ *walker, cell int) { x.note(cell, core, lead) }); err != nil {
		return stats, err
	}
	return x.cores().each(ctx, x.frame.rows(false), func(w *walker, cell int) {
		looked, few := false, false
		for place := x.starts[cell]; place < x.starts[cell+1]; place++ {
			if x.state[place]&isCore != 0 {
				continue
			}
			if !looked {
				looked = true
				_, few = w.surround(cell, fewAround, true)
			}
			if few {
				lead[x.rowOf[place]] = w.lowestAround(cell, x.point(place))
			} else {
				lead[x.rowOf[place]] = w.lowest(x.point(place))
			}
		}
	})
}

// note sets the links of a cell's core points to their leads, the links of its other points to NoLead, and joined if the leads are
// equal.
func (x *Index) note(cell int, core []bool, lead []uint32) {
	first, last := x.starts[cell], x.starts[cell+1]
	least, most := pointjoin.NoLead, uint32(0)
	some := uint8(0)
	for place := first; place < last; place++ {
		row := x.rowOf[place]
		if x.state[place], x.link[place] = 0, pointjoin.NoLead; core[row] {
			x.state[place], x.link[place] = isCore, lead[row]
			least, most, some = min(least, lead[row]), max(most, lead[row]), hasCore
		}
	}
	if x.state[first] |= some; least == most {
		x.state[first] |= joined
	}
}

// cores returns an index of the core points alone, with their links, if they are at most half of all points, since fewer points are
// then looked at; otherwise it returns x. The places of the new index are its own, its cells are the same.
func (x *Index) cores() *Index {
	before := parallel.Before(len(x.cells), x.threads, func(first, last int) (cores int) {
		for _, s := range x.state[x.starts[first]:x.starts[last]] {
			cores += int(s & isCore)
		}
		return cores
	})
	count := before[x.threads]
	if 2*count > x.Len() {
		return x
	}
	c := *x
	c.at, c.link, c.state = make([]float64, x.n*count), make([]uint32, count), make([]uint8, count)
	c.starts = make([]uint32, len(x.starts))
	c.starts[len(x.cells)] = uint32(count)
	parallel.Ranges(len(x.cells), x.threads, func(k, first, last int) { x.copyCores(&c, first, last, before[k]) })
	return &c
}

// copyCores copies the core points of cells [first, last) into an index of core points, from a place on.
func (x *Index) copyCores(c *Index, first, last, to int) {
	for cell := first; cell < last; cell++ {
		c.starts[cell] = uint32(to)
		flags := x.state[x.starts[cell]] &^ isCore // belong to the first place of a cell
		for place := x.starts[cell]; place < x.starts[cell+1]; place++ {
			if x.state[place]&isCore != 0 {
				copy(c.at[to*x.n:], x.point(place))
				c.link[to], c.state[to] = x.link[place], isCore|flags
				flags = 0
				to++
			}
		}
	}
}

// lowest returns the smallest link of a core point near p, skipping points whose link cannot lower the result.
func (w *walker) lowest(p []float64) uint32 {
	const few = 64 // points of a row for which one loop over all is fastest
	w.aim(p)
	best := pointjoin.NoLead
	if w.flat() {
		w.disc.aim(p)
	}
	for row := 0; row < len(w.rows) && !w.stopped(); row++ {
		first, last, some := w.span(row)
		if !some {
			continue
		}
		ends := w.ends(row)
		if from, to := ends[first], ends[last+1]; to-from <= few && w.flat() {
			w.candidates += uint64(to - from)
			if least, sure := w.disc.least(w.at[2*int(from):2*int(to)], w.link[from:to]); sure {
				best = min(best, least)
				continue
			}
		}
		for k := first; k <= last; k++ {
			if ends[k] < ends[k+1] && w.state[ends[k]]&hasCore != 0 {
				best = w.lower(p, ends[k], ends[k+1], best)
			}
		}
	}
	return best
}

// lower returns the smaller of best and the smallest link of a core point near p among the points [first, last) of a cell.
func (w *walker) lower(p []float64, first, last, best uint32) uint32 {
	one := w.state[first]&joined != 0
	for other := first; other < last; other++ {
		switch {
		case w.state[other]&isCore == 0:
		case w.link[other] >= best:
			if one {
				return best
			}
		case w.near(p, w.point(other)):
			if best = w.link[other]; one {
				return best
			}
		}
	}
	return best
}
