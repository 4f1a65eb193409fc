package angle

import "math"

// CubeRoot returns the cube root of a finite number above 0, by Newton's method.
func CubeRoot(x float64) float64 {
	f, exp := math.Frexp(x)
	third := exp / 3
	f = math.Ldexp(f, exp-3*third) // 1/8 to 4
	y := 0.5 + float64(0.4*f)      // within a third
	for range 5 {
		y -= (y - f/(y*y)) / 3
	}
	return math.Ldexp(y, third)
}
