package host

import "flyby/kernel"

// sorted is what Interact needs of the entry segments in the order of the
// bins: their extents, which decide most interactions, and their owners.
type sorted struct {
	start, end []float64
	owner      []uint32
	last       []bool
}

// sortedSegments gathers the columns in O(segments).
func sortedSegments(db kernel.Database) sorted {
	n := len(db.Bins.Rows)
	s := sorted{make([]float64, n), make([]float64, n), make([]uint32, n), make([]bool, n)}
	place := make([]uint32, db.Store.Samples()) // row -> place
	for i, row := range db.Bins.Rows {
		place[row] = uint32(i)
	}
	t := db.Store.T()
	for p := range db.Store.Pieces() {
		end := p.First + p.Samples - 1
		for row := p.First; row < p.First+p.Segments(); row++ {
			i := place[row]
			s.start[i], s.end[i] = t[row], t[min(row+1, end)]
			s.owner[i], s.last[i] = uint32(p.Traj), row+1 >= end
		}
	}
	return s
}
