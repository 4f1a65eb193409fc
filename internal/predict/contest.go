package predict

import (
	"math"
	"math/bits"
	"slices"

	"flyby/internal/estimate"
	"flyby/perfmodel"
)

// largestSize bounds the batch sizes that are considered.
const largestSize = 1 << 16

// Numbers of batches that the prediction of a size sums.
const (
	fewestBatches = 4    // the least
	roughBatches  = 6    // to find the region of the best size
	finestBatches = 32   // the least at which steps finer than a fourth of an octave are significant
	fineBatches   = 1024 // the most
)

// contest is a search for the best size. It predicts each size once.
type contest struct {
	*Model
	w      *estimate.Workload
	most   int                    // the most batches of a size to sum
	known  []perfmodel.Prediction // the predictions so far
	summed int                    // the batches that they summed
}

func newContest(m *Model, w *estimate.Workload, most int) *contest {
	return &contest{Model: m, w: w, most: most}
}

// predict returns the prediction of a size.
func (c *contest) predict(s int) perfmodel.Prediction {
	for _, p := range c.known {
		if p.Size == s {
			return p
		}
	}
	p := c.periodic(c.w, s, c.most)
	c.known = append(c.known, p)
	c.summed += min(p.Batches, c.most)
	return p
}

// ruledOut is the ratio of a size's predicted time to the best's from which on smaller sizes are not tried: there the
// cost of invocations dominates.
const ruledOut = 2

// rough finds the region of the best size, from |Q| down in powers of two, until two in a row are ruled out.
func (c *contest) rough() perfmodel.Prediction {
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

// climb goes from a size to ever better sizes, by factors of two.
func (c *contest) climb(size int) perfmodel.Prediction {
	best := c.predict(size)
	for {
		p := c.least(spaced(best.Size, 2, 1, c.Kernel.Quantum, c.w.Queries()))
		if p.Time() >= best.Time() {
			return best
		}
		best = p
	}
}

// least returns the prediction of least time among some sizes, on ties of the smaller size.
func (c *contest) least(sizes []int) perfmodel.Prediction {
	best := c.predict(sizes[0])
	for _, s := range sizes[1:] {
		if p := c.predict(s); p.Time() < best.Time() {
			best = p
		}
	}
	return best
}

// largest returns the prediction of the largest of sizes that takes little longer than the best.
func (c *contest) largest(sizes []int, best perfmodel.Prediction) perfmodel.Prediction {
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

// around returns the sizes within four steps of a size, of which an octave has a number; within two where few batches of each
// size are summed, since choosing must be short there. Sizes above unit are multiples of it.
func (c *contest) around(size, octave, unit int) []int {
	steps := 4
	if c.most < finestBatches {
		steps = 2
	}
	return spaced(size, math.Pow(2, 1/float64(octave)), steps, unit, c.w.Queries())
}

// spaced returns the sizes within some steps of a size, each a ratio apart; sizes above unit are multiples of it.
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

// filled returns the size of a prediction and the least sizes with one batch fewer, the same number and one more: their last batch
// is as full as possible. With few batches that gains more than trying sizes between two steps of a quarter of an octave.
func filled(p perfmodel.Prediction, unit, queries int) []int {
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
