package perfmodel

import (
	"math"
	"math/rand/v2"
	"time"

	"flyby/interaction"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// Extents is a sample of when the segments of a store begin and end: what Floor needs, in no more than a millisecond.
// It may be read by any number of goroutines.
type Extents struct {
	starts []float64 // sorted
	ends   []float64 // sorted; of extents that do not own their end, the last instant before it
	each   float64   // segments that one of the sample stands for
}

// floorEntries and floorQueries are the most segments that Floor looks at.
const (
	floorEntries = 1 << 12
	floorQueries = 1 << 9
)

// NewExtents samples a store of entry segments.
func NewExtents(s *trajectory.Store) *Extents {
	e := &Extents{}
	e.each = sampleExtents(s, floorEntries, func(start, end float64, last bool) {
		e.starts, e.ends = append(e.starts, start), append(e.ends, interaction.Owned(end, last))
	})
	radix.Floats(e.starts)
	radix.Floats(e.ends)
	return e
}

// sampleExtents yields a random segment of each of most stretches of a store's segments, and returns how many each
// stands for.
func sampleExtents(s *trajectory.Store, most int, yield func(start, end float64, last bool)) float64 {
	random := rand.New(rand.NewPCG(1, 0xf1008))
	stride := max(1, s.Segments()/most)
	t, before, next, seen := s.T(), 0, random.IntN(stride), 0
	for p := range s.Pieces() {
		n := p.Segments()
		for ; next < before+n; next = seen*stride + random.IntN(stride) {
			row, last := p.First+next-before, p.First+p.Samples-1
			yield(t[row], t[min(row+1, last)], row+1 >= last)
			seen++
		}
		before += n
	}
	return float64(s.Segments()) / float64(max(seen, 1))
}

// floorSlack is what Floor takes off for the chance of its samples.
const floorSlack = 0.7

// Floor is a time that a search by the temporal method takes at least, in batches of any size: all pairs that share
// time are compared, at the highest rate that the device has. It needs no index, and takes a fraction of a
// millisecond. 0 says nothing.
func (m *Model) Floor(entries *Extents, queries *trajectory.Store, r interaction.Rule) time.Duration {
	count := sweep{starts: entries.starts, ends: entries.ends, each: entries.each, window: r.Window}
	shared := 0.0
	each := sampleExtents(queries, floorQueries, func(start, end float64, last bool) {
		shared += count.overlaps(start, end, last)
	})
	shared *= each
	if r.Join {
		shared /= 2
	}
	return duration(floorSlack * shared * m.Kernel.fastest())
}

// fastest is the least time that a pair that shares time takes on the grid of calibration.
func (k *Kernel) fastest() float64 {
	c, q, t := k.Apart.Grid()
	least := math.Inf(1)
	for i := range c {
		for j := range q {
			least = min(least, t[i*len(q)+j]/(c[i]*q[j]))
		}
	}
	if k.Scale > 0 {
		least *= k.Scale
	}
	return least
}
