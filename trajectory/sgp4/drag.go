package sgp4

import "math"

// A drag are the coefficients of the atmosphere's drag, of a density that falls with the fourth power of the height.
type drag struct {
	simple             bool    // in deep space, and where perigee is below 220 km
	axis               series  // of the factor's root of the semi-major axis, from t
	longitude          series  // of the mean longitude, from t², in units of the mean motion
	eccentricity       float64 // by t
	anomalous          float64 // of the eccentricity, by the sine of the anomaly
	sine               float64 // of the anomaly at the epoch
	node               float64 // by t²
	perigee            float64 // by t
	cubed, swing, bend float64 // of perigee and anomaly: swing ((1 + bend cos M)³ - cubed)
}

// A series are four coefficients, of successive powers.
type series [4]float64

func (s *series) at(t float64) float64 {
	return s[0] + float64(t*(s[1]+float64(t*(s[2]+float64(t*s[3])))))
}

// A profile is where the atmosphere starts, and how steeply it falls, for a perigee.
type profile struct {
	base   float64 // Earth radii from the centre
	fourth float64 // ((120 km - base)/radius)⁴
}

func newProfile(perigee float64) profile {
	base := 78.0
	switch km := float64((perigee - 1) * earthRadius); {
	case km < 98:
		base = 20
	case km < 156:
		base = km - 78
	}
	q := (120 - base) / earthRadius
	return profile{base: base/earthRadius + 1, fourth: q * q * q * q}
}

func newDrag(s *start, r *secular, deepSpace bool) drag {
	e := s.eccentricity
	perigee := float64(s.axis * (1 - e))
	air := newProfile(perigee)
	xi := 1 / (s.axis - air.base)
	eta := s.axis * e * xi
	eta2, product := float64(eta*eta), float64(e*eta)
	psi := math.Abs(1 - eta2)
	thickness := air.fourth * xi * xi * xi * xi
	strength := thickness / (psi * psi * psi * math.Sqrt(psi))
	oblate := float64(3*s.cos2) - 1

	c2 := strength * s.motion * sum2(s.axis, 1+float64(1.5*eta2)+float64(product*(4+eta2)), 0.375*j2*xi/psi*oblate, poly(eta2, 8, 24, 3))
	c1 := s.bstar * c2
	d := drag{simple: deepSpace || perigee < 220/earthRadius+1, bend: eta, node: 3.5 * s.rest * r.firstNode * c1}
	d.eccentricity = s.bstar * dragOfEccentricity(s, strength, xi, eta, psi)
	d.axis[0] = c1
	d.longitude[0] = 1.5 * c1
	if d.simple {
		return d
	}
	d.anomalous = s.bstar * 2 * strength * s.axis * s.rest * (1 + float64(2.75*(eta2+product)) + float64(product*eta2))
	var cos float64
	d.sine, cos = sincos(s.anomaly)
	d.cubed = cube(1 + float64(eta*cos))
	if e > 1e-4 {
		_, cos = sincos(s.perigee)
		d.perigee = s.bstar * (-2 * thickness * xi * (j3 / j2) * s.motion * s.sin / e) * cos
		d.swing = -2.0 / 3 * thickness * s.bstar / product
	}
	d.addPowers(c1, xi, s.axis, air.base)
	return d
}

func cube(x float64) float64 { return float64(x * x * x) }

// dragOfEccentricity returns the coefficient C4.
func dragOfEccentricity(s *start, strength, xi, eta, psi float64) float64 {
	e, eta2, product := s.eccentricity, float64(eta*eta), float64(s.eccentricity*eta)
	_, cos := sincos(2 * s.perigee)
	round := float64(-3 * (float64(3*s.cos2) - 1) * (1 - float64(2*product) + float64(eta2*(1.5-float64(0.5*product)))))
	long := float64(0.75 * (1 - s.cos2) * (float64(2*eta2) - float64(product*(1+eta2))) * cos)
	sum := sum2(eta, 2+float64(0.5*eta2), e, 0.5+float64(2*eta2)) - float64(j2*xi/(s.axis*psi)*(round+long))
	return 2 * s.motion * strength * s.axis * s.rest * sum
}

// addPowers adds the higher powers of time to the series.
func (d *drag) addPowers(c1, xi, axis, base float64) {
	square := float64(c1 * c1)
	d2 := float64(4 * axis * xi * square)
	common := d2 * xi * c1 / 3
	d3 := sum2(17, axis, 1, base) * common
	d4 := 0.5 * common * axis * xi * sum2(221, axis, 31, base) * c1
	d.axis[1], d.axis[2], d.axis[3] = d2, d3, d4
	d.longitude[1] = d2 + float64(2*square)
	d.longitude[2] = 0.25 * sum2(3, d3, c1, sum2(12, d2, 10, square))
	d.longitude[3] = 0.2 * (sum2(3, d4, 12*c1, d3) + sum2(6*d2, d2, 15*square, float64(2*d2)+square))
}

// A loss is what drag took until some instant.
type loss struct {
	axis         float64 // the factor's root of the semi-major axis
	eccentricity float64
	longitude    float64 // in units of the mean motion
}

// at returns the loss some minutes after the epoch, and moves the elements' angles by it.
func (d *drag) at(t float64, m *mean) loss {
	l := loss{eccentricity: float64(d.eccentricity * t)}
	square := float64(t * t)
	m.node += float64(d.node * square)
	if d.simple {
		l.axis = 1 - float64(d.axis[0]*t)
		l.longitude = d.longitude[0] * square
		return l
	}
	sin, cos := sincos(m.anomaly)
	shift := sum2(d.perigee, t, d.swing, cube(1+float64(d.bend*cos))-d.cubed)
	m.anomaly += shift
	m.perigee -= shift
	sin, _ = turned(sin, cos, shift)
	l.axis = 1 - float64(t*d.axis.at(t))
	l.eccentricity += float64(d.anomalous * (sin - d.sine))
	l.longitude = square * d.longitude.at(t)
	return l
}
