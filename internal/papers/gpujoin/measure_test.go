package gpujoin

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointindex"
)

// random returns random points of n dimensions as a layout.
func random(r *rand.Rand, points, n int) layout {
	columns := make([][]float64, n)
	rows := make([]uint32, points)
	for i := range rows {
		rows[i] = uint32(i)
		for j := range columns {
			columns[j] = append(columns[j], r.Float64())
		}
	}
	return newLayout(columns, rows)
}

// TestNear: near finds the points below two bounds, for every number of dimensions, whether it sums in one go or stops early.
func TestNear(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for n := 1; n <= 26; n++ {
		l := random(r, 100, n)
		for _, shortC := range []bool{false, true} {
			m := measure{certainly: float64(n) / 8, not: float64(n) / 6, scale: 1, shortC: shortC}
			var hits [block]uint32
			for place := range 20 {
				p := l.at(place)
				found, sure := m.near(&hits, p, l.values)
				var want []uint32
				certain := 0
				for q := range 100 {
					sum := 0.0
					for j, v := range l.at(q) {
						sum += (v - p[j]) * (v - p[j])
					}
					if math.Abs(sum-m.not) < 1e-9 || math.Abs(sum-m.certainly) < 1e-9 {
						t.Fatal("too near to a bound to be told by this test")
					}
					if sum < m.not {
						want = append(want, uint32(q))
					}
					if sum < m.certainly {
						certain++
					}
				}
				if !slices.Equal(hits[:found], want) || sure != certain {
					t.Fatalf("%d-D: %v, %d sure; want %v, %d", n, hits[:found], sure, want, certain)
				}
			}
		}
	}
}

// TestNearScaled: differences whose squares underflow or overflow are scaled.
func TestNearScaled(t *testing.T) {
	var hits [block]uint32
	for _, n := range []int{2, 3, 4, 6, 8} {
		values := make([]float64, 2*n)
		values[n] = 0x1p-1074
		m := measure{certainly: 0, not: math.SmallestNonzeroFloat64, scale: 0x1p600}
		if found, sure := m.near(&hits, values[:n], values); found != 1 || sure != 1 || hits[0] != 0 {
			t.Errorf("%d-D: %d near, %d sure, the first %d", n, found, sure, hits[0])
		}
	}
}

// BenchmarkCosts measures the values of costs: comparisons in some dimensions, and turns to a sorted cell. BenchmarkOfCell of
// package pointindex measures searches for a cell.
func BenchmarkCosts(b *testing.B) {
	r := rand.New(rand.NewPCG(8, 2))
	for _, n := range []int{2, 4, 6, 16, 64} {
		for _, shortC := range []bool{true, false} {
			b.Run(fmt.Sprintf("n=%d/shortc=%t", n, shortC), func(b *testing.B) {
				l := random(r, block, n)
				m := measure{certainly: float64(n) / 20, not: float64(n) / 20, scale: 1, shortC: shortC}
				var hits [block]uint32
				for i := 0; b.Loop(); i++ {
					m.near(&hits, l.at(i%block), l.values)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/block, "ns/comparison")
			})
		}
	}
	b.Run("turn", func(b *testing.B) {
		u := make([]float64, 1000)
		for i := range u {
			u[i] = float64(i)
		}
		s := scan{tasks: &tasks{index: &index{u: u}}}
		for i := 0; b.Loop(); i++ {
			s.interval(float64(i%1000), span{i % 900, i%900 + 20})
		}
	})
	if k, _ := pointindex.Cheapest(slices.Values([]pointindex.Estimate(nil)), costs(2, options{})); k != 1 {
		b.Errorf("k %d of no estimate", k)
	}
}
