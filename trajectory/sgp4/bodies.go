package sgp4

import "math"

// A body is the Sun or the Moon on an ellipse that does not turn, and what it does to an orbit.
type body struct {
	motion, eccentricity float64
	phase                float64 // mean anomaly at the epoch
	elements             [5][3]float64
	rates                rates
}

// periodics are changes of elements: the node's times the sine of the inclination, the perigee's with what the node adds to it.
type periodics struct{ eccentricity, inclination, anomaly, perigee, node float64 }

func (p *periodics) add(q periodics) {
	p.eccentricity += q.eccentricity
	p.inclination += q.inclination
	p.anomaly += q.anomaly
	p.perigee += q.perigee
	p.node += q.node
}

// at returns the periodics some minutes after the epoch.
func (b *body) at(t float64) periodics {
	at := b.phase + float64(b.motion*t)
	sin, _ := sincos(at)
	sin, cos := sincos(at + float64(2*b.eccentricity*sin))
	square, product := float64(0.5*sin*sin)-0.25, -0.5*sin*cos
	var sums [5]float64
	for k := range sums {
		c := &b.elements[k]
		sums[k] = sum2(c[0], square, c[1], product) + float64(c[2]*sin)
	}
	return periodics{sums[0], sums[1], sums[2], sums[3], sums[4]}
}

// A plane is the orbit of a body: the angles of perigee, inclination and node (from the satellite's), as sines and cosines.
type plane struct{ sinG, cosG, sinI, cosI, sinH, cosH float64 }

// newBodies takes days since 1899-12-31 12:00.
func newBodies(s *start, days float64) [2]body {
	sin, cos := sincos(s.node)
	sunPlane := plane{sinG: -0.98088458, cosG: 0.1945905, sinI: 0.39785416, cosI: 0.91744867, sinH: sin, cosH: cos}
	sun := body{motion: 1.19459e-5, eccentricity: 0.01675, phase: withinTurn(6.2565837 + float64(0.017201977*days))}
	sun.disturb(s, 2.9864797e-6, &sunPlane)

	node := withinTurn(4.5236020 - float64(9.2422029e-4*days))
	longitude := 5.8351514 + float64(0.0019443680*days)
	moonPlane := newMoonPlane(node, longitude, sin, cos)
	moon := body{motion: 1.5835218e-4, eccentricity: 0.05490, phase: withinTurn(4.7199672 + float64(0.22997150*days) - longitude)}
	moon.disturb(s, 4.7968065e-7, &moonPlane)
	return [2]body{sun, moon}
}

// newMoonPlane takes the Moon's node on the ecliptic, the longitude of its perigee, and the satellite's node.
func newMoonPlane(node, longitude, sinNode, cosNode float64) (p plane) {
	sin, cos := sincos(node)
	p.cosI = 0.91375164 - float64(0.03568096*cos)
	p.sinI = math.Sqrt(1 - float64(p.cosI*p.cosI))
	sinH := 0.089683511 * sin / p.sinI
	cosH := math.Sqrt(1 - float64(sinH*sinH))
	p.sinG, p.cosG = sincos(longitude + atan2(0.39785416*sin/p.sinI, sum2(cosH, cos, 0.91744867*sinH, sin)) - node)
	p.cosH = sum2(cosH, cosNode, sinH, sinNode)
	p.sinH = float64(sinNode*cosH) - float64(cosNode*sinH)
	return p
}

// An axis of a body's ellipse, as the satellite's orbit sees it.
type axis struct {
	node, middle, normal     float64 // towards the node, 90° beyond it, and across the orbit
	along, beside            float64 // towards perigee, and 90° beyond it
	normalSine, normalCosine float64 // normal times the sine and the cosine of the argument of perigee
}

// newAxis takes the angle g of the axis in the body's plane.
func newAxis(p *plane, sinG, cosG float64, s *start, sin, cos float64) (a axis) {
	a.node = sum2(cosG, p.cosH, sinG*p.cosI, p.sinH)
	level := float64(sinG*p.cosI*p.cosH) - float64(cosG*p.sinH)
	up := sinG * p.sinI
	a.middle = sum2(s.cos, level, s.sin, up)
	a.normal = float64(s.cos*up) - float64(s.sin*level)
	a.along = sum2(a.node, cos, a.middle, sin)
	a.beside = float64(a.middle*cos) - float64(a.node*sin)
	a.normalSine, a.normalCosine = a.normal*sin, a.normal*cos
	return a
}

// The disturbing function's quadratic forms of two axes.

func ofAnomaly(a, b *axis) float64 {
	return float64(12*a.along*b.along) - float64(3*a.beside*b.beside)
}

func ofAxis(a, b *axis, square float64) float64 {
	return float64(3*sum2(a.node, b.node, a.middle, b.middle)) + float64(square*ofAnomaly(a, b))
}

func ofInclination(a, b *axis, square float64) float64 {
	return float64(-6*a.node*b.normal) - float64(square*sum2(24*a.along, b.normalCosine, 6*a.beside, b.normalSine))
}

func ofNode(a, b *axis, square float64) float64 {
	return float64(6*a.middle*b.normal) + float64(square*(float64(24*a.along*b.normalSine)-float64(6*a.beside*b.normalCosine)))
}

// A form is a quadratic form of the body's two axes: of the first, of both, of the second.
type form struct{ first, both, second float64 }

func newForm(f func(a, b *axis) float64, p, q *axis) form {
	return form{f(p, p), f(p, q) + f(q, p), f(q, q)}
}

// periodic returns the coefficients of a form's two terms.
func (f *form) periodic(by, third float64) [3]float64 {
	twice := 2 * float64(by) // a sum, as the compiler has it
	return [3]float64{twice * f.both, twice * (f.second - f.first), third}
}

// disturb computes what a body of some strength does.
func (b *body) disturb(s *start, strength float64, plane *plane) {
	sin, cos := sincos(s.perigee)
	p := newAxis(plane, plane.sinG, plane.cosG, s, sin, cos)
	q := newAxis(plane, plane.cosG, -plane.sinG, s, sin, cos)
	perigee := newForm(ofAnomaly, &p, &q)
	anomaly := newForm(func(a, b *axis) float64 {
		return float64(2*ofAxis(a, b, s.square)) + float64(s.rest*ofAnomaly(a, b))
	}, &p, &q)
	inclination := newForm(func(a, b *axis) float64 { return ofInclination(a, b, s.square) }, &p, &q)
	node := newForm(func(a, b *axis) float64 { return ofNode(a, b, s.square) }, &p, &q)

	s3 := strength / s.motion
	s2 := -0.5 * s3 / s.root
	s4 := s3 * s.root
	s1 := -15 * s.eccentricity * s4
	swing := sum2(p.along, p.beside, q.along, q.beside)
	eccentricity := form{
		first:  float64(p.along * p.beside),
		both:   sum2(q.along, p.beside, p.along, q.beside),
		second: float64(q.along * q.beside),
	}
	constant := 21 + float64(9*s.square)
	b.elements = [5][3]float64{
		eccentricity.periodic(s1, 0),
		inclination.periodic(s2, 0),
		anomaly.periodic(-s3, 2*s3*constant*b.eccentricity),
		perigee.periodic(s4, -18*s4*b.eccentricity),
		node.periodic(-s2, 0),
	}
	b.rates.eccentricity = b.motion * s1 * swing
	b.rates.inclination = b.motion * s2 * (inclination.first + inclination.second)
	b.rates.anomaly = -b.motion * s3 * (anomaly.first + anomaly.second - 14 - float64(6*s.square))
	b.rates.perigee = float64(b.motion * s4 * (perigee.first + perigee.second - 6))
	if least := 5.2359877e-2; s.inclination >= least && s.inclination <= math.Pi-least { // 3°
		b.rates.node = -b.motion * s2 * (node.first + node.second) / s.sin
		b.rates.perigee -= float64(s.cos * b.rates.node)
	}
}
