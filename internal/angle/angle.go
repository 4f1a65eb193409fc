package angle

import "math"

// π/180 in two parts: the nearest float64, and the float64 nearest to the remainder.
const (
	perDegree    = 0x1.1df46a2529d39p-06
	perDegreeLow = 0x1.5c1d8becdd291p-62
)

// 1/6 in two parts.
const (
	sixth    = 0x1.5555555555555p-03
	sixthLow = 0x1.5555555555555p-57
)

// Sincos returns the sine and the cosine of an angle in degrees, |degrees| <= 2^20. Their error is
// below 0.6 ulp (units in the last place), so they are exact where the true value is a float64: at
// multiples of 90, and 1/2 at 30 and 60 in any quadrant. Zero has no sign. To the bit, sines are
// odd and cosines even; angles a turn apart have the same ones; 180-x has the sine of x, and 90-x
// its cosine, where these are float64s.
func Sincos(degrees float64) (sin, cos float64) {
	quarter := math.RoundToEven(degrees / 90)
	sin, cos = eighth(degrees - float64(90*quarter)) // the difference is exact
	switch int(quarter) & 3 {
	case 1:
		return cos, 0 - sin
	case 2:
		return 0 - sin, 0 - cos
	case 3:
		return 0 - cos, sin
	}
	return sin + 0, cos
}

// eighth is Sincos within an eighth of a turn to either side of 0.
//
// The angle in radians is h + l to 2^-100 of it. With z = h², the sine is h - h·z/6 and the cosine
// 1 - z/2, both in two parts, and a rest that is so small (h⁵/120 < 0.0025 and h⁴/24 < 0.016) that
// its own rounding is below 0.1 ulp. The omitted terms of the series are below 2^-63.
func eighth(degrees float64) (sin, cos float64) {
	h := float64(degrees * perDegree)
	l := math.FMA(degrees, perDegree, -h)
	l += float64(degrees * perDegreeLow)
	z := float64(h * h)
	zLow := math.FMA(h, h, -z)
	half := float64(z * 0.5)

	cube := float64(h * z)
	cubeLow := math.FMA(h, z, -cube)
	cubeLow += float64(h * zLow)
	third := float64(cube * -sixth)
	thirdLow := math.FMA(cube, -sixth, -third)
	thirdLow -= float64(cubeLow*sixth) + float64(cube*sixthLow)
	rest := float64(float64(cube*z)*sineTail(z)) + (thirdLow + float64(l*(1-half)))
	sum := h + third
	sin = sum + ((third - (sum - h)) + rest)

	rest = float64(float64(z*z)*cosineTail(z)) - (float64(zLow*0.5) + float64(h*l))
	sum = 1 - half
	cos = sum + (((1 - sum) - half) + rest)
	return sin, cos
}

// sineTail returns (sin h - h + h³/6)/h⁵, h² = z, by Taylor's series to h¹⁷.
func sineTail(z float64) float64 {
	s := 1.0 / 355687428096000 // 17!
	s = float64(s*z) - 1.0/1307674368000
	s = float64(s*z) + 1.0/6227020800
	s = float64(s*z) - 1.0/39916800
	s = float64(s*z) + 1.0/362880
	s = float64(s*z) - 1.0/5040
	return float64(s*z) + 1.0/120
}

// cosineTail returns (cos h - 1 + h²/2)/h⁴, h² = z, by Taylor's series to h¹⁸.
func cosineTail(z float64) float64 {
	s := -1.0 / 6402373705728000 // 18!
	s = float64(s*z) + 1.0/20922789888000
	s = float64(s*z) - 1.0/87178291200
	s = float64(s*z) + 1.0/479001600
	s = float64(s*z) - 1.0/3628800
	s = float64(s*z) + 1.0/40320
	s = float64(s*z) - 1.0/720
	return float64(s*z) + 1.0/24
}

// Atan2 returns the angle of the point (x, y) in degrees, from 0 to 180, y >= 0; 0 of
// (0, 0). Its error is below 3 ulp where neither y/x nor x/y underflows. Both must be finite.
func Atan2(y, x float64) float64 {
	switch {
	case x < 0:
		return 180 - Atan2(y, -x)
	case y > x:
		return 90 - atan(x/y)
	case y == 0:
		return 0
	}
	return atan(y / x)
}

// atan returns the angle whose tangent is t in degrees, t in [0, 1]. With c the
// multiple of 1/8 nearest to t, it is atan c + atan u, u = (t-c)/(1+ct), |u| <= 1/16.
func atan(t float64) float64 {
	known := [9]float64{ // atan k/8 in degrees
		0, 7.125016348901798, 14.036243467926479, 20.556045219583464, 26.56505117707799, 32.005383208083494, 36.86989764584402, 41.18592516570965, 45,
	}
	k := math.RoundToEven(t * 8)
	c := float64(k * 0.125)
	u := (t - c) / (1 + float64(c*t))
	z := float64(u * u)
	s := -1.0 / 15
	s = float64(s*z) + 1.0/13
	s = float64(s*z) - 1.0/11
	s = float64(s*z) + 1.0/9
	s = float64(s*z) - 1.0/7
	s = float64(s*z) + 1.0/5
	s = float64(s*z) - 1.0/3
	return known[int(k)] + float64((u+float64(float64(u*z)*s))*(180/math.Pi))
}
