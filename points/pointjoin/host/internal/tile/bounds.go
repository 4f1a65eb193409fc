package tile

import "flyby/points/pointjoin"

// bounds are what sums of squares in float64 are held against (docs/exactness.md, P1).
type bounds struct {
	dimensions     int
	scale          float64 // of differences, before they are squared
	certainly, not float64
}

func newBounds(t pointjoin.Threshold, dimensions int) bounds {
	certainly, not := t.Bounds(dimensions)
	return bounds{dimensions, t.Scale(), certainly, not}
}

// judge says whether points whose coordinates stand in any one order are within eps, if that is certain. It stops
// once it is.
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

// apart reports whether all points of a box are certainly beyond eps of all of another: the nearest points of the two
// boxes are, which is decided as that of any two points.
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
