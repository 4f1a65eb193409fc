package tile

import (
	"math"

	"flyby/internal/selection"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/tiling"
)

// Predict returns about how many seconds of one core a self-join of points takes: their index, and the comparing of
// pairs that boxes leave, as a sample tells. What is done with pairs that are found is not in it.
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	k, f := bestKernel(), tiling.NewFrame(s, 1)
	rows, n := float64(s.Len()), float64(s.Dimensions())
	compared, single := predicted(s, &f, within, k)
	pair := single*(k.perPair+k.perDimension*n) + (1-single)*(float64Pair+float64Dimension*n)
	return float64(compared*pair) + indexOf(rows, n)
}

// Whole returns about how many seconds of one core a self-join of points takes of which boxes rule out no pair. It is infinite where eps is so
// little beside the extent of the points that float32 decides nothing.
func Whole(s *points.Store, within pointjoin.Threshold) float64 {
	const looked, digits = 64, 0x1p17 // points; and by how much offsets may be longer than eps, about (docs/exactness.md, P5)
	if extent(s.Evenly(looked), s.Dimensions()) >= within.Eps()*digits {
		return math.Inf(1)
	}
	k, rows, n := bestKernel(), float64(s.Len()), float64(s.Dimensions())
	return float64(rows*rows/2*(k.perPair+k.perDimension*n)) + indexOf(rows, n)
}

// extent is the length of the diagonal of the box around some points, of which there may be none.
func extent(some [][]float64, dimensions int) float64 {
	diagonal := 0.0
	for j := range dimensions {
		least, most := math.Inf(1), math.Inf(-1)
		for _, p := range some {
			least, most = min(least, p[j]), max(most, p[j])
		}
		diagonal = math.Hypot(diagonal, max(0, most-least))
	}
	return diagonal
}

// indexOf is about how many seconds of one core an index takes.
func indexOf(rows, dimensions float64) float64 {
	return rows * (indexPoint*math.Log2(1+rows/tileRows) + indexCoordinate*dimensions)
}

// What steps take, in seconds, on one core (docs/performance.md); a kernel has its own.
const (
	float64Pair      = 4e-9
	float64Dimension = 0.8e-9
	indexPoint       = 40e-9 // a level of splits
	indexCoordinate  = 5e-9
)

// Sizes of samples, in points and in coordinates.
const (
	leastSample       = 1 << 10
	mostSample        = 1 << 14
	sampleCoordinates = 1 << 21
)

// predicted returns about how many pairs are compared, and the part of them that is in float32. Of more points than a
// sample has, tiles are smaller than those of the sample: how the part of tiles that are compared
// falls with the number of points is seen at a quarter of the sample, and goes on so.
func predicted(s *points.Store, f *tiling.Frame, within pointjoin.Threshold, k kernel) (compared, single float64) {
	rows := float64(s.Len())
	size := min(s.Len(), mostSample, max(leastSample, sampleCoordinates/s.Dimensions()))
	share, single := near(s, f, within, k, size)
	if size < s.Len() {
		quarter, _ := near(s, f, within, k, size/4)
		falls := math.Log(max(1, quarter/share)) / math.Log(4)
		share *= math.Pow(float64(size)/rows, min(1, falls))
	}
	return rows / 2 * max(rows*share, min(rows, tileRows)), single // a tile is compared with itself
}

// near returns which part of the pairs of tiles of a sample are compared, and which of them in float32.
func near(s *points.Store, f *tiling.Frame, within pointjoin.Threshold, k kernel, size int) (share, single float64) {
	sample := some(s, size)
	x := newSet(f, sample, tiling.Split(sample, f, 0, size, tileRows, 1), 1, k)
	bounds, filter := newBounds(within, s.Dimensions()), newFilter(within.Eps(), f)
	pairs, compared, fast := 0.0, 0.0, 0.0
	for i := range x.tree.tiles {
		for j := i; j < x.tree.tiles; j++ {
			part := 1.0
			if i == j {
				part = 0.5
			}
			pairs += part
			if bounds.apart(x.tree.box(x.tree.leaf(i)), x.tree.box(x.tree.leaf(j))) {
				continue
			}
			compared += part
			if _, ok := filter.limits(x.radius[i], x.radius[j]); ok {
				fast += part
			}
		}
	}
	if pairs == 0 {
		return 0, 1
	}
	return compared / pairs, fast / compared // a tile is near itself
}

// some returns a number of the points of a store, evenly spaced.
func some(s *points.Store, size int) *points.Store {
	rows := selection.Evenly(s.Len(), size)
	columns := make([][]float64, s.Dimensions())
	for j := range columns {
		column := s.Column(j)
		columns[j] = make([]float64, len(rows))
		for i, row := range rows {
			columns[j][i] = column[row]
		}
	}
	sample, err := points.New(columns, points.RowIDs(len(rows)))
	if err != nil {
		panic(err) // coordinates of points are good
	}
	return sample
}
