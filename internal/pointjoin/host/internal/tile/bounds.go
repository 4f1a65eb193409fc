package tile

import "flyby/internal/pointjoin"

// bounds are the limits of float64 sums of squares (docs/exactness.md, P1).
type bounds struct {
	dimensions     int
	scale          float64 // of differences, before they are squared
	certainly, not float64
}

func newBounds(t pointjoin.Threshold, dimensions int) bounds {
	certainly, not := t.Bounds(dimensions)
	return bounds{dimensions, t.Scale(), certainly, not}
}

// judge decides whether points whose coordinates are in the same order are within eps, if float64 is certain. It
// stops as soon as it is.
func (b *bounds) judge(p, q []float64) (within, certain bool) {
	sum := 0.0
	for first := 0; first < len(p); first += chunk {
		for j := first; j < min(first+chunk, len(p)); j++ {
			d := (p[j] - q[j]) * b.scale
			sum += float64(d * d)
		}
		if sum >= b.not {
			return false, true
		}
	}
	return sum <= b.certainly, sum <= b.certainly
}

// apart reports whether all points of one box are certainly beyond eps of all points of another: it decides about the
// nearest points of the two boxes as about any two points.
func (b *bounds) apart(one, other box) bool {
	sum := 0.0
	for j, least := range one.least {
		gap := max(least-other.most[j], other.least[j]-one.most[j])
		if gap > 0 {
			gap *= b.scale
			if sum += float64(gap * gap); sum >= b.not {
				return true
			}
		}
	}
	return false
}
