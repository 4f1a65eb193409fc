package rowgrid

import (
	"slices"

	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// scan compares points with their candidates, cell by cell.
type scan struct {
	*walker
	sieve           *sieve
	finder          *finder.Finder
	points, queries *points.Store
	offset          []float32 // of the point at hand
	within, unknown []uint32  // rows
	numbers         []uint32  // of rows, by point of a cell
	p, q            []float64 // coordinates
}

// newScan returns a scan of queries that begins at one of their cells.
func newScan(x *index, h *neighbours, queries *points.Store, of *sortedPoints, cell int, f *finder.Finder) *scan {
	return &scan{walker: newWalker(x.frame, h, of, x.cells, cell), sieve: newSieve(x.frame, x.cells, h, x.use), finder: f,
		points: x.points, queries: queries, offset: make([]float32, len(x.frame.order))}
}

// open turns to the points of a cell, and returns the greatest number of candidates of one of them.
func (s *scan) open(cell int) (candidates int) {
	candidates = s.look(cell)
	s.finder.Stats.Cells += uint64(len(s.rows))
	if room := candidates + lanes; len(s.within) < room {
		s.within, s.unknown = make([]uint32, 2*room), make([]uint32, 2*room)
	}
	return candidates
}

// visit opens a cell whose points will all be compared with all candidates.
func (s *scan) visit(cell int) (candidates int) {
	candidates = s.open(cell)
	s.finder.Stats.Candidates += uint64(candidates) * uint64(s.of.starts[cell+1]-s.of.starts[cell])
	return candidates
}

// point returns the rows of the points, none below least, that are within the threshold of the cell's point at place at.
// The slice is valid until the next call.
func (s *scan) point(at, least uint32) []uint32 {
	s.turn(at)
	n, m := s.sieve.list(s.offset, s.spans, least, s.within, s.unknown)
	if m > 0 {
		n = s.decide(s.of.rows[at], n, m)
	}
	return s.within[:n]
}

// all finds the rows for all points of the open cell by vector instructions: one list behind the other in out, which must
// be lanes longer than the sum of their candidates. It returns the lists' lengths, or nil where there are no such
// instructions.
func (s *scan) all(cell int, out []uint32) (numbers []uint32) {
	if s.sieve.use.cell == nil {
		return nil
	}
	first, last := s.of.starts[cell], s.of.starts[cell+1]
	s.numbers = room(s.numbers, int(last-first)+1) // one more, so that no pointer points past the end
	s.sieve.cell(first, last, s.spans, s.half, out, s.numbers)
	return s.numbers[:last-first]
}

// degree returns the number of points within the threshold of the cell's point at place at.
func (s *scan) degree(at uint32) int {
	s.turn(at)
	n, m := s.sieve.count(s.offset, s.spans, s.unknown)
	if m > 0 {
		n += s.decide(s.of.rows[at], 0, m)
	}
	return n
}

// degrees appends, for each point of the open cell, the number of points within the threshold.
func (s *scan) degrees(cell int, all []uint32) []uint32 {
	first, last := s.of.starts[cell], s.of.starts[cell+1]
	n := len(all)
	all = slices.Grow(all, int(last-first)+1)[:n+int(last-first)] // one more, so that no pointer points past the end
	if s.sieve.use.degrees != nil {
		s.sieve.degrees(first, last, s.spans, all[n:])
	}
	for k := range all[n:] {
		if s.sieve.use.degrees == nil || all[n+k]&missing != 0 {
			all[n+k] = uint32(s.degree(first + uint32(k)))
		}
	}
	return all
}

// turn loads the offsets of the cell's point at place at.
func (s *scan) turn(at uint32) {
	for place := range s.offset {
		s.offset[place] = s.of.offsets[place*s.of.stride+int(at)]
	}
}

// decide decides m unknown rows in float64, or exactly, and adds each row within the threshold to the n certain ones. It
// returns the number of rows within the threshold.
func (s *scan) decide(row uint32, n, m int) int {
	s.p = s.queries.Append(s.p[:0], int(row))
	for _, other := range s.unknown[:m] {
		s.q = s.points.Append(s.q[:0], int(other))
		if s.finder.Within(s.p, s.q) {
			s.within[n] = other
			n++
		}
	}
	s.finder.Stats.Candidates -= uint64(m) // Within counts them again
	return n
}
