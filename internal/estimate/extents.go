package estimate

import (
	"math/rand/v2"

	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// Extents is a sample of the starts and ends of a store's segments, which takes no more than a millisecond to
// make. It may be read by any number of goroutines.
type Extents struct {
	starts []float64 // sorted
	ends   []float64 // sorted; of extents that do not own their end, the last instant before it
	each   float64   // number of segments that one of the sample stands for
}

// mostEntries and mostQueries are about the numbers of segments sampled from a store of entries and of queries.
const (
	mostEntries = 1 << 12
	mostQueries = 1 << 9
)

// NewExtents samples a store of entry segments.
func NewExtents(s *trajectory.Store) *Extents {
	e := &Extents{}
	sampleExtents(s, mostEntries, e.add)
	e.finish(s.Segments())
	return e
}

// add adds the extent of a segment; last: it owns its end.
func (e *Extents) add(start, end float64, last bool) {
	e.starts, e.ends = append(e.starts, start), append(e.ends, ownership.Owned(end, last))
}

// finish sorts the starts and ends, a sample of the given number of segments.
func (e *Extents) finish(segments int) {
	radix.Floats(e.starts)
	radix.Floats(e.ends)
	e.each = float64(segments) / float64(max(len(e.starts), 1))
}

// Shared returns about the number of pairs of a query segment and an entry segment that share time in a search. It
// needs no index.
func (e *Extents) Shared(queries *trajectory.Store, r interaction.Rule) float64 {
	count := sweep{Extents: e, window: r.Window}
	shared := 0.0
	each := sampleExtents(queries, mostQueries, func(start, end float64, last bool) {
		shared += count.overlaps(start, end, last)
	})
	if r.Join {
		shared /= 2
	}
	return shared * each
}

// sampleExtents yields a random segment of each of most ranges of a store's segments, and returns the number of
// segments that each stands for.
func sampleExtents(s *trajectory.Store, most int, yield func(start, end float64, last bool)) float64 {
	random := rand.New(rand.NewPCG(1, 0xf1008))
	stride := max(1, s.Segments()/most)
	t, before, next, seen := s.T(), 0, random.IntN(stride), 0
	for p := range s.Pieces() {
		n := p.Segments()
		for ; next < before+n; next = seen*stride + random.IntN(stride) {
			row, last := p.First+next-before, p.First+p.Samples-1
			yield(t[row], t[min(row+1, last)], row+1 >= last && !p.GoesOn)
			seen++
		}
		before += n
	}
	return float64(s.Segments()) / float64(max(seen, 1))
}
