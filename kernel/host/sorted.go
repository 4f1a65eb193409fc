package host

import "flyby/kernel"

// sorted is what Interact needs of the entry segments in the order of the
// bins, beside their rows.
type sorted struct {
	owner       []uint32
	last, point []bool
}

// sortedSegments gathers the columns in O(segments).
func sortedSegments(db kernel.Database) sorted {
	n := len(db.Order)
	s := sorted{make([]uint32, n), make([]bool, n), make([]bool, n)}
	place := make([]uint32, db.Store.Samples()) // row -> place
	for i, row := range db.Order {
		place[row] = uint32(i)
	}
	for p := range db.Store.Pieces() {
		end := p.First + p.Samples - 1
		for row := p.First; row < p.First+p.Segments(); row++ {
			i := place[row]
			s.owner[i], s.last[i], s.point[i] = uint32(p.Traj), row+1 >= end && !p.GoesOn, p.Samples == 1
		}
	}
	return s
}
