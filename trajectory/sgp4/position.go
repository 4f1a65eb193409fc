package sgp4

import "math"

// A longTerm are the coefficients of the long-period terms of the Earth's third harmonic.
type longTerm struct {
	eccentricity float64 // of e sin ω
	longitude    float64 // of the mean longitude
}

// newLongTerm takes the sine and the cosine of the inclination.
func newLongTerm(sin, cos float64) longTerm {
	below := 1 + cos
	if math.Abs(below) <= 1.5e-12 {
		below = 1.5e-12 // against 0 at 180°
	}
	return longTerm{
		eccentricity: -0.5 * (j3 / j2) * sin,
		longitude:    -0.25 * (j3 / j2) * sin * (3 + float64(5*cos)) / below,
	}
}

// An ellipse is the orbit at an instant, as seen from its ascending node.
type ellipse struct {
	axis, motion    float64
	along, across   float64 // e cos ω, e sin ω
	fromNode        float64 // mean longitude less the node
	square, latus   float64 // e², semi-latus rectum
	sinU, cosU      float64 // of the argument of latitude
	distance        float64
	radial, lateral float64 // velocities, in units of unitMotion
}

// place returns the position and the velocity of mean elements in km and km/s.
func (o *Orbit) place(m *mean) (position, velocity [3]float64, f Failure) {
	sin, cos := sincos(m.perigee)
	by := 1 / (m.axis * (1 - float64(m.eccentricity*m.eccentricity)))
	e := ellipse{axis: m.axis, motion: m.motion}
	e.along = m.eccentricity * cos
	e.across = sum2(m.eccentricity, sin, by, m.longTerm.eccentricity)
	e.fromNode = withinTurn(m.anomaly + m.perigee + float64(by*m.longTerm.longitude*e.along))
	e.square = sum2(e.along, e.along, e.across, e.across)
	e.latus = m.axis * (1 - e.square)
	if e.latus < 0 {
		return position, velocity, semiLatusRectum
	}
	e.solve()
	return e.oriented(m)
}

// solve finds the eccentric anomaly, by Newton's method with steps of at most 0.95, and with it the place in the ellipse.
func (e *ellipse) solve() {
	at, step := e.fromNode, 0.0
	sin, cos := sincos(at)
	for k := range 10 {
		if k > 0 {
			sin, cos = turned(sin, cos, step)
		}
		step = (e.fromNode + float64(e.along*sin) - float64(e.across*cos) - at) / (1 - sum2(e.along, cos, e.across, sin))
		step = min(max(step, -0.95), 0.95)
		at += step
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	inward := sum2(e.along, cos, e.across, sin)
	outward := float64(e.along*sin) - float64(e.across*cos)
	root := math.Sqrt(1 - e.square)
	e.distance = e.axis * (1 - inward)
	part := outward / (1 + root)
	by := e.axis / e.distance
	e.sinU = by * (sin - e.across - float64(e.along*part))
	e.cosU = by * (cos - e.along + float64(e.across*part))
	e.radial = math.Sqrt(e.axis) * outward / e.distance
	e.lateral = math.Sqrt(e.latus) / e.distance
}

// oriented adds the short-period terms of J2, and turns the ellipse into space.
func (e *ellipse) oriented(m *mean) (position, velocity [3]float64, f Failure) {
	sin2, cos2 := 2*e.sinU*e.cosU, 1-float64(2*e.sinU*e.sinU)
	inverse := 1 / e.latus
	first := 0.5 * j2 * inverse
	second := first * inverse
	square := float64(m.cos * m.cos)
	round, flat := float64(3*square)-1, 1-square
	root := math.Sqrt(1 - e.square)

	distance := sum2(e.distance, 1-float64(1.5*second*root*round), 0.5*first*flat, cos2)
	sinU, cosU := turned(e.sinU, e.cosU, -0.25*second*(float64(7*square)-1)*sin2)
	sinNode, cosNode := sincos(m.node + float64(1.5*second*m.cos*sin2))
	sinI, cosI := turned(m.sin, m.cos, 1.5*second*m.cos*m.sin*cos2)
	factor := e.motion * first / unitMotion
	radial := e.radial - float64(factor*flat*sin2)
	lateral := e.lateral + float64(factor*sum2(flat, cos2, 1.5, round))
	if !(math.Abs(distance)+math.Abs(radial)+math.Abs(lateral)+math.Abs(sinNode+sinI+sinU+cosU) < 1e9) {
		return position, velocity, notFinite
	}

	const speed = earthRadius * unitMotion / 60 // km/s
	middle := [3]float64{-sinNode * cosI, cosNode * cosI, sinI}
	node := [3]float64{cosNode, sinNode, 0}
	for k := range position {
		out := sum2(middle[k], sinU, node[k], cosU)
		ahead := float64(middle[k]*cosU) - float64(node[k]*sinU)
		position[k] = distance * out * earthRadius
		velocity[k] = speed * sum2(radial, out, lateral, ahead)
	}
	if distance < 1 {
		return position, velocity, decayed
	}
	return position, velocity, 0
}
