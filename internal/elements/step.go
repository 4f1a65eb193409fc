package elements

import (
	"math"
	"time"

	"flyby/internal/angle"
	"flyby/trajectory/sgp4"
)

const (
	gravity     = 398600.8 // km³/s², WGS 72
	earthRadius = 6378.135 // km
)

// A clock converts Unix seconds to the time from an epoch.
type clock struct{ seconds, part float64 } // the epoch: whole seconds and the rest

func newClock(epoch time.Time) clock {
	return clock{float64(epoch.Unix()), float64(float64(epoch.Nanosecond()) * 1e-9)}
}

// since returns the seconds from the epoch to an instant.
func (c *clock) since(t float64) float64 { return (t - c.seconds) - c.part }

// at returns the instant some seconds after the epoch.
func (c *clock) at(since float64) float64 { return c.seconds + (c.part + since) }

// middle returns the instant in the middle of two epochs.
func (c *clock) middle(d *clock) float64 {
	return float64((c.seconds+d.seconds)/2) + float64((c.part+d.part)/2)
}

// steps are the lengths of a set's legs in seconds.
type steps struct {
	block    float64 // of few bits: whole multiples are exact
	halvings int     // of a block, at most
	delta    float64 // from a sample to the positions whose difference is its velocity
	off      float64 // km: at most, of a leg's cubic from SGP4
}

// sharpest is the number of halvings, from the leg that suits perigee, after which SGP4 is taken to jump.
const sharpest = 8

// newSteps takes the distance that cubics may be off, about. The cubic through both ends of a step h is off by h⁴/384 of the fourth
// derivative, which is n⁴a(1+3e)/(1-e)⁵ at perigee, n⁴a|1-3e|/(1+e)⁵ at apogee. Nothing of an orbit is within the Earth.
func newSteps(e *sgp4.Elements, off float64) steps {
	const day = 24 * 60 * 60
	n := e.MeanMotion * (2 * math.Pi / day)
	axis := angle.CubeRoot(gravity / (n * n))
	step := func(shape float64) float64 {
		return math.Sqrt(math.Sqrt(384*off/(axis*shape))) / n
	}
	power := func(x float64) float64 { return float64(x * x * x * x * x) }
	ecc := e.Eccentricity
	most := day / e.MeanMotion / 16
	near := min(most, 0.96*step((1+float64(3*ecc))/power(max(1-ecc, earthRadius/axis))))
	far := min(most, step(max(0.5, math.Abs(1-float64(3*ecc)))/power(1+ecc)))
	fraction, exp := math.Frexp(near)
	s := steps{block: math.Ldexp(math.Floor(fraction*1024), exp-10), halvings: sharpest}
	s.off = off + float64(0x1p-50*axis/(1-ecc)) // about what rounding of SGP4's angles makes
	s.delta = max(s.block/1024, 0x1p-4)
	for 2*s.block <= far {
		s.block, s.halvings = 2*s.block, s.halvings+1
	}
	return s
}
