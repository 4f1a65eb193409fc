// Package geo turns places on the Earth, longitude, latitude and height above the WGS 84
// ellipsoid, into the positions that package trajectory searches.
package geo

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"flyby/internal/angle"
	"flyby/trajectory"
)

// The WGS 84 ellipsoid, in metres.
const (
	semiMajor = 6378137.0
	semiMinor = semiMajor * (1 - 1/298.257223563)
	majorSq   = semiMajor * semiMajor
	minorSq   = semiMinor * semiMinor
)

// MaxSagitta is how far, in metres, a segment of GreatCircles may be from
// the great circle that it stands for, at any instant.
const MaxSagitta = 1.0

// Limits returns the bounds of longitudes, latitudes and heights: the degrees that exist, and heights up to a million kilometres, since the
// parts of a way are counted from them.
func Limits() *[3]trajectory.Limit {
	return &[3]trajectory.Limit{
		{Least: -180, Greatest: 360, Cause: "longitude outside -180 to 360 degrees"},
		{Least: -90, Greatest: 90, Cause: "latitude outside -90 to 90 degrees"},
		{Least: -1e9, Greatest: 1e9, Cause: "height beyond a million kilometres"},
	}
}

// arcCurvature bounds |d²r/dδ²| in metres, r being the point of the ellipsoid
// with normal n, as n turns along a great circle by the angle δ. With
// A = diag(a², a², b²) and g = sqrt(nᵀAn), b <= g <= a, the point is r = An/g; with
// first and second derivatives by δ as indices, and n₂ = −n,
//
//	r₂ = An₂/g − 2An₁g₁/g² − An(g₂/g² − 2g₁²/g³)
//	|g₁| <= (a²−b²)/2b = 21.5 km,  |g₂| <= (a²−b²)/b + g₁²/b = 43.0 km
//
// so |r₂| <= a²/b + 2a²|g₁|/b² + a²(|g₂|/b² + 2g₁²/b³) = 6486.3 km.
const arcCurvature = 6.49e6

// GreatCircles returns the path of columns of places: X longitude in degrees [-180, 360], Y
// latitude in degrees [-90, 90] and Z height above the WGS 84 ellipsoid in metres
// (nil: 0). Positions are EarthCentred, always 3-D. Where heights come in H instead, positions
// are the feet of the samples on the ellipsoid, and heights stay beside them; one of Z and H must be nil. Columns
// of another frame than Plain are an error.
//
// Objects are taken to move along great circles (of the normal's direction, with
// height and angle linear in time), while segments are chords, which sink below
// the arc: by s = L²/8R, R = 6371 km, for a length L, which is 1 m at 7.1 km. Ways
// further than MaxSagitta from the arc at any instant are split evenly along it
// in space and time, so segment ids then count the parts. Nothing is split where times are too close to hold the parts. Between
// antipodes the arc passes nearest to the north pole.
//
// Speeds are metres through space by the unit of time. Distances are straight lines through space: an arc of length d over the ground
// is longer than its chord by d³/24R², 1 mm at 10 km and 1 m at 99 km.
func GreatCircles() trajectory.Path { return &circles{} }

// Degrees returns the path of the same columns whose positions stay degrees and metres, and whose ways are not split. Speeds are measured
// as by GreatCircles.
func Degrees() trajectory.Path { return &degrees{} }

// circles is the path of GreatCircles.
type circles struct{ places }

// degrees is the path of Degrees.
type degrees struct{ places }

// places is the common part of circles and degrees: samples that are places.
type places struct {
	upright bool // heights are in H
}

// Begin takes columns of places.
func (p *places) Begin(c *trajectory.Columns) error {
	switch {
	case c.Frame != trajectory.Plain:
		return fmt.Errorf("geo: lon/lat: x, y and z are %v already", c.Frame)
	case c.Z != nil && c.H != nil:
		return errors.New("geo: lon/lat: heights are in z and in h: one of the two must be nil")
	}
	p.upright = c.H != nil
	return nil
}

// Limits bounds longitudes, latitudes and heights.
func (p *places) Limits() *[3]trajectory.Limit { return Limits() }

// Err returns nil: a great circle never takes too many parts, but it may take too much memory.
func (p *places) Err() error { return nil }

// Widen returns false.
func (p *places) Widen() bool { return false }

// Faster is the function Faster for two places.
func (p *places) Faster(from, to *trajectory.Sample, v float64) bool {
	return Faster(p.at(from), p.at(to), v)
}

// at returns the place of a sample.
func (p *places) at(s *trajectory.Sample) Place {
	at := Place{T: s.T, Lon: s.X, Lat: s.Y, Height: s.Z}
	if p.upright {
		at.Height = s.H
	}
	return at
}

// Frame returns EarthCentred.
func (c *circles) Frame() trajectory.Frame { return trajectory.EarthCentred }

// Position returns the place in metres, or its foot and its height.
func (c *circles) Position(s *trajectory.Sample) trajectory.Position {
	at := c.at(s)
	if c.upright {
		foot := at.Foot()
		return trajectory.Position{foot[0], foot[1], foot[2], at.Height}
	}
	metres := at.Metres()
	return trajectory.Position{metres[0], metres[1], metres[2]}
}

// Parts is the function Parts for two places.
func (c *circles) Parts(from, to *trajectory.Sample) int { return Parts(c.at(from), c.at(to)) }

// Between yields the samples of Between or FeetBetween.
func (c *circles) Between(from, to *trajectory.Sample, parts int) iter.Seq2[float64, trajectory.Position] {
	return func(yield func(float64, trajectory.Position) bool) {
		between, first, last, k := Between, c.at(from), c.at(to), 1
		if c.upright {
			between = FeetBetween
		}
		for t, metres := range between(first, last, parts) {
			at := trajectory.Position{metres[0], metres[1], metres[2]}
			if c.upright {
				at[3] = HeightBetween(first, last, k, parts)
			}
			if !yield(t, at) {
				return
			}
			k++
		}
	}
}

// Frame returns Plain.
func (d *degrees) Frame() trajectory.Frame { return trajectory.Plain }

// Position returns the place in degrees, and the height where there is one.
func (d *degrees) Position(s *trajectory.Sample) trajectory.Position {
	return trajectory.Position{s.X, s.Y, d.at(s).Height}
}

// Parts returns 1.
func (d *degrees) Parts(_, _ *trajectory.Sample) int { return 1 }

// Between yields nothing.
func (d *degrees) Between(_, _ *trajectory.Sample, _ int) iter.Seq2[float64, trajectory.Position] {
	return func(func(float64, trajectory.Position) bool) {}
}

// normal returns the outward unit normal of the ellipsoid at degrees. Meridians a turn
// apart are one, and a pole is one point, to the bit.
func normal(lon, lat float64) [3]float64 {
	sinLon, cosLon := angle.Sincos(lon)
	sinLat, cosLat := angle.Sincos(lat)
	return [3]float64{cosLat * cosLon, cosLat * sinLon, sinLat}
}

// earthCentred returns the point at a height in metres above the point of the
// ellipsoid with unit normal n: An/sqrt(nᵀAn) + hn, A = diag(a², a², b²).
func earthCentred(n [3]float64, height float64) [3]float64 {
	g := math.Sqrt(float64(majorSq*(float64(n[0]*n[0])+float64(n[1]*n[1]))) + float64(minorSq*n[2]*n[2]))
	k := majorSq/g + height
	return [3]float64{k * n[0], k * n[1], (minorSq/g + height) * n[2]}
}

// arc returns the angle between two unit vectors, in degrees, and the unit tangent at n0 of
// the great circle towards n1.
func arc(n0, n1 [3]float64) (degrees float64, tangent [3]float64) {
	axis := cross(n0, n1)
	sin := math.Sqrt(dot(axis, axis))
	if sin == 0 { // equal or antipodes: by way of the north pole, or of longitude 0 from a pole
		axis = cross(n0, [3]float64{0, 0, 1})
		if axis == ([3]float64{}) {
			axis = cross(n0, [3]float64{1, 0, 0})
		}
	}
	tangent = cross(axis, n0)
	length := math.Sqrt(dot(tangent, tangent))
	for i := range tangent {
		tangent[i] /= length
	}
	return angle.Atan2(sin, dot(n0, n1)), tangent
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
