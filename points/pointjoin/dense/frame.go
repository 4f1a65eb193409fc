package dense

import (
	"cmp"
	"math"
	"slices"

	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/rowgrid"
)

const (
	// mostDense is how many dimensions points have at most whose cells are dense: cells that are near one are 5 to that power.
	mostDense = 3
	// mostCells is how many a dimension has at most for cells to be dense: places of points in them have bits to spare.
	mostCells = 1 << 40
	// slack is by how much cells are smaller than need be, and looked for farther: more than what roundings come to.
	slack = 0x1p-10
	// mostIDs is one more than the largest linear id may be.
	mostIDs = 1 << 62
	// leastEps and mostEps bound the thresholds whose squares are as good as any.
	leastEps, mostEps = 0x1p-400, 0x1p400
)

// frame is where cells are. Its dimensions are in an order of their own, those that are indexed first: a place is a
// number of a dimension in that order.
type frame struct {
	order   []int     // dimensions of the points by place
	low     []float64 // least coordinates, by place of those that are indexed
	inverse float64   // of the side of a cell
	stride  []int64   // by place of those that are indexed, what a step of a cell adds to the linear id
	ids     int64     // one more than the largest linear id
	dense   bool      // points of a cell are neighbours of each other
	reach   int       // how many cells farther along a dimension neighbours may be
	square  float64   // no neighbour is so far away, in sides of cells, squared
}

// newFrame returns the frame of points, of which there is one at least. Cells are dense, unless they cannot be or hold so few points
// that fewer and wider ones are looked up sooner.
func newFrame(s *points.Store, within pointjoin.Threshold) *frame {
	f := denseFrame(s, within.Eps())
	if f == nil || f.sparse(s) {
		return looseFrame(s, within)
	}
	return f
}

// looseFrame returns rowgrid's, whose cells are eps wide or more.
func looseFrame(s *points.Store, within pointjoin.Threshold) *frame {
	l := rowgrid.NewLayout(s, within.Eps(), cost)
	f := &frame{order: l.Order, low: l.Low[:l.Indexed], inverse: l.Inverse, stride: l.Stride, ids: l.IDs, reach: 1}
	return f.reachTo(within.Eps())
}

// Predict returns about how many seconds of one core clusters of points take at most that have no dense cells, by a sample.
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	const nanosecond = 1e-9
	return rowgrid.NewLayout(s, within.Eps(), cost).Predicted * nanosecond
}

// cost is that of looking rows of cells up and comparing candidates, in nanoseconds, of a number of indexed dimensions.
func cost(s rowgrid.Sample) float64 {
	const perRow, perTerm = 4, 0.5
	return s.Points * (perRow*math.Pow(3, float64(s.Indexed-1)) + perTerm*float64(s.Dimensions)*s.Near)
}

// denseFrame returns the frame of dense cells, nil where there can be none.
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

// reachTo sets how far neighbours may be.
func (f *frame) reachTo(eps float64) *frame {
	const most, least = 0x1p1010, 0x1p-20 // as rowgrid has it; and what roundings come to where eps is far less than a cell
	far := float64(min(eps, most)*f.inverse*(1+2*slack)) + least
	f.square = float64(far * far)
	return f
}

// indexed is how many dimensions are indexed.
func (f *frame) indexed() int { return len(f.stride) }

// coordinate is a coordinate in sides of cells: its cell's number is what is left of it without fraction.
func (f *frame) coordinate(place int, x float64) float64 {
	return float64((x - f.low[place]) * f.inverse)
}

// id is the linear id of a row's cell.
func (f *frame) id(s *points.Store, row int) (id int64) {
	for place, stride := range f.stride {
		id += stride * (int64(f.coordinate(place, s.Column(f.order[place])[row])) + int64(f.reach))
	}
	return id
}

// A row of cells beside a cell.
type row struct {
	step  int64 // from the cell's linear id to that of the row's middle cell
	apart []int // in each indexed dimension but the first, from -reach to reach
}

// rows returns the rows of cells that may have neighbours of a cell's points, its own first and the nearest before others.
// later has those of greater linear ids alone, and its own.
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

// inOrder puts rows of cells in order of their distance, and of step where that is equal. later leaves out rows of lower linear ids.
func inOrder(all []row, later bool) []row {
	if later {
		all = slices.DeleteFunc(all, func(r row) bool { return r.step < 0 })
	}
	slices.SortFunc(all, func(a, b row) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a.step, b.step))
	})
	return all
}

// distance is the squared distance between the middles of rows.
func distance(r row) (sum int) {
	for _, d := range r.apart {
		sum += d * d
	}
	return sum
}
