package tile

import (
	"math"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/tiling"
	"flyby/internal/selection"
	"flyby/points"
)

// Predict returns about the number of seconds of one core for a self-join of points: indexing them, and comparing the pairs that boxes do not
// rule out, as estimated from a sample. It does not include handling the pairs that are found.
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	k, f := bestKernel(), tiling.NewFrame(s, 1)
	rows, n := float64(s.Len()), float64(s.Dimensions())
	compared, single := predicted(s, &f, within, k)
	pair := single*(k.perPair+k.perDimension*n) + (1-single)*(float64Pair+float64Dimension*n)
	return float64(compared*pair) + indexOf(rows, n)
}

// Whole returns about the number of seconds of one core for a self-join of points in which boxes rule out no pair. It is infinite where eps is
// so small beside the extent of the points that float32 decides nothing.
func Whole(s *points.Store, within pointjoin.Threshold) float64 {
	const looked, digits = 64, 0x1p17 // points; and about the greatest ratio of offsets to eps (docs/exactness.md, P5)
	if extent(s.Evenly(looked), s.Dimensions()) >= within.Eps()*digits {
		return math.Inf(1)
	}
	k, rows, n := bestKernel(), float64(s.Len()), float64(s.Dimensions())
	return float64(rows*rows/2*(k.perPair+float64(k.perDimension*n))) + indexOf(rows, n)
}

// extent returns the length of the diagonal of the box around some points, possibly none.
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

// indexOf returns about the seconds of one core for an index.
func indexOf(rows, dimensions float64) float64 {
	return float64(rows * (float64(indexPoint*math.Log2(1+float64(rows/tileRows))) + float64(indexCoordinate*dimensions)))
}

// Seconds of steps on one core (docs/performance.md); each kernel has its own for comparing.
const (
	float64Pair      = 4e-9
	float64Dimension = 0.8e-9
	indexPoint       = 40e-9 // for each level of splits
	indexCoordinate  = 5e-9
)

// Sizes of samples, in points and in coordinates.
const (
	leastSample       = 1 << 10
	mostSample        = 1 << 14
	sampleCoordinates = 1 << 21
)

// predicted returns about the number of pairs that are compared, and the fraction of them in float32. Where there are more points than in a
// sample, tiles are smaller than the sample's: a sample of a quarter the size shows how the fraction of compared pairs falls with the number
// of points, and predicted extrapolates that.
func predicted(s *points.Store, f *tiling.Frame, within pointjoin.Threshold, k kernel) (compared, single float64) {
	rows := float64(s.Len())
	size := min(s.Len(), mostSample, max(leastSample, sampleCoordinates/s.Dimensions()))
	share, single := near(s, f, within, k, size)
	if size < s.Len() {
		quarter, _ := near(s, f, within, k, size/4)
		falls := math.Log(max(1, quarter/share)) / math.Log(4)
		share *= math.Pow(float64(size)/rows, min(1, falls))
	}
	return rows / 2 * max(rows*share, min(rows, tileRows)), single // each tile is compared with itself
}

// near returns the fraction of the pairs of a sample's tiles that are compared, and the fraction of these in float32.
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
	return compared / pairs, fast / compared // each tile is near itself
}

// some returns size points of a store, evenly spaced.
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
		panic(err) // coordinates of a store are valid
	}
	return sample
}
