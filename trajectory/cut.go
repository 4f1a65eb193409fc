package trajectory

import (
	"fmt"
	"sort"
)

// Part is a store of some segments of another store, the whole.
type Part struct {
	*Store
	RowOf  []uint32 // [samples] row of each sample in the whole
	TrajOf []uint32 // [trajectories] index of each trajectory in the whole
}

// Cut returns the store of some segments: of each piece, the segments that start at the rows
// [first, last) that keep returns, or none if first >= last. The rows must start segments of the
// piece, and the rows of one trajectory must follow one another; Cut panics otherwise.
// Samples are copied, in the same order.
//
// A trajectory of which no segment is kept is left out, so the part may be empty. It is an
// excerpt: a segment is Last in the part where it is Last in the whole.
func (s *Store) Cut(keep func(p Piece) (first, last int)) Part {
	c := Part{Store: &Store{times: s.times, frame: s.frame, first: []int{0}}}
	c.grow(s, keep)
	for p := range s.Pieces() {
		if first, last := keep(p); first < last {
			c.takeSegments(s, p, first, last)
		}
	}
	if len(c.t) > 0 {
		c.first = append(c.first[1:], len(c.t))
		c.begun, c.goesOn = someOf(c.begun), someOf(c.goesOn)
		c.measure()
	}
	return c
}

// grow allocates the samples of the rows that keep returns in one go, since they may take most of
// the memory.
func (c *Part) grow(from *Store, keep func(p Piece) (first, last int)) {
	n := 0
	for p := range from.Pieces() {
		if first, last := keep(p); first < last {
			n += min(last+1, p.First+p.Samples) - first
		}
	}
	c.t, c.x, c.y = make([]float64, 0, n), make([]float64, 0, n), make([]float64, 0, n)
	if from.z != nil {
		c.z = make([]float64, 0, n)
	}
	if from.h != nil {
		c.h = make([]float64, 0, n)
	}
	c.RowOf = make([]uint32, 0, n)
}

// takeSegments appends the segments that start at some rows of a piece.
func (c *Part) takeSegments(from *Store, p Piece, first, last int) {
	end := min(last+1, p.First+p.Samples)
	begun, n := p.Begun || first > p.First, len(c.TrajOf)
	switch {
	case n == 0 || c.TrajOf[n-1] != uint32(p.Traj):
		c.beginTrajectory(from, p.Traj)
		c.begun, c.goesOn = append(c.begun, begun), append(c.goesOn, false)
		n++
	case (begun || c.goesOn[n-1]) && !c.splices(from, first):
		panic(fmt.Sprintf("trajectory: cut: segments of trajectory %d that do not follow one another", p.Traj))
	default:
		c.gap()
	}
	c.goesOn[n-1] = p.GoesOn || last < p.First+p.Segments()
	c.t = append(c.t, from.t[first:end]...)
	c.x = append(c.x, from.x[first:end]...)
	c.y = append(c.y, from.y[first:end]...)
	if from.z != nil {
		c.z = append(c.z, from.z[first:end]...)
	}
	if from.h != nil {
		c.h = append(c.h, from.h[first:end]...)
	}
	for row := first; row < end; row++ {
		c.RowOf = append(c.RowOf, uint32(row))
	}
}

// splices reports whether a piece that begins at a row of the whole begins at a splice, and the last sample taken ends the piece before it.
func (c *Part) splices(from *Store, row int) bool {
	return int(c.RowOf[len(c.RowOf)-1]) == row-1 && from.spliced(row)
}

// beginTrajectory notes the first row of a trajectory, its index in the whole, its id and its radius.
func (c *Part) beginTrajectory(from *Store, traj int) {
	c.TrajOf = append(c.TrajOf, uint32(traj))
	c.first = append(c.first, len(c.t))
	c.ids.add(from.ids, traj)
	if from.radius != nil {
		c.radius = append(c.radius, from.radius[traj])
	}
}

// gap notes that no segment starts at the last sample taken, unless it is a point event.
func (c *Part) gap() {
	row := len(c.t) - 1
	point := c.startsHere(row)
	c.gaps = append(c.gaps, row)
	if !point {
		c.holes = append(c.holes, row)
	}
}

// startsHere reports whether the last sample is the first of its piece.
func (c *Part) startsHere(row int) bool {
	n := len(c.gaps)
	return row == c.first[len(c.first)-1] || n > 0 && c.gaps[n-1] == row-1
}

// Starting returns the rows [first, last) of the segments of a piece that start in the times
// [from, to). As keep of Cut it cuts out an interval of time.
func (s *Store) Starting(p Piece, from, to float64) (first, last int) {
	starts := s.t[p.First : p.First+p.Segments()]
	return p.First + sort.SearchFloat64s(starts, from), p.First + sort.SearchFloat64s(starts, to)
}
