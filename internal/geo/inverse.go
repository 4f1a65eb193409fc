package geo

import (
	"math"

	"flyby/internal/angle"
)

// The steps of PlaceOf's results: a tenth of a millimetre along a great circle, and a millimetre of
// height. Finer differences are the rounding of positions in metres.
const (
	perDegreeStep = 1e9
	perMetreStep  = 1e3
)

// PlaceOf returns the place whose Metres are p, its time apart: the longitude in (-180, 180] and the
// latitude to 1e-9 degrees, the height to a millimetre. The point should be further than 50 km
// from the Earth's centre; nearer ones have a finite place. On the poles' axis the longitude is 0.
//
// It is Bowring's iteration for the latitude, on sine and cosine alone, which converges after few
// steps at any height.
func PlaceOf(p [3]float64) Place {
	flat := math.Sqrt(float64(p[0]*p[0]) + float64(p[1]*p[1]))
	high := math.Abs(p[2])
	sin, cos := unit(semiMajor*high, semiMinor*flat) // of the parametric latitude
	for range 4 {
		sin, cos = bowring(flat, high, sin, cos)
		sin, cos = unit(semiMinor*sin, semiMajor*cos)
	}
	up, out := bowring(flat, high, sin, cos)
	lat := angle.Atan2(up, out)
	sin, cos = unit(up, out)
	level := math.Sqrt(float64(majorSq*cos*cos) + float64(minorSq*sin*sin))
	height := float64(flat*cos) + float64(high*sin) - level
	lon := angle.Atan2(math.Abs(p[1]), p[0])
	if p[1] < 0 && lon < 180 {
		lon = -lon
	}
	if p[2] < 0 {
		lat = -lat
	}
	return Place{Lon: rounded(lon, perDegreeStep), Lat: rounded(lat, perDegreeStep), Height: rounded(height, perMetreStep)}
}

// bowring returns numbers proportional to the sine and the cosine of a point's latitude, from the
// sine and the cosine of a parametric latitude near its own.
func bowring(flat, high, sin, cos float64) (up, out float64) {
	const (
		ofMajor = (majorSq - minorSq) / semiMajor
		ofMinor = (majorSq - minorSq) / semiMinor
	)
	up = high + float64(ofMinor*sin*sin*sin)
	out = flat - float64(ofMajor*cos*cos*cos)
	return up, max(out, 0)
}

// unit scales y and x to a point of the unit circle; 0 and 0 become 1 and 0.
func unit(y, x float64) (float64, float64) {
	length := math.Sqrt(float64(y*y) + float64(x*x))
	if length == 0 {
		return 1, 0
	}
	return y / length, x / length
}

// rounded returns a number rounded to the nearest multiple of 1/n. Zero has no sign.
func rounded(v, n float64) float64 { return math.RoundToEven(v*n)/n + 0 }

// RoundedHeight rounds a height in metres to the millimetre, as PlaceOf does.
func RoundedHeight(height float64) float64 { return rounded(height, perMetreStep) }
