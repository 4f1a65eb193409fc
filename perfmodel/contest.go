package perfmodel

import (
	"math"
	"math/bits"
	"slices"

	"flyby/perfmodel/estimate"
)

// largestSize bounds the batch sizes that are considered.
const largestSize = 1 << 16

// Batches of a size that a search for the best sums over.
const (
	roughBatches  = 8    // to tell the region of the best
	finestBatches = 32   // from which on steps finer than a fourth of an octave mean anything
	fineBatches   = 1024 // at most
)

// contest is a search for the best size. It predicts a size once.
type contest struct {
	*Model
	w     *estimate.Workload
	most  int          // batches of a size to sum over
	known []Prediction // with that many
}

func newContest(m *Model, w *estimate.Workload, most int) *contest {
	return &contest{Model: m, w: w, most: most}
}

// predict is the prediction of a size.
func (c *contest) predict(s int) Prediction {
	for _, p := range c.known {
		if p.Size == s {
			return p
		}
	}
	p := c.periodic(c.w, s, c.most)
	c.known = append(c.known, p)
	return p
}

// ruledOut is how many times as long as the best a size takes if smaller ones need not be looked at: what an
// invocation costs has the better of them.
const ruledOut = 2

// rough finds the region of the best size, from |Q| down in powers of two, until two in a row are ruled out.
func (c *contest) rough() Prediction {
	s := max(1, min(c.w.Queries(), largestSize))
	best := c.predict(s)
	for slow := 0; s > 1 && slow < 2; {
		s = 1 << (bits.Len(uint(s-1)) - 1)
		p := c.predict(s)
		switch {
		case p.Time() <= best.Time():
			best, slow = p, 0
		case p.Time() > ruledOut*best.Time():
			slow++
		}
	}
	return best
}

// climb goes from a size to ever better ones in steps of two.
func (c *contest) climb(size int) Prediction {
	best := c.predict(size)
	for {
		p := c.least(spaced(best.Size, 2, 1, c.Kernel.Quantum, c.w.Queries()))
		if p.Time() >= best.Time() {
			return best
		}
		best = p
	}
}

// least is the prediction of least time of some sizes, the smaller size of equals.
func (c *contest) least(sizes []int) Prediction {
	best := c.predict(sizes[0])
	for _, s := range sizes[1:] {
		if p := c.predict(s); p.Time() < best.Time() {
			best = p
		}
	}
	return best
}

// largest is the prediction of the largest of sizes that takes little longer than the best.
func (c *contest) largest(sizes []int, best Prediction) Prediction {
	found := best
	for _, s := range sizes {
		if s > found.Size {
			if p := c.predict(s); float64(p.Time()) < largerMargin*float64(best.Time()) {
				found = p
			}
		}
	}
	return found
}

// around is the sizes within four ratios of a size.
func around(size int, ratio float64, unit, queries int) []int {
	return spaced(size, ratio, 4, unit, queries)
}

// spaced is the sizes within some steps of a size, each a ratio apart; those above a unit are multiples of it.
func spaced(size int, ratio float64, steps, unit, queries int) []int {
	var sizes []int
	for k := -steps; k <= steps; k++ {
		s := int(math.Round(float64(size) * math.Pow(ratio, float64(k))))
		if s > unit {
			s = (s + unit/2) / unit * unit
		}
		sizes = append(sizes, max(1, min(s, queries, largestSize)))
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// filled is the size of a prediction and the least sizes with one batch fewer, as many and one more: their last batch is as full as
// can be. With few batches that is worth more than what lies between two sizes of a quarter of an octave.
func filled(p Prediction, unit, queries int) []int {
	sizes := []int{p.Size}
	for batches := max(1, p.Batches-1); batches <= p.Batches+1; batches++ {
		s := (queries + batches - 1) / batches
		if s > unit {
			s = (s + unit - 1) / unit * unit
		}
		sizes = append(sizes, max(1, min(s, queries, largestSize)))
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}
