package rowgrid

import (
	"math"

	"flyby/internal/parallel"
	"flyby/points"
)

const (
	// mostCells is the greatest number of cells of a dimension: cells are made wider where there
	// would be more.
	mostCells = 1 << 28
	// slack is the ratio of a cell's side to eps: its excess over 1 exceeds all rounding errors.
	slack = 1 + 0x1p-20
	// leastSide and mostEps keep the inverse of a side within range. No two points of a store are
	// mostEps apart.
	leastSide, mostEps = 0x1p-1000, 0x1p1010
	// mostIndexed is the greatest number of indexed dimensions: 3^(mostIndexed-1) rows are looked
	// up.
	mostIndexed = 8
	// idBits is the greatest number of bits of the linear ids of cells.
	idBits = 62
	// stripe is the number of successive cells in a row whose first offsets are measured from one
	// corner, a power of two.
	stripe = 64
)

// frame defines the cells. Its dimensions are in an order of its own, the indexed ones first: a
// place is the index of a dimension in that order.
type frame struct {
	order   []int     // dimensions of the points by place
	indexed int       // the number of dimensions that are indexed
	low     []float64 // least coordinates, by place
	inverse float64   // of the side of a cell
	eps     float64   // eps in sides of cells, below 1
	cells   []int64   // by place, the number of cells that the points may be in
	stride  []int64   // by place, the increment of the linear id for a step of one cell
}

// Bounds returns the least and the greatest coordinates of points, by dimension.
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

// leastBounded is the number of coordinates that is worth another goroutine.
const leastBounded = 1 << 18

// BoundsOf returns the least and the greatest of one coordinate or more.
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

// newFrame returns the frame of points between bounds, with dimensions in an order, of which the
// first indexed ones are indexed, as far as linear ids have bits for them.
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

// index sets the strides of the indexed places. Each end of a dimension has an empty cell, so that
// neighbour cells of different rows never share an id.
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

// ids returns one more than the greatest linear id.
func (f *frame) ids() int64 {
	last := f.indexed - 1
	return f.stride[last] * (f.cells[last] + 2)
}

// coordinate returns a coordinate in sides of cells.
func (f *frame) coordinate(place int, x float64) float64 {
	return float64((x - f.low[place]) * f.inverse)
}

// corner returns the origin of a coordinate's offset: the corner of its cell, in the first
// dimension the corner of its stripe, and 0 where the dimension is not indexed.
func (f *frame) corner(place int, q float64) float64 {
	switch {
	case place == 0:
		return float64(int64(math.Floor(q)) &^ (stripe - 1))
	case place < f.indexed:
		return math.Floor(q)
	}
	return 0
}

// mostOffset returns a power of two that no offset at a place exceeds.
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

// limits returns the limits of sums of squared float32 differences: a sum below sure is a pair's, a
// sum above none is not, and between them float32 does not decide (docs/exactness.md, P4).
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
