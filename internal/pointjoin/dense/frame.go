package dense

import (
	"cmp"
	"math"
	"slices"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

const (
	// mostDense is the greatest number of dimensions with dense cells: around a cell there are 5 to that power.
	mostDense = 3
	// mostCells is the greatest number of dense cells along a dimension: offsets of points within cells still have bits to spare.
	mostCells = 1 << 40
	// slack is the fraction by which cells are smaller than necessary, and neighbours are looked for farther away: more than all
	// rounding errors.
	slack = 0x1p-10
	// mostIDs is greater than every linear id.
	mostIDs = 1 << 62
	// leastEps and mostEps bound the thresholds whose squares neither underflow nor overflow.
	leastEps, mostEps = 0x1p-400, 0x1p400
)

// frame defines the cells. Its dimensions are in an order of its own, the indexed ones first: a place is the index of a dimension in
// that order.
type frame struct {
	order   []int     // dimensions of the points by place
	low     []float64 // least coordinates, by indexed place
	inverse float64   // of the side of a cell
	stride  []int64   // by indexed place, the increment of the linear id for a step of one cell
	ids     int64     // one more than the greatest linear id
	dense   bool      // points of a cell are neighbours of each other
	reach   int       // along a dimension, the greatest distance of a neighbour's cell, in cells
	square  float64   // a bound above the squared distance of all neighbours, in sides of cells
}

// newFrame returns the frame of one point or more. Cells are dense, unless that is impossible or they would hold so few points that
// fewer and wider cells are faster.
func newFrame(s *points.Store, within pointjoin.Threshold) *frame {
	f := denseFrame(s, within.Eps())
	if f == nil || f.sparse(s) {
		return looseFrame(s, within)
	}
	return f
}

// looseFrame returns the frame of rowgrid, whose cells are eps wide or more.
func looseFrame(s *points.Store, within pointjoin.Threshold) *frame {
	l := rowgrid.NewLayout(s, within.Eps(), cost)
	f := &frame{order: l.Order, low: l.Low[:l.Indexed], inverse: l.Inverse, stride: l.Stride, ids: l.IDs, reach: 1}
	return f.reachTo(within.Eps())
}

// Predict returns, from a sample, about the greatest number of seconds of one core for clustering points without dense cells.
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	const nanosecond = 1e-9
	return rowgrid.NewLayout(s, within.Eps(), cost).Predicted * nanosecond
}

// cost returns the nanoseconds of looking up rows of cells and comparing candidates, with a number of indexed dimensions.
func cost(s rowgrid.Sample) float64 {
	const perRow, perTerm = 4, 0.5
	return s.Points * (perRow*math.Pow(3, float64(s.Indexed-1)) + perTerm*float64(s.Dimensions)*s.Near)
}

// denseFrame returns the frame of dense cells, nil where they are impossible.
func denseFrame(s *points.Store, eps float64) *frame {
	n := s.Dimensions()
	if n > mostDense || eps < leastEps || eps > mostEps {
		return nil
	}
	low, high := rowgrid.Bounds(s)
	f := &frame{low: low, dense: true, reach: 2, ids: 1}
	f.inverse = float64(math.Sqrt(float64(n))/eps) * (1 + slack)
	for j := range n {
		cells := f.coordinate(j, high[j]) + 1
		if cells > mostCells {
			return nil
		}
		f.order, f.stride = append(f.order, j), append(f.stride, f.ids)
		padded := int64(cells) + 2*int64(f.reach)
		if f.ids > mostIDs/padded {
			return nil
		}
		f.ids *= padded
	}
	return f.reachTo(eps)
}

// reachTo sets the distance beyond which there are no neighbours.
func (f *frame) reachTo(eps float64) *frame {
	const most, least = 0x1p1010, 0x1p-20 // rowgrid's bound of eps; and rounding errors where eps is far less than a cell
	far := float64(min(eps, most)*f.inverse*(1+2*slack)) + least
	f.square = float64(far * far)
	return f
}

// indexed returns the number of indexed dimensions.
func (f *frame) indexed() int { return len(f.stride) }

// coordinate returns a coordinate in sides of cells: its integer part is the number of its cell.
func (f *frame) coordinate(place int, x float64) float64 {
	return float64((x - f.low[place]) * f.inverse)
}

// id returns the linear id of a row's cell.
func (f *frame) id(s *points.Store, row int) (id int64) {
	for place, stride := range f.stride {
		id += stride * (int64(f.coordinate(place, s.Column(f.order[place])[row])) + int64(f.reach))
	}
	return id
}

// A row is a row of cells near a cell.
type row struct {
	step  int64 // from the cell's linear id to the id of the row's middle cell
	apart []int // its distance in cells in each indexed dimension but the first, from -reach to reach
}

// rows returns the rows of cells that may have neighbours of a cell's points, its own first, nearer rows before others. With later
// it returns only the cell's own row and rows of greater linear ids.
func (f *frame) rows(later bool) []row {
	all := []row{{0, make([]int, f.indexed()-1)}}
	for place := 1; place < f.indexed(); place++ {
		for _, r := range all[:len(all):len(all)] {
			for d := 1; d <= f.reach; d++ {
				for _, apart := range []int{-d, d} {
					to := row{r.step + int64(apart)*f.stride[place], append([]int(nil), r.apart...)}
					to.apart[place-1] = apart
					all = append(all, to)
				}
			}
		}
	}
	return inOrder(all, later)
}

// inOrder sorts rows of cells by distance, and equal distances by step. With later it leaves out rows of lower linear ids.
func inOrder(all []row, later bool) []row {
	if later {
		all = slices.DeleteFunc(all, func(r row) bool { return r.step < 0 })
	}
	slices.SortFunc(all, func(a, b row) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a.step, b.step))
	})
	return all
}

// distance returns the squared distance of a row from the cell's own, in cells.
func distance(r row) (sum int) {
	for _, d := range r.apart {
		sum += d * d
	}
	return sum
}
