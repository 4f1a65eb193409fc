package sgp4

import "math"

// A deep is what Sun, Moon and, in resonance, the Earth's longitudes do to an orbit of 225 minutes or more.
type deep struct {
	bodies    [2]body // Sun, Moon
	rates     rates   // by both bodies
	resonance *resonance
}

// newDeep takes the days of the epoch since 1949-12-31 00:00 UTC.
func newDeep(s *start, r *secular, days float64) *deep {
	d := &deep{bodies: newBodies(s, days+18261.5)}
	for k := range d.bodies {
		d.rates.add(d.bodies[k].rates)
	}
	d.resonance = newResonance(s, r, &d.rates, siderealAngle(days))
	return d
}

// siderealAngle returns Greenwich's mean sidereal time as an angle, of days since 1949-12-31 00:00 UT1.
func siderealAngle(days float64) float64 {
	t := (firstDay + days - 2451545) / 36525
	seconds := poly(t, 67310.54841, 876600*3600+8640184.812866, 0.093104, -6.2e-6)
	a := withinTurn(float64(seconds * (perDegree / 240)))
	if a < 0 {
		a += fullTurn
	}
	return a
}

// secular adds to mean elements what grows with time.
func (d *deep) secular(m *mean, t float64) {
	m.eccentricity += float64(d.rates.eccentricity * t)
	m.inclination += float64(d.rates.inclination * t)
	m.perigee += float64(d.rates.perigee * t)
	m.node += float64(d.rates.node * t)
	m.anomaly += float64(d.rates.anomaly * t)
	if d.resonance != nil {
		d.resonance.secular(m, t)
	}
}

// periodics adds what Sun and Moon do in the course of their year and month.
func (d *deep) periodics(m *mean, t float64) Failure {
	p := d.bodies[0].at(t)
	p.add(d.bodies[1].at(t))
	m.inclination += p.inclination
	m.eccentricity += p.eccentricity
	m.sin, m.cos = sincos(m.inclination)
	if m.inclination >= 0.2 {
		node := p.node / m.sin
		m.perigee += p.perigee - float64(m.cos*node)
		m.node += node
		m.anomaly += p.anomaly
	} else {
		p.turnNearEquator(m)
	}
	if m.inclination < 0 {
		m.inclination = -m.inclination
		m.node += math.Pi
		m.perigee -= math.Pi
		m.sin = -m.sin
	}
	if m.eccentricity < 0 || m.eccentricity > 1 {
		return perturbedEccentricity
	}
	m.longTerm = newLongTerm(m.sin, m.cos)
	return 0
}

// turnNearEquator moves node, perigee and anomaly by Lyddane's way, which does not divide by the sine of the inclination.
func (p *periodics) turnNearEquator(m *mean) {
	sin, cos := sincos(m.node)
	x := float64(m.sin*cos) + (float64(p.inclination*m.cos*cos) - float64(p.node*sin))
	y := float64(m.sin*sin) + (float64(p.inclination*m.cos*sin) + float64(p.node*cos))
	longitude := m.anomaly + m.perigee + float64(m.cos*m.node) + (p.anomaly + p.perigee - float64(p.inclination*m.node*m.sin))
	node := atan2(y, x)
	if math.Abs(m.node-node) > math.Pi {
		node += math.Copysign(fullTurn, m.node-node)
	}
	m.node = node
	m.anomaly += p.anomaly
	m.perigee = longitude - m.anomaly - float64(m.cos*node)
}

// rates are changes of mean elements a minute.
type rates struct{ eccentricity, inclination, anomaly, perigee, node float64 }

func (r *rates) add(s rates) {
	r.eccentricity += s.eccentricity
	r.inclination += s.inclination
	r.anomaly += s.anomaly
	r.perigee += s.perigee
	r.node += s.node
}
