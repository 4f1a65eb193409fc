package zorder

import (
	"math"

	"flyby/internal/parallel"
	"flyby/points"
)

const (
	placeBits = 31
	mostPlace = 1<<placeBits - 1 // shifted by less than 1<<placeBits, it fits 32 bits
)

// A Frame maps coordinates to places: whole numbers, from 0 to 2^31 - 1. It never reverses an order.
type Frame struct {
	least []float64 // [dimensions], of all sets
	lift  float64   // and scale are powers of two; their product need not be a float64
	scale float64
}

// NewFrame returns the frame of the points of sets, of which there must be one at least, all of the
// same number of dimensions. The largest of their ranges is 2^30 to 2^31 places.
func NewFrame(sets ...*points.Store) Frame {
	f := Frame{least: make([]float64, sets[0].Dimensions()), lift: 1, scale: 1}
	widest := 0.0
	for j := range f.least {
		least, most := math.Inf(1), math.Inf(-1)
		for _, s := range sets {
			for _, v := range s.Column(j) {
				least, most = min(least, v), max(most, v)
			}
		}
		if least <= most {
			f.least[j] = least
			widest = max(widest, most-least)
		}
	}
	if widest > 0 {
		f.fit(widest)
	}
	return f
}

// fit chooses the scale that brings widest just below 2^31. Beyond 2^1000 it is done in two steps,
// of which the first, of numbers below 2^-900, is exact.
func (f *Frame) fit(widest float64) {
	const most = 1000
	_, exponent := math.Frexp(widest)
	exponent = placeBits - exponent
	f.lift = math.Ldexp(1, min(exponent, most))
	f.scale = math.Ldexp(1, exponent-min(exponent, most))
}

// Dimensions returns the number of coordinates of a point.
func (f Frame) Dimensions() int { return len(f.least) }

// Place writes the places of the coordinates of a point, or of a corner, into dst, which is as long.
// What lies beyond the points of the frame is moved to its border.
func (f Frame) Place(dst []uint32, p []float64) {
	for j, v := range p {
		dst[j] = f.place(v, j)
	}
}

func (f Frame) place(v float64, dimension int) uint32 {
	v = (v - f.least[dimension]) * f.lift * f.scale
	switch {
	case !(v > 0):
		return 0
	case v >= mostPlace:
		return mostPlace
	}
	return uint32(v)
}

// Corners writes the places of the two corners of the box of half-side eps around p: those of every
// point within eps of p are no less than low's and no greater than high's.
func (f Frame) Corners(low, high []uint32, p []float64, eps float64) {
	for j, v := range p {
		low[j] = f.place(v-eps, j)
		high[j] = f.place(v+eps, j)
	}
}

// places returns those of all points of a set, row by row.
func (f Frame) places(s *points.Store) []uint32 {
	n := f.Dimensions()
	all := make([]uint32, s.Len()*n)
	parallel.AllCores(s.Len(), func(first, last int) {
		for j := range n {
			for row, v := range s.Column(j)[first:last] {
				all[(first+row)*n+j] = f.place(v, j)
			}
		}
	})
	return all
}
