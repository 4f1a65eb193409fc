package zorder

import (
	"math"

	"flyby/internal/parallel"
	"flyby/points"
)

const (
	placeBits = 31 // with a shift below 1<<placeBits added, a place fits 32 bits
)

// A Frame maps coordinates to places: whole numbers from 0 to 2^31 - 1. It preserves order, but not strictly.
type Frame struct {
	least, most []float64 // [dimensions], of all sets
	lift, scale float64   // powers of two, whose product need not be a float64
	highest     []uint32  // [dimensions], the places of most; the places of least are 0
}

// NewFrame returns the frame of the points of one set or more, all of the same number of dimensions. The largest
// of their ranges is 2^30 to 2^31 places.
func NewFrame(sets ...*points.Store) Frame {
	n := sets[0].Dimensions()
	f := Frame{least: make([]float64, n), most: make([]float64, n), lift: 1, scale: 1, highest: make([]uint32, n)}
	widest := 0.0
	for j := range n {
		f.least[j], f.most[j] = math.MaxFloat64, -math.MaxFloat64
		for _, s := range sets {
			for _, v := range s.Column(j) {
				f.least[j], f.most[j] = min(f.least[j], v), max(f.most[j], v)
			}
		}
		widest = max(widest, f.most[j]-f.least[j])
	}
	if widest > 0 {
		f.fit(widest)
	}
	for j, v := range f.most {
		if f.least[j] < v {
			f.highest[j] = f.inside(v, j)
		}
	}
	return f
}

// fit chooses the scale that brings widest just below 2^31. Where the factor is above 2^1000 it is split in two,
// and multiplying by the first, for numbers below 2^-900, is exact.
func (f *Frame) fit(widest float64) {
	const most = 1000
	_, exponent := math.Frexp(widest)
	exponent = placeBits - exponent
	f.lift = math.Ldexp(1, min(exponent, most))
	f.scale = math.Ldexp(1, exponent-min(exponent, most))
}

// Dimensions returns the number of coordinates of a point.
func (f Frame) Dimensions() int { return len(f.least) }

// Place writes the places of the coordinates of a point, or of a corner, into dst, which is as long. Coordinates
// beyond the points of the frame get the places of its border.
func (f Frame) Place(dst []uint32, p []float64) {
	for j, v := range p {
		dst[j] = f.place(v, j)
	}
}

func (f Frame) place(v float64, dimension int) uint32 {
	switch {
	case v <= f.least[dimension]:
		return 0
	case v >= f.most[dimension]:
		return f.highest[dimension]
	}
	return f.inside(v, dimension)
}

// inside is place for a coordinate between least and most.
func (f Frame) inside(v float64, dimension int) uint32 {
	return uint32((v - f.least[dimension]) * f.lift * f.scale)
}

// Axes returns the least and the greatest coordinate of each dimension, and the place of the greatest, for drivers
// of other devices. The slices are shared: do not write to them.
func (f Frame) Axes() (least, most []float64, highest []uint32) { return f.least, f.most, f.highest }

// Factors returns two powers of two: the excess of a coordinate over the least, multiplied by one and then the
// other and rounded down, is its place.
func (f Frame) Factors() (lift, scale float64) { return f.lift, f.scale }

// Common returns the number of bits with which the codes of all places begin under a shift: the common bits of the
// corners of the frame, since all other places are between these.
func (f Frame) Common(shift uint32) int {
	bit, _ := difference(make([]uint32, len(f.highest)), f.highest, shift)
	return bit
}

// Corners writes the places of the two corners of the box of half-side eps around p: the places of every point
// within eps of p are at least low and at most high. some is false where the box is beyond all points of the
// frame.
func (f Frame) Corners(low, high []uint32, p []float64, eps float64) (some bool) {
	some = true
	for j, v := range p {
		from, to := v-eps, v+eps
		some = some && from <= f.most[j] && to >= f.least[j]
		low[j], high[j] = f.place(from, j), f.place(to, j)
	}
	return some
}

// places returns the places of all points of a set, row by row.
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
