package sgp4

import "math"

// A start are the mean elements at the epoch as the theory takes them: Brouwer's mean motion in radians a minute, lengths in
// Earth radii, angles in radians.
type start struct {
	motion, axis                        float64
	eccentricity, square, rest, root    float64 // e, e², 1-e² and its root
	inclination, node, perigee, anomaly float64
	sin, cos, cos2                      float64 // of the inclination
	bstar                               float64
}

// newStart converts elements: Kozai's mean motion to Brouwer's.
func newStart(e *Elements) start {
	s := start{
		eccentricity: e.Eccentricity, square: float64(e.Eccentricity * e.Eccentricity),
		inclination: e.Inclination * perDegree, node: e.Node * perDegree, perigee: e.Perigee * perDegree, anomaly: e.Anomaly * perDegree,
		bstar: e.BStar,
	}
	s.rest = 1 - s.square
	s.root = math.Sqrt(s.rest)
	s.sin, s.cos = sincos(s.inclination)
	s.cos2 = float64(s.cos * s.cos)
	kozai := e.MeanMotion * (fullTurn / dayMinutes)
	axis := axisOf(kozai)
	oblate := 0.75 * j2 * (float64(3*s.cos2) - 1) / (s.root * s.rest)
	d := oblate / (axis * axis)
	axis *= 1 - float64(d*d) - float64(d*(1.0/3+float64(134*d*d)/81))
	s.motion = kozai / (1 + oblate/(axis*axis))
	s.axis = axisOf(s.motion)
	return s
}

// A secular are rates of angles, in radians a minute, that the Earth's oblateness causes.
type secular struct {
	anomaly, perigee, node float64
	firstNode              float64 // the rate of the node by J2 alone, to first order
}

func newSecular(s *start) secular {
	c2 := s.cos2
	parameter := s.axis * s.rest // semi-latus rectum
	inverse := 1 / (parameter * parameter)
	first := 1.5 * j2 * inverse * s.motion
	second := 0.5 * first * j2 * inverse
	fourth := float64(-0.46875 * j4 * inverse * inverse * s.motion)
	r := secular{firstNode: float64(-first * s.cos)}
	r.anomaly = s.motion + float64(0.5*first*s.root*(float64(3*c2)-1)) + float64(0.0625*second*s.root*poly(c2, 13, -78, 137))
	r.perigee = float64(-0.5*first*(1-float64(5*c2))) + float64(0.0625*second*poly(c2, 7, -114, 395)) + float64(fourth*poly(c2, 3, -36, 49))
	r.node = r.firstNode + float64(s.cos*sum2(0.5*second, poly(c2, 4, -19), 2*fourth, poly(c2, 3, -7)))
	return r
}

// at returns the elements some minutes after the epoch, without drag.
func (r *secular) at(t float64, s *start) mean {
	return mean{
		motion: s.motion, eccentricity: s.eccentricity, inclination: s.inclination,
		anomaly: s.anomaly + float64(r.anomaly*t),
		perigee: s.perigee + float64(r.perigee*t),
		node:    s.node + float64(r.node*t),
	}
}
