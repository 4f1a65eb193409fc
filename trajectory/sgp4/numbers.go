package sgp4

import (
	"math"

	"flyby/internal/angle"
)

// WGS 72: lengths in Earth radii, times in minutes.
const (
	earthRadius = 6378.135              // km
	unitMotion  = 0.0743669161331734132 // radians a minute, of a circular orbit of an Earth radius: 60 √(398600.8/6378.135³)
	j2          = 0.001082616
	j3          = -0.00000253881
	j4          = -0.00000165597
)

const (
	fullTurn   = 2 * math.Pi
	perDegree  = math.Pi / 180
	perRadian  = 180 / math.Pi
	dayMinutes = 1440
)

// sincos returns the sine and the cosine of an angle in radians.
func sincos(radians float64) (sin, cos float64) {
	if math.Abs(radians) > 10_000 { // beyond what package angle takes
		radians = withinTurn(radians)
	}
	if !(math.Abs(radians) <= 10_000) {
		return math.NaN(), math.NaN()
	}
	return angle.Sincos(radians * perRadian)
}

// turned returns the sine and the cosine of an angle plus another, which mostly is small: Taylor's series is faster then.
func turned(sin, cos, by float64) (float64, float64) {
	s, less := 0.0, 0.0 // sine, and 1 less the cosine
	if z := float64(by * by); z < 1.0/256 {
		s = by * (1 - float64(z*(1.0/6-float64(z*(1.0/120-float64(z*(1.0/5040)))))))
		less = z * (0.5 - float64(z*(1.0/24-float64(z*(1.0/720-float64(z*(1.0/40320)))))))
	} else {
		var c float64
		s, c = sincos(by)
		less = 1 - c
	}
	return sin + (float64(cos*s) - float64(sin*less)), cos - (float64(sin*s) + float64(cos*less))
}

// withinTurn returns an angle less its whole turns: it keeps the sign.
func withinTurn(radians float64) float64 {
	return radians - float64(fullTurn*math.Trunc(radians/fullTurn))
}

// atan2 returns the angle of the point (x, y) in radians, from -π to π.
func atan2(y, x float64) float64 {
	if y < 0 {
		return -angle.Atan2(-y, x) * perDegree
	}
	return angle.Atan2(y, x) * perDegree
}

// sum2 returns ax + by, products rounded by themselves, so that it is the same on every processor.
func sum2(a, x, b, y float64) float64 { return float64(a*x) + float64(b*y) }

// poly returns c[0] + c[1]x + c[2]x² + ...
func poly(x float64, c ...float64) float64 {
	sum := 0.0
	for k := len(c) - 1; k >= 0; k-- {
		sum = c[k] + float64(sum*x)
	}
	return sum
}

// axisOf returns the semi-major axis of a mean motion by Kepler's third law, (unitMotion/motion)^(2/3).
func axisOf(motion float64) float64 {
	c := angle.CubeRoot(unitMotion / motion)
	return c * c
}
