package dense

import (
	"flyby/internal/radix"
	"flyby/internal/selection"
	"flyby/points"
)

const (
	// leastCrowd is the least mean number of points in the cell of a point for which dense cells are worth it: measured in two
	// and three dimensions. In one dimension all neighbours are in one row of cells, of any kind.
	leastCrowd = 3.5
	// fewPoints is a number of points below which the time of clustering does not matter.
	fewPoints = 1 << 14
	// sampled is the greatest number of points from which the mean is estimated.
	sampled = 1 << 17
)

// sparse reports whether dense cells have too few points.
func (f *frame) sparse(s *points.Store) bool {
	return s.Dimensions() > 1 && s.Len() >= fewPoints && f.crowd(s) < leastCrowd
}

// crowd returns about the mean number of points in the cell of a point, itself included, from a sample.
func (f *frame) crowd(s *points.Store) float64 {
	rows := selection.Evenly(s.Len(), sampled)
	ids := make([]uint64, len(rows))
	for i, row := range rows {
		ids[i] = uint64(f.id(s, row))
	}
	ids = radix.Integers(ids, make([]uint64, len(ids)), 0)
	others, first := 0, 0 // pairs of sampled points in one cell, counted from both; and where a cell begins
	for i, id := range ids {
		if id != ids[first] {
			first = i
		}
		others += 2 * (i - first) // each earlier point of the cell makes a pair with i
	}
	share := float64(len(rows)) / float64(s.Len())
	return 1 + float64(others)/float64(len(rows))/share
}
