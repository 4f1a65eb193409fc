// Package vec3 is arithmetic of vectors of three float64. Each product and sum is rounded once, in the order that is written, on every processor: bounds of errors hang on that.
package vec3

import "math"

// Minus returns a - b.
func Minus(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// Times returns a times a number.
func Times(a [3]float64, by float64) [3]float64 {
	return [3]float64{float64(a[0] * by), float64(a[1] * by), float64(a[2] * by)}
}

// Dot returns the inner product.
func Dot(a, b [3]float64) float64 {
	return (float64(a[0]*b[0]) + float64(a[1]*b[1])) + float64(a[2]*b[2])
}

// Cross returns a × b.
func Cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

// Length returns the length of a vector.
func Length(a [3]float64) float64 { return math.Sqrt(Dot(a, a)) }

// Unit returns a vector in the same direction of about length 1; zero stays zero.
func Unit(a [3]float64) [3]float64 {
	length := Length(a)
	if length == 0 {
		return a
	}
	return [3]float64{a[0] / length, a[1] / length, a[2] / length}
}
