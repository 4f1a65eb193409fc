package pointjoin

import (
	"fmt"
	"math"
)

// A Threshold decides which points are within eps of each other.
type Threshold struct {
	eps    float64
	scale  float64 // a power of two, which brings eps into the range where squares have all their bits
	square float64 // of eps times scale
}

// NewThreshold returns the threshold eps, which must be finite and not negative.
func NewThreshold(eps float64) (Threshold, error) {
	if !(eps >= 0 && eps <= math.MaxFloat64) {
		return Threshold{}, fmt.Errorf("pointjoin: eps %v: must be finite and not negative", eps)
	}
	t := Threshold{eps: eps, scale: 1}
	switch {
	case eps < 0x1p-400:
		t.scale = 0x1p600
	case eps > 0x1p400:
		t.scale = 0x1p-700
	}
	t.square = float64((eps * t.scale) * (eps * t.scale))
	return t, nil
}

// Eps returns the threshold.
func (t Threshold) Eps() float64 { return t.eps }

// Within reports whether p and q, of one number of dimensions, at most points.MaxDimensions, are a
// pair. No coordinate may be beyond points.MaxMagnitude.
func (t Threshold) Within(p, q []float64) bool {
	if within, certain := t.Judge(p, q); certain {
		return within
	}
	return t.Settle(p, q)
}

// Judge is Within where float64 decides, as it does nearly always. Where certain is false, Settle is to decide.
func (t Threshold) Judge(p, q []float64) (within, certain bool) {
	sum := t.sum(p, q)
	certainly, not := t.Bounds(len(p))
	return sum <= certainly, sum <= certainly || sum >= not
}

// Bounds returns the bounds that decide a pair by the sum of the squares of (p_j - q_j) * Scale, rounded
// to float64 in any order, fused or not: p and q are a pair if the sum is at most certainly, and no pair
// if it is not or more. Between the two bounds Settle decides.
func (t Threshold) Bounds(dimensions int) (certainly, not float64) {
	if t.eps == 0 {
		return 0, math.SmallestNonzeroFloat64 // no difference is lost: its square is at least 2^-948
	}
	slack := t.slack(dimensions)
	return t.square - slack, t.square + slack
}

// Scale returns the factor by which differences are multiplied before they are squared: 1 unless eps is extreme.
func (t Threshold) Scale() float64 { return t.scale }

// Settle is Within by exact arithmetic, for borderline pairs.
func (t Threshold) Settle(p, q []float64) bool {
	if t.eps == 0 {
		return equal(p, q)
	}
	return t.exact(p, q)
}

// sum returns the sum of the squared differences times scale².
func (t Threshold) sum(p, q []float64) float64 {
	sum := 0.0
	for j, v := range p {
		d := (v - q[j]) * t.scale
		sum += float64(d * d)
	}
	return sum
}

// slack returns a bound on the difference that rounding alone can make between the sum of n squares and eps² (docs/exactness.md, P1).
func (t Threshold) slack(n int) float64 {
	const u = 0x1p-53
	return float64(t.square * (2 * u * float64(n+4)))
}

// equal reports whether all coordinates are equal; 0 equals -0.
func equal(p, q []float64) bool {
	for j, v := range p {
		if v != q[j] {
			return false
		}
	}
	return true
}

// Distance returns the distance of two points: the root of the sum of squares, in order of
// dimension, every operation rounded. It is for people, and decides nothing. No square of
// differences up to 2^1001 overflows, and squares of differences below 2^-500 are not lost.
func Distance(p, q []float64) float64 {
	most := 0.0
	for j, v := range p {
		most = max(most, math.Abs(v-q[j]))
	}
	t := Threshold{scale: 1}
	switch {
	case most < 0x1p-400:
		t.scale = 0x1p600
	case most > 0x1p400:
		t.scale = 0x1p-700
	}
	return math.Sqrt(t.sum(p, q)) / t.scale
}
