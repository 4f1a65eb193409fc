package states

import (
	"math"

	"flyby/internal/angle"
	"flyby/internal/geo"
	"flyby/trajectory"
)

// A Motion is how the places of rows are moved. V of a sample is what the motion calls its velocity.
type Motion interface {
	// At returns the sample at a time of an object that keeps the velocity of the state.
	At(state trajectory.Sample, t float64) trajectory.Sample
	// Between returns the velocity of an object that went from one sample to a later one.
	Between(from, to trajectory.Sample) [3]float64
	// Faster reports whether this velocity, through space, is above v.
	Faster(from, to trajectory.Sample, v float64) bool
	// Way returns the length in metres of the way that the state takes in a time, on the Earth; otherwise 0.
	Way(state trajectory.Sample, time float64) float64
	// Vector turns velocities along x, y and z, on the Earth to the east, to the north and up, into V.
	Vector(v [3]float64) [3]float64
	// Polar turns a speed, a course in degrees, clockwise from y or the north, and a velocity along z, or up, into V.
	Polar(speed, course, climb float64) [3]float64
}

// In returns the motion of rows: on the Earth their places are degrees.
func In(onEarth bool) Motion {
	if onEarth {
		return earth{}
	}
	return plain{}
}

// plain is the Motion of plain coordinates: V is along x, y and z.
type plain struct{}

// At moves each coordinate: the difference of times is rounded, then the sum of the coordinate and the product, once.
func (plain) At(s trajectory.Sample, t float64) trajectory.Sample {
	passed := t - s.T
	s.X, s.Y, s.Z = math.FMA(s.V[0], passed, s.X), math.FMA(s.V[1], passed, s.Y), math.FMA(s.V[2], passed, s.Z)
	s.T = t
	return s
}

func (plain) Between(from, to trajectory.Sample) [3]float64 {
	passed := to.T - from.T
	return [3]float64{(to.X - from.X) / passed, (to.Y - from.Y) / passed, (to.Z - from.Z) / passed}
}

func (plain) Faster(from, to trajectory.Sample, v float64) bool { return from.Faster(to, v) }

func (plain) Way(trajectory.Sample, float64) float64 { return 0 }

func (plain) Vector(v [3]float64) [3]float64 { return v }

func (plain) Polar(speed, course, climb float64) [3]float64 {
	sin, cos := angle.Sincos(course)
	return [3]float64{speed * sin, speed * cos, climb}
}

// earth is the Motion of degrees and heights in metres: V is a speed over the ellipsoid, a course, and a velocity up.
type earth struct{}

// At moves the place along the direct geodesic.
func (earth) At(s trajectory.Sample, t float64) trajectory.Sample {
	passed := t - s.T
	at := geo.Place{Lon: s.X, Lat: s.Y}.Ahead(s.V[1], s.V[0]*passed)
	s.X, s.Y, s.Z, s.T = at.Lon, at.Lat, math.FMA(s.V[2], passed, s.Z), t
	return s
}

func (earth) Between(from, to trajectory.Sample) [3]float64 {
	passed := to.T - from.T
	way, course := geo.Place{Lon: from.X, Lat: from.Y}.Course(geo.Place{Lon: to.X, Lat: to.Y})
	return [3]float64{way / passed, course, (to.Z - from.Z) / passed}
}

func (earth) Faster(from, to trajectory.Sample, v float64) bool {
	return geo.Faster(placeOf(from), placeOf(to), v)
}

func (earth) Way(s trajectory.Sample, time float64) float64 { return s.V[0] * time }

func (earth) Vector(v [3]float64) [3]float64 {
	speed := math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]))
	course := angle.Atan2(math.Abs(v[0]), v[1])
	if v[0] < 0 {
		course = -course
	}
	return [3]float64{speed, course, v[2]}
}

func (earth) Polar(speed, course, climb float64) [3]float64 {
	return [3]float64{speed, course, climb}
}

// placeOf returns the place of a sample in degrees.
func placeOf(s trajectory.Sample) geo.Place {
	return geo.Place{T: s.T, Lon: s.X, Lat: s.Y, Height: s.Z}
}
