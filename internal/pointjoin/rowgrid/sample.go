package rowgrid

import (
	"math"

	"flyby/points"
)

// sampled is the greatest number of points of a sample: they have half a million pairs.
const sampled = 1 << 10

// sample estimates, from some of the points, the cost of indexing a number of dimensions.
type sample struct {
	points     float64
	dimensions int
	cells      []float64 // by number of indexed dimensions: cells that may have points
	near       []float64 // by number of indexed dimensions: candidates of a point
	pairs      float64   // of all points, estimated
}

// newSample takes a sample for each number of dimensions of a frame that may be indexed.
func newSample(s *points.Store, f *frame) *sample {
	p := &sample{points: float64(s.Len()), dimensions: len(f.order)}
	step := max(1, (s.Len()+sampled-1)/sampled)
	count := (s.Len() + step - 1) / step
	n := len(f.order)
	cells, coordinates := make([]int64, 0, count*f.indexed), make([]float64, 0, count*n) // by point and place
	for row := 0; row < s.Len(); row += step {
		for place, j := range f.order {
			c := f.coordinate(place, s.Column(j)[row])
			if coordinates = append(coordinates, c); place < f.indexed {
				cells = append(cells, int64(c))
			}
		}
	}
	shared := make([]float64, f.indexed+1) // by number of first places in which a pair is near
	found := 0.0
	for a := range count {
		for b := range a {
			places := nearPlaces(cells[a*f.indexed:(a+1)*f.indexed], cells[b*f.indexed:(b+1)*f.indexed])
			shared[places]++
			if places == f.indexed && roughly(coordinates[a*n:(a+1)*n], coordinates[b*n:(b+1)*n]) <= f.eps*f.eps {
				found++
			}
		}
	}
	p.near, p.cells = make([]float64, f.indexed+1), make([]float64, f.indexed+1)
	sum, pairs, all := 0.0, max(1, float64(count)*float64(count-1)/2), 1.0
	p.pairs = found / pairs * p.points * p.points / 2
	for k := f.indexed; k >= 0; k-- {
		sum += shared[k]
		p.near[k] = p.points * sum / pairs
	}
	for k := range f.indexed {
		all *= float64(f.cells[k])
		p.cells[k+1] = min(all, p.points)
	}
	return p
}

// nearPlaces returns the number of first places in which two points are in the same or neighbour
// cells.
func nearPlaces(a, b []int64) int {
	for place, c := range a {
		if d := c - b[place]; d < -1 || d > 1 {
			return place
		}
	}
	return len(a)
}

// roughly returns the squared distance of two points by their coordinates in sides of cells.
func roughly(a, b []float64) (sum float64) {
	for place, c := range a {
		d := c - b[place]
		sum += float64(d * d)
	}
	return sum
}

// The seconds of the steps of a self-join, measured on one core (docs/performance.md).
const (
	perPoint  = 45e-9 // indexing a point
	perRow    = 2e-9  // looking up a row of cells, for each cell
	perSpan   = 3e-9  // comparing a point with the points of a row
	perVector = 1e-9  // comparing a point with as many points as a vector has lanes, for each dimension
	perPair   = 20e-9 // sorting pairs that are found in any order
)

// compare returns the seconds of comparing all points with all candidates.
func (p *sample) compare(indexed int) float64 {
	rows := 1.0
	for range indexed - 1 {
		rows *= 3
	}
	spans := rows * (1 - math.Exp(-p.near[indexed]/rows)) // rows with points
	vectors := spans + p.near[indexed]/p.width()
	return p.cells[indexed]*rows*perRow + p.points*(spans*perSpan+vectors*perVector*float64(p.dimensions))
}

// width returns the number of points that are compared at once.
func (p *sample) width() float64 {
	if p.dimensions > mostFast {
		return 1
	}
	return lanes
}

// cost returns the seconds of a self-join on one core, with a number of dimensions indexed.
func (p *sample) cost(indexed int) float64 {
	return p.points*perPoint + p.compare(indexed)/2 + min(p.compare(indexed)/2, p.pairs*perPair)
}
