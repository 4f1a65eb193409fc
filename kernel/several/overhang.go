package several

import (
	"flyby/binindex"
	"flyby/internal/partition"
	"flyby/kernel"
	"flyby/trajectory"
)

// overhang is the segments that start in one slice and end in a later one, or
// after it: in a join they are queries there. A trajectory has one at most.
type overhang struct {
	*partition.Part
	side kernel.Side
}

// newOverhang returns the segments of a slice that end at a time or later; nil
// if there are none.
func newOverhang(whole *binindex.Pyramid, from *slice, time float64) *overhang {
	t := whole.Store.T()
	part := partition.Cut(whole.Store, func(p trajectory.Piece) (first, last int) {
		first, last = whole.Store.Starting(p, from.from, from.to)
		end := p.First + p.Samples - 1
		if first == last || t[min(last, end)] < time {
			return last, last
		}
		return last - 1, last
	})
	if part.Store.Segments() == 0 {
		return nil
	}
	return &overhang{part, madeOnce(whole, part.Store)}
}
