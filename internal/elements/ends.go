package elements

import (
	"cmp"
	"math"

	"flyby/trajectory/sgp4"
)

const (
	scan = 3600.0 // seconds between instants at which an orbit is looked at
	low  = 150    // km: where perigee is higher, SGP4 is taken to have positions for such a time
)

// findEnds finds where SGP4 begins and ends to have positions, as far as two instants. It traces the legs of hours in which SGP4
// might fail, from the epoch on and from it back.
func (v *validity) findEnds(first, last, within float64) sgp4.Failure {
	orbit, _ := sgp4.New(v.elements)
	if _, _, err := orbit.At(0); err != nil {
		v.begin = v.clock.at(0)
		v.end = v.begin
		return err.(sgp4.Failure)
	}
	var behind, ahead sgp4.Failure
	was := calm(orbit, 0)
	for at, ok := 0.0, was; at > v.clock.since(first) && behind == 0; at -= scan {
		before := calm(orbit, at-scan)
		if !ok || !before {
			behind, v.begin = v.search(at-scan, at, within, true)
		}
		ok = before
	}
	for at, ok := 0.0, was; at < v.clock.since(last)+v.steps.block && ahead == 0; at += scan {
		after := calm(orbit, at+scan)
		if !ok || !after {
			ahead, v.end = v.search(at, at+scan, within, false)
		}
		ok = after
	}
	return cmp.Or(ahead, behind)
}

// search traces the legs of a time from the epoch, or back to it, and returns the first failure and where the leg begins, or behind
// the epoch where it ends; infinity without one.
func (v *validity) search(from, to, within float64, behind bool) (sgp4.Failure, float64) {
	r := newTracer(v, within)
	r.after, r.last, r.behind = v.clock.at(from), math.Nextafter(v.clock.at(to), math.Inf(-1)), behind
	r.yield = func(Leg) bool { return true }
	r.failed = math.Inf(1)
	if behind {
		r.failed = math.Inf(-1)
		r.runBack()
	} else {
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
