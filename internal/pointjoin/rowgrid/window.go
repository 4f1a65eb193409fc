package rowgrid

import (
	"slices"

	"flyby/internal/radix"
)

// leastWindow is the least number of points of a cell for which the points around it are sorted by
// row.
const leastWindow = 24

// window is the points around a cell, sorted by row: a point of the cell looks at the points behind it
// there, and finds them in order.
type window struct {
	sortedPoints
	sieve       *sieve // of these points
	span        []span
	ordered     []uint64 // rows, and numbers of points before sorting
	keys, spare []uint64 // buffers for them
	places      []uint32 // by number
	shifts      []uint32
}

// newWindow returns a window that a scan moves from cell to cell.
func newWindow(s *scan) *window {
	w := &window{span: make([]span, 2)}
	of := *s.sieve
	of.among = &w.sortedPoints
	w.sieve = &of
	return w
}

// move sorts the points around a cell by row, and returns their number.
func (w *window) move(s *scan, cell int) int {
	n := s.open(cell)
	w.keys, w.spare = room(w.keys, n), room(w.spare, n)
	w.places, w.shifts = room(w.places, n), room(w.shifts, n)
	number := 0
	for _, span := range s.spans {
		for at := span.first; at < span.last; at++ {
			w.keys[number] = uint64(s.among.rows[at])<<32 | uint64(number)
			w.places[number], w.shifts[number] = at, span.shift
			number++
		}
	}
	w.ordered = radix.Few(w.keys, w.spare, 32)
	w.fill(s, n)
	return n
}

// fill sets rows and offsets in the order of ordered, with offsets from the corner of the scan's cell.
func (w *window) fill(s *scan, n int) {
	w.stride = n + lanes
	w.rows, w.offsets = room(w.rows, w.stride), room(w.offsets, w.stride*len(s.offset))
	for k, key := range w.ordered {
		w.rows[k] = uint32(key >> 32)
	}
	for place := range s.offset {
		from, to := s.of.offsets[place*s.of.stride:], w.offsets[place*w.stride:]
		for k, key := range w.ordered {
			number := uint32(key)
			to[k] = from[w.places[number]] - w.sieve.shifts[int(w.shifts[number])*w.sieve.width+place]
		}
	}
	p := &w.sieve.probe
	p.offsets, p.rows, p.stride = &w.offsets[0], &w.rows[0], 4*w.stride
}

// list returns the rows that the window's point at index k of n finds behind it.
func (w *window) list(s *scan, k, n int) []uint32 {
	s.finder.Stats.Candidates += uint64(n - k - 1)
	for place := range s.offset {
		s.offset[place] = w.offsets[place*w.stride+k]
	}
	w.span[0] = span{first: uint32(k + 1), last: uint32(n)}
	found, m := w.sieve.list(s.offset, w.span[:1], 0, s.within, s.unknown)
	if m > 0 {
		found = s.decide(w.rows[k], found, m)
		slices.Sort(s.within[:found])
	}
	return s.within[:found]
}

// room returns a slice of n values, reusing of if it is long enough.
func room[T any](of []T, n int) []T {
	if cap(of) < n {
		return make([]T, n, n+n/2)
	}
	return of[:n]
}
