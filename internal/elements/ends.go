package elements

import (
	"cmp"
	"math"

	"flyby/trajectory/sgp4"
)

const (
	scan = 3600.0 // seconds between instants at which an orbit is looked at; 42 days from the epoch and farther, a thousandth of that time
	low  = 150    // km: where perigee is higher, SGP4 is taken to have positions for such a time
)

// findEnds finds where SGP4 begins and ends to have positions, as far as two instants.
func (v *validity) findEnds(first, last, within float64) sgp4.Failure {
	orbit, _ := sgp4.New(v.elements)
	if _, _, err := orbit.At(0); err != nil {
		v.begin = v.clock.at(0)
		v.end = v.begin
		return err.(sgp4.Failure)
	}
	behind, begin := v.findEnd(orbit, -1, -v.clock.since(first), within)
	ahead, end := v.findEnd(orbit, 1, v.clock.since(last)+v.steps.block, within)
	v.begin, v.end = begin, end
	return cmp.Or(ahead, behind)
}

// findEnd finds the first failure ahead of the epoch (1) or behind it (-1), as far as some seconds from it. It traces the legs of times in
// which SGP4 might fail.
func (v *validity) findEnd(orbit *sgp4.Orbit, way int, far, within float64) (sgp4.Failure, float64) {
	side := float64(way)
	calmHere := calm(orbit, 0)
	for near := 0.0; near < far; {
		next := near + max(scan, near/1000)
		calmThere := calm(orbit, side*next)
		if !calmHere || !calmThere {
			if failure, at := v.search(float64(side*near), float64(side*next), within); failure != 0 {
				return failure, at
			}
		}
		near, calmHere = next, calmThere
	}
	return 0, math.Inf(way)
}

// search traces the legs between two times from the epoch, in their order, and returns the first failure and where its leg begins, or
// ends where it goes back.
func (v *validity) search(from, to, within float64) (sgp4.Failure, float64) {
	r := newTracer(v, within)
	r.yield = func(Leg) bool { return true }
	if to < from {
		r.after, r.last, r.behind = v.clock.at(to), math.Nextafter(v.clock.at(from), math.Inf(-1)), true
		r.runBack()
	} else {
		r.after, r.last = v.clock.at(from), math.Nextafter(v.clock.at(to), math.Inf(-1))
		r.run()
	}
	return r.failure, r.failed
}

// calm reports whether SGP4 has a position some seconds after the epoch, on an ellipse that is above the air and far from a parabola.
func calm(orbit *sgp4.Orbit, since float64) bool {
	p, v, err := orbit.At(since / 60)
	if err != nil {
		return false
	}
	distance := math.Sqrt(dot(&p, &p))
	inward := dot(&p, &v)
	speed := dot(&v, &v)
	latus := (float64(dot(&p, &p)*speed) - float64(inward*inward)) / gravity
	eccentricity := math.Sqrt(max(0, 1-float64(latus*(2/distance-float64(speed/gravity)))))
	return eccentricity < 0.99 && latus/(1+eccentricity) > earthRadius+low
}

func dot(a, b *[3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
