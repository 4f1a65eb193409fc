package zone

import (
	"math"
	"math/big"

	"flyby/internal/dyadic"
)

// Bounds of the error of a determinant, relative to the sum of the magnitudes of its terms, and of products that underflow, relative to 1 and the
// magnitude of a factor. docs/exactness.md derives them.
const (
	determinantError = 0x1p-49
	underflow        = 0x1p-1060
)

// Determinant returns the sign of the determinant of three vectors, which real arithmetic on their float64 values gives: of (g × h)·x. It is the side
// of the plane through the origin, g and h on which x lies.
func Determinant(g, h, x [3]float64) int {
	var e, r, n, most [3]float64
	for k := range e {
		e[k], r[k] = h[k]-g[k], x[k]-g[k]
	}
	for k := range n {
		i, j := (k+1)%3, (k+2)%3
		n[k] = float64(g[i]*e[j]) - float64(g[j]*e[i])
		most[k] = math.Abs(float64(g[i]*e[j])) + math.Abs(float64(g[j]*e[i]))
	}
	value, bound, size := 0.0, 0.0, 1.0
	for k := range n {
		value += float64(n[k] * r[k])
		bound += float64(most[k] * math.Abs(r[k]))
		size += math.Abs(r[k])
	}
	bound = float64(determinantError*bound) + float64(underflow*size)
	switch {
	case value > bound:
		return 1
	case value < -bound:
		return -1
	}
	return determinant(g, h, x)
}

// determinant is Determinant in integers.
func determinant(g, h, x [3]float64) int {
	scale := dyadic.ScaleOf(g[:], h[:], x[:])
	var sum, term big.Int
	for k := range x {
		i, j := (k+1)%3, (k+2)%3
		n := new(big.Int).Mul(scale.Integer(g[i]), scale.Integer(h[j]))
		n.Sub(n, term.Mul(scale.Integer(g[j]), scale.Integer(h[i])))
		sum.Add(&sum, term.Mul(n, scale.Integer(x[k])))
	}
	return sum.Sign()
}

// orientation returns on which side of the line from a to b the place c is: 1 for the left, 0 for the line itself.
func orientation(a, b, c [2]float64) int { return Determinant(flat(a), flat(b), flat(c)) }

// flat returns a place as a position of the plane.
func flat(p [2]float64) [3]float64 { return [3]float64{p[0], p[1], 1} }
