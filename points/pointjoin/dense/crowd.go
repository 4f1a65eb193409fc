package dense

import (
	"flyby/internal/radix"
	"flyby/internal/selection"
	"flyby/points"
)

const (
	// leastCrowd is how many points a dense cell has at least to be worth it, in the mean over points: measured in two and three
	// dimensions. In one dimension neighbours are in one row of cells, whatever these are.
	leastCrowd = 3.5
	// fewPoints are too few for the time that clusters take to matter.
	fewPoints = 1 << 14
	// sampled is how many points tell how many are in the cell of one.
	sampled = 1 << 17
)

// sparse reports whether dense cells have too few points.
func (f *frame) sparse(s *points.Store) bool {
	return s.Dimensions() > 1 && s.Len() >= fewPoints && f.crowd(s) < leastCrowd
}

// crowd is about how many points there are in the cell of a point, itself among them: the mean over points, of which some tell.
func (f *frame) crowd(s *points.Store) float64 {
	rows := selection.Evenly(s.Len(), sampled)
	ids := make([]uint64, len(rows))
	for i, row := range rows {
		ids[i] = uint64(f.id(s, row))
	}
	ids = radix.Integers(ids, make([]uint64, len(ids)), 0)
	others, first := 0, 0 // of the sample, in the cell of each; and where a cell begins
	for i, id := range ids {
		if id != ids[first] {
			first = i
		}
		others += 2 * (i - first) // i has those before it, and each of these has i
	}
	share := float64(len(rows)) / float64(s.Len())
	return 1 + float64(others)/float64(len(rows))/share
}
