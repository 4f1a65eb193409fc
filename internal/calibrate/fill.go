package calibrate

import (
	"flyby/internal/fit"
	"math"
)

// fill fills in the points that were not measured, by a plane a + b c + d q + e c q through the larger measured
// points, which the times of long kernels follow, scaled to the nearest measured points in the same row and
// column. Times never fall with c or q.
func (t *table) fill() {
	plane := t.plane()
	for i := range t.c {
		for j := range t.q {
			k := t.at(i, j)
			if t.measured[k] {
				continue
			}
			t.kernel[k] = plane.at(t.c[i], t.q[j]) * t.level(plane, i, j)
			if i > 0 {
				t.kernel[k] = max(t.kernel[k], t.kernel[t.at(i-1, j)])
			}
			if j > 0 {
				t.kernel[k] = max(t.kernel[k], t.kernel[t.at(i, j-1)])
			}
		}
	}
}

// bilinear is a + b c + d q + e c q.
type bilinear [4]float64

func (p bilinear) at(c, q float64) float64 { return p[0] + p[1]*c + p[2]*q + p[3]*c*q }

// largest is the fraction of the most interactions measured from which on a point counts as large.
const largest = 1. / 64

// plane fits the large points in relative error, with no coefficient below 0.
func (t *table) plane() bilinear {
	most := 0.0
	for k := range t.kernel {
		if t.measured[k] {
			most = max(most, t.c[k/len(t.q)]*t.q[k%len(t.q)])
		}
	}
	var rows [][]float64
	var y []float64
	for k, v := range t.kernel {
		if c, q := t.c[k/len(t.q)], t.q[k%len(t.q)]; t.measured[k] && c*q >= largest*most {
			rows, y = append(rows, []float64{1, c, q, c * q}), append(y, v)
		}
	}
	if len(rows) == 0 {
		return bilinear{shortest}
	}
	return bilinear(fit.NonNegative(fit.Relative(rows, y)))
}

// level returns the ratio of the nearest measured points before a point to the plane.
func (t *table) level(p bilinear, i, j int) float64 {
	product, n := 1.0, 0.0
	for a := i - 1; a >= 0; a-- {
		if k := t.at(a, j); t.measured[k] {
			product, n = product*t.kernel[k]/p.at(t.c[a], t.q[j]), n+1
			break
		}
	}
	for b := j - 1; b >= 0; b-- {
		if k := t.at(i, b); t.measured[k] {
			product, n = product*t.kernel[k]/p.at(t.c[i], t.q[b]), n+1
			break
		}
	}
	if n == 0 || !(product > 0) || math.IsInf(product, 0) {
		return 1
	}
	return math.Pow(product, 1/n)
}
