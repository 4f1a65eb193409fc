package rowgrid

import (
	"math"

	"flyby/internal/parallel"
	"flyby/points"
)

const (
	// mostCells is how many cells a dimension has at most: the side of cells grows beyond.
	mostCells = 1 << 28
	// slack is by how much the side of a cell is more than eps: more than all roundings.
	slack = 1 + 0x1p-20
	// leastSide and mostEps keep the inverse of a side within range. No two points of a store are
	// mostEps apart.
	leastSide, mostEps = 0x1p-1000, 0x1p1010
	// mostIndexed is how many dimensions are indexed at most: 3^(mostIndexed-1) rows are looked up.
	mostIndexed = 8
	// idBits is how many bits the linear ids of cells have at most.
	idBits = 62
	// stripe is how many cells in a row have their first offsets from one corner, a power of two.
	stripe = 64
)

// frame is where cells are. Its dimensions are in an order of their own, those that are indexed
// first: a place is a number of a dimension in that order.
type frame struct {
	order   []int     // dimensions of the points by place
	indexed int       // how many of them
	low     []float64 // least coordinates, by place
	inverse float64   // of the side of a cell
	eps     float64   // eps in sides of cells, below 1
	cells   []int64   // that the points are in, by place
	stride  []int64   // by place, what a step of a cell adds to the linear id
}

// Bounds returns the least and the largest coordinates of points, by dimension.
func Bounds(s *points.Store) (low, high []float64) {
	n, parts := s.Dimensions(), 1+s.Len()/leastBounded
	low, high = make([]float64, n*parts), make([]float64, n*parts)
	parallel.Ranges(n*parts, n*parts, func(k, _, _ int) {
		part := k / n
		low[k], high[k] = BoundsOf(s.Column(k % n)[s.Len()*part/parts : s.Len()*(part+1)/parts])
	})
	for k := n; k < n*parts; k++ {
		low[k%n], high[k%n] = min(low[k%n], low[k]), max(high[k%n], high[k])
	}
	return low[:n], high[:n]
}

// leastBounded is how many coordinates are worth a goroutine.
const leastBounded = 1 << 18

// BoundsOf returns the least and the largest of coordinates, of which there is one at least.
func BoundsOf(c []float64) (least, most float64) {
	least, most = c[0], c[0]
	for _, v := range c { // min and max would look for NaN
		if v < least {
			least = v
		}
		if v > most {
			most = v
		}
	}
	return least, most
}

// newFrame returns the frame of points between bounds: dimensions in an order, of which the first
// are indexed as far as linear ids allow it.
func newFrame(low, high []float64, order []int, indexed int, eps float64) *frame {
	n := len(order)
	f := &frame{order: order, low: make([]float64, n), cells: make([]int64, n)}
	eps = min(eps, mostEps)
	side := max(eps*slack, leastSide)
	for j := range low {
		side = max(side, (high[j]-low[j])/mostCells*slack)
	}
	f.inverse = 1 / side
	f.eps = eps * f.inverse
	for place, j := range order {
		f.low[place] = low[j]
		f.cells[place] = int64(f.coordinate(place, high[j])) + 1
	}
	f.index(indexed)
	return f
}

// index sets the strides of the first places. An empty cell lies at either end of a dimension, so
// that neighbour cells of different rows never share an id.
func (f *frame) index(indexed int) {
	ids := int64(1)
	for _, cells := range f.cells[:min(indexed, mostIndexed)] {
		if ids > (1<<idBits)/(cells+2) {
			break
		}
		f.stride = append(f.stride, ids)
		ids *= cells + 2
	}
	f.indexed = len(f.stride)
}

// ids is one more than the largest linear id.
func (f *frame) ids() int64 {
	last := f.indexed - 1
	return f.stride[last] * (f.cells[last] + 2)
}

// coordinate is a coordinate in sides of cells.
func (f *frame) coordinate(place int, x float64) float64 {
	return float64((x - f.low[place]) * f.inverse)
}

// within reports whether a coordinate is in a cell of the points or in one beside them.
func (f *frame) within(place int, q float64) bool {
	return q >= -1 && q < float64(f.cells[place]+1)
}

// corner is what the offset of a coordinate is taken from: the corner of its cell, in the first
// dimension that of its stripe, and 0 where the dimension is not indexed.
func (f *frame) corner(place int, q float64) float64 {
	switch {
	case place == 0:
		return float64(int64(math.Floor(q)) &^ (stripe - 1))
	case place < f.indexed:
		return math.Floor(q)
	}
	return 0
}

// mostOffset is a power of two that no offset of a coordinate exceeds.
func (f *frame) mostOffset(place int) float64 {
	switch {
	case place == 0:
		return stripe
	case place < f.indexed:
		return 1
	}
	_, exponent := math.Frexp(float64(f.cells[place] + 1))
	return math.Ldexp(1, exponent)
}

// limits returns what sums of squared float32 differences are held against: below sure a pair is
// one, above none it is not, and in between it is not known (docs/exactness.md, P4).
func (f *frame) limits() (sure, none float32) {
	squares := 0.0
	for place := range f.order {
		off := float64(0x1p-22*f.mostOffset(place)) + float64(0x1p-50*float64(f.cells[place]+2))
		squares += float64(off * off)
	}
	off := float64(math.Sqrt(squares)*(1+0x1p-20)) + 0x1p-60
	relative := float64(0x1p-23 * float64(len(f.order)+4))
	most := float64((f.eps + off) * (1 + relative))
	none = math.Nextafter32(float32(float64(most*most)), math.MaxFloat32)
	if least := float64((f.eps - off) * (1 - relative)); least > 0 {
		return math.Nextafter32(float32(float64(least*least)), 0), none
	}
	return -1, none
}
