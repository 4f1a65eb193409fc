package geo

import (
	"iter"
	"math"

	"flyby/internal/angle"
	"flyby/trajectory"
)

// A Place is the place of an object on the Earth at the time T: degrees of longitude and latitude within
// Limits, and metres above the WGS 84 ellipsoid.
type Place struct {
	T, Lon, Lat, Height float64
}

// Metres returns the place in the EarthCentred frame.
func (p Place) Metres() [3]float64 {
	return earthCentred(normal(p.Lon, p.Lat), p.Height)
}

// Foot returns the point of the ellipsoid below the place, or above it.
func (p Place) Foot() [3]float64 {
	p.Height = 0
	return p.Metres()
}

// Faster reports whether an object that goes straight through space from one place to a later one is faster
// than v metres a unit of time: it is trajectory.Faster of their positions in the EarthCentred frame.
func Faster(from, to Place, v float64) bool {
	return from.sample().Faster(to.sample(), v)
}

// sample returns the place as a sample in the EarthCentred frame.
func (p Place) sample() trajectory.Sample {
	at := p.Metres()
	return trajectory.Sample{T: p.T, X: at[0], Y: at[1], Z: at[2]}
}

// Parts returns how many equal parts GreatCircles makes of the segment between two places, 1 where
// it does not split it. to.T must be later than from.T.
//
// That number keeps parts within MaxSagitta. The position over an angle Δ with a change of height H is
// r(δ) + hn, its second derivative at most arcCurvature + |h| + 2H/Δ; linear interpolation over Δ/n is then
// off by at most 1/8 of (Δ/n)² times that.
func Parts(from, to Place) int {
	high, climb := max(math.Abs(from.Height), math.Abs(to.Height)), math.Abs(to.Height-from.Height)
	count := func(degrees float64) float64 {
		radians := degrees * (math.Pi / 180)
		return math.Ceil(math.Sqrt(radians * (float64(radians*(arcCurvature+high)) + float64(2*climb)) / (8 * MaxSagitta)))
	}
	dLat := math.Abs(to.Lat - from.Lat)
	dLon := math.Abs(math.Remainder(to.Lon-from.Lon, 360))
	if count(dLat+dLon) <= 1 {
		return 1 // cheap, and true of almost all segments: no angle is above dLat + dLon
	}
	degrees, _ := arc(normal(from.Lon, from.Lat), normal(to.Lon, to.Lat))
	n := count(degrees)
	if (to.T-from.T)/n > 0x1p-48*max(math.Abs(from.T), math.Abs(to.T)) {
		return int(n) // 16 units in the last place apart: rounding cannot join them
	}
	for k := 1.0; k <= n; k++ {
		if timeAt(from, to, k/n) <= timeAt(from, to, (k-1)/n) {
			return 1
		}
	}
	return int(n)
}

// timeAt returns the time at a fraction of the way.
func timeAt(from, to Place, f float64) float64 {
	if f == 1 {
		return to.T
	}
	return from.T + float64(f*(to.T-from.T))
}

// Between yields the times and EarthCentred positions of the parts-1 samples that GreatCircles puts
// between two places, in order.
func Between(from, to Place, parts int) iter.Seq2[float64, [3]float64] {
	return func(yield func(float64, [3]float64) bool) {
		n0, n1 := normal(from.Lon, from.Lat), normal(to.Lon, to.Lat)
		degrees, tangent := arc(n0, n1)
		for k := 1; k < parts; k++ {
			f := float64(k) / float64(parts)
			sin, cos := angle.Sincos(f * degrees)
			var n [3]float64
			for i := range n {
				n[i] = float64(cos*n0[i]) + float64(sin*tangent[i])
			}
			if !yield(timeAt(from, to, f), earthCentred(n, heightAt(from, to, f))) {
				return
			}
		}
	}
}

// FeetBetween is Between for the feet of the samples on the ellipsoid.
func FeetBetween(from, to Place, parts int) iter.Seq2[float64, [3]float64] {
	from.Height, to.Height = 0, 0
	return Between(from, to, parts)
}

// HeightBetween returns the height of the k-th sample that GreatCircles puts between two places, from
// 1 to parts-1.
func HeightBetween(from, to Place, k, parts int) float64 {
	return heightAt(from, to, float64(k)/float64(parts))
}

// heightAt returns the height at a fraction of the way.
func heightAt(from, to Place, f float64) float64 {
	return from.Height + float64(f*(to.Height-from.Height))
}
