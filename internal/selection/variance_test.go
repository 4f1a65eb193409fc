package selection

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestByVariance: dimensions come by decreasing variance of a sample, at every magnitude, and ties by number.
// Many cells with one point each do not count as variance.
func TestByVariance(t *testing.T) {
	const points = 3 * varianceSample
	r := rand.New(rand.NewPCG(6, 1))
	columns := make([][]float64, 5)
	for j := range columns {
		columns[j] = make([]float64, points)
	}
	for i := range points {
		columns[0][i] = 0.5 + 0.01*r.Float64()
		columns[1][i] = r.Float64()
		columns[2][i] = 3 // equal to the last column in the sample
		columns[3][i] = 0.2 * r.NormFloat64()
		if columns[4][i] = 3; i%3 != 0 {
			columns[4][i] = float64(i) // outside the sample
		}
	}
	for _, unit := range []float64{1, 0x1p900, 0x1p-900, -0x1p990} {
		scaled := make([][]float64, len(columns))
		for j, c := range columns {
			for _, v := range c {
				scaled[j] = append(scaled[j], unit*v)
			}
		}
		if got := ByVariance(scaled); !slices.Equal(got, []int{1, 3, 0, 2, 4}) {
			t.Errorf("unit %v: %v", unit, got)
		}
	}
	columns[1][0] = 0x1p1000 // beside its square the squares of the others vanish
	if got := ByVariance(columns); !slices.Equal(got, []int{1, 3, 0, 2, 4}) {
		t.Errorf("with a point far out: %v", got)
	}
	if got := ByVariance([][]float64{{}, {}}); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("of no points: %v", got)
	}
}
