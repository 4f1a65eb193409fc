package tile

import (
	"math"
	"math/bits"
)

// panels offers the points of a tile that float32 sums do not rule out to the queries.
func (s *seeker) panels(entry int) {
	for i := range s.rows {
		s.aim(i)
	}
	k := &s.queries.kernel
	for e := range s.entries.panels(entry) {
		for q := range s.queries.panels(s.tile) {
			var start [maxWidth]float32 // rows that pad the panel find nothing
			copy(start[:k.width], s.start[q*k.width:])
			l := limits{0, -math.MaxFloat32}
			rows := k.compare(s.queries.panel(s.tile, q), s.entries.panel(entry, e), len(s.queries.frame.Order), &start, &l, &s.masks)
			for ; rows != 0; rows &= rows - 1 {
				i := bits.TrailingZeros32(rows)
				s.row(entry, q*k.width+i, e*k.width, s.masks.maybe[i])
			}
		}
	}
}

// row offers a query points of the entries' tile: bit i of maybe is for point first+i.
func (s *seeker) row(entry, query, first int, maybe uint32) {
	entries := s.entries.tile(entry)
	if query >= len(s.rows) {
		return
	}
	for ; maybe != 0; maybe &= maybe - 1 {
		if at := first + bits.TrailingZeros32(maybe); at < len(entries) {
			s.offer(query, entries[at])
		}
	}
	s.aim(query)
}

// aim sets a query's start: the negative of the greatest float32 sum of a point that is no farther than
// the farthest kept (docs/exactness.md, P5).
func (s *seeker) aim(query int) {
	const (
		leastSquare = 0x1p-900 // below it squares lose bits
		rounding    = 1 + 0x1p-29
		underflow   = 0x1p-137
		mostSum     = 0x1p126 // greater than every sum of offsets up to mostRadius
	)
	farthest := math.Sqrt(max(s.kept[query].Farthest(), leastSquare)) * rounding
	reach := float64(farthest*s.queries.frame.Scale) + 0x1p-140 + s.off
	sum := float64(float64(reach*reach)*(1+float64(2*s.filter.spread))) + underflow
	s.start[query] = -math.Nextafter32(float32(min(sum, mostSum)), math.MaxFloat32)
}
