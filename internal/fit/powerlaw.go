package fit

import "math"

// PowerLaw is the curve A + B s^P, in seconds (paper, equation 1).
type PowerLaw struct {
	A  float64 `json:"a"`
	B  float64 `json:"b"`
	P  float64 `json:"p"`
	R2 float64 `json:"r2"` // coefficient of determination over the points fitted
}

// At returns A + B s^P.
func (l PowerLaw) At(s float64) float64 { return l.A + l.B*math.Pow(s, l.P) }

// Exponents that FitPowerLaw tries: a host time per invocation falls as s grows.
const (
	steepest  = -3.0
	shallow   = -0.02
	exponents = 128 // of the grid that brackets the best one
)

// FitPowerLaw fits A + B s^P to positive times y, measured at sizes s, both [n], n >= 3 with different
// sizes. It minimizes the squares of relative errors: times fall by orders of magnitude over the range of
// s, and all of it matters. A and B follow from P linearly; P is bracketed on a grid and refined by
// golden section.
func FitPowerLaw(s, y []float64) PowerLaw {
	step := (shallow - steepest) / exponents
	best, least := steepest, math.Inf(1)
	for k := range exponents + 1 {
		p := steepest + float64(k)*step
		if _, loss := fitExponent(s, y, p); loss < least {
			best, least = p, loss
		}
	}
	p := GoldenSection(max(steepest, best-step), min(shallow, best+step), func(p float64) float64 {
		_, loss := fitExponent(s, y, p)
		return loss
	})
	law, _ := fitExponent(s, y, p)
	law.R2 = determination(s, y, law.At)
	return law
}

// fitExponent fits A and B for a given P and returns the sum of the squares of the relative errors.
func fitExponent(s, y []float64, p float64) (PowerLaw, float64) {
	rows := make([][]float64, len(s))
	for i := range s {
		rows[i] = []float64{1, math.Pow(s[i], p)}
	}
	x, loss, ok := leastSquares(Relative(rows, y))
	if !ok {
		return PowerLaw{P: p}, math.Inf(1)
	}
	return PowerLaw{A: x[0], B: x[1], P: p}, loss
}

// GoldenSection returns the place of the least value of f, which has one minimum in [lo, hi].
func GoldenSection(lo, hi float64, f func(float64) float64) float64 {
	const ratio = 0.6180339887498949
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	fa, fb := f(a), f(b)
	for hi-lo > 1e-9*(1+math.Abs(lo)) {
		if fa <= fb {
			hi, b, fb = b, a, fa
			a = hi - ratio*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + ratio*(hi-lo)
			fb = f(b)
		}
	}
	return (lo + hi) / 2
}

// determination returns R², 1 - (sum of squared errors) / (sum of squared deviations from the mean).
func determination(x, y []float64, at func(float64) float64) float64 {
	mean := 0.0
	for _, v := range y {
		mean += v / float64(len(y))
	}
	errors, deviations := 0.0, 0.0
	for i, v := range y {
		e, d := v-at(x[i]), v-mean
		errors += e * e
		deviations += d * d
	}
	if deviations == 0 {
		return 1
	}
	return 1 - errors/deviations
}
