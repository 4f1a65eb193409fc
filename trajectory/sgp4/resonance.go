package sgp4

import "flyby/internal/angle"

const (
	earthTurn   = 4.37526908801129966e-3 // of the Earth, radians a minute
	stepMinutes = 720                    // of the numeric integration
)

// A term of a resonance pulls the mean longitude by amplitude × sin(perigee ω + longitude λ - phase).
type term struct{ amplitude, perigee, longitude, phase float64 }

// A resonance is the slow motion of the mean longitude relative to the turning Earth, of orbits of one day or of half a day. It is
// integrated in steps of 720 minutes from the epoch; within a step it is a Taylor series.
type resonance struct {
	terms                []term
	halfDay              bool
	perigee, perigeeRate float64
	sidereal             float64 // angle at the epoch
	drift                float64 // of the longitude, less the mean motion
	first, now           state
}

// A state of a resonance, after some steps from the epoch (before it: negative).
type state struct {
	steps             int
	longitude, motion float64
	rate, pull, bend  float64 // derivatives: of the longitude, of the motion, twice of the motion
}

// newResonance returns nil for an orbit that is not resonant.
func newResonance(s *start, r *secular, by *rates, sidereal float64) *resonance {
	o := &resonance{perigee: s.perigee, perigeeRate: r.perigee, sidereal: sidereal}
	ratio := s.motion / unitMotion
	axis := angle.CubeRoot(ratio) // 1/axis is its square
	strength := 3 * s.motion * s.motion * axis * axis * axis * axis
	switch n := s.motion; {
	case n > 0.0034906585 && n < 0.0052359877:
		o.terms = dayTerms(s, strength, axis*axis)
		o.first.longitude = withinTurn(s.anomaly + s.node + s.perigee - sidereal)
		o.drift = r.anomaly + (r.perigee + r.node) - earthTurn + by.anomaly + by.perigee + by.node - n
	case n >= 8.26e-3 && n <= 9.24e-3 && s.eccentricity >= 0.5:
		o.halfDay = true
		o.terms = halfDayTerms(s, strength, axis*axis)
		o.first.longitude = withinTurn(s.anomaly + float64(2*s.node) - float64(2*sidereal))
		o.drift = r.anomaly + by.anomaly + float64(2*(r.node+by.node-earthTurn)) - n
	default:
		return nil
	}
	o.first.motion = s.motion
	o.derive(&o.first)
	o.now = o.first
	return o
}

// derive computes the derivatives of a state.
func (o *resonance) derive(at *state) {
	perigee := o.perigee + float64(o.perigeeRate*float64(at.steps*stepMinutes))
	at.rate = at.motion + o.drift
	at.pull, at.bend = 0, 0
	for k := range o.terms {
		t := &o.terms[k]
		sin, cos := sincos(sum2(t.perigee, perigee, t.longitude, at.longitude) - t.phase)
		at.pull += float64(t.amplitude * sin)
		at.bend += float64(t.longitude * t.amplitude * cos)
	}
	at.bend *= at.rate
}

// after returns longitude and motion some minutes after a state.
func (at *state) after(t float64) (longitude, motion float64) {
	half := 0.5 * t * t
	longitude = at.longitude + float64(at.rate*t) + float64(at.pull*half)
	motion = at.motion + float64(at.pull*t) + float64(at.bend*half)
	return longitude, motion
}

// follow integrates to the last whole step before some minutes from the epoch.
func (o *resonance) follow(t float64) {
	steps := int(t / stepMinutes)
	if steps != o.now.steps && (steps^o.now.steps < 0 || max(steps, -steps) < max(o.now.steps, -o.now.steps)) {
		o.now = o.first
	}
	for o.now.steps != steps {
		by := 1
		if steps < 0 {
			by = -1
		}
		o.now.longitude, o.now.motion = o.now.after(float64(by * stepMinutes))
		o.now.steps += by
		o.derive(&o.now)
	}
}

// secular replaces anomaly and motion of mean elements.
func (o *resonance) secular(m *mean, t float64) {
	o.follow(t)
	longitude, motion := o.now.after(t - float64(o.now.steps*stepMinutes))
	sidereal := withinTurn(o.sidereal + float64(earthTurn*t))
	m.motion = motion
	if o.halfDay {
		m.anomaly = longitude - float64(2*m.node) + float64(2*sidereal)
		return
	}
	m.anomaly = longitude - m.node - m.perigee + sidereal
}

// dayTerms takes 3n²/a² and 1/a.
func dayTerms(s *start, strength, inverse float64) []term {
	up := 1 + s.cos
	square := s.square
	f220 := 0.75 * up * up
	f311 := float64(0.9375*s.sin*s.sin*(1+float64(3*s.cos))) - float64(0.75*up)
	f330 := 1.875 * up * up * up
	g200, g310, g300 := poly(square, 1, -2.5, 0.8125), 1+float64(2*square), poly(square, 1, -6, 6.60937)
	return []term{
		{amplitude: strength * f311 * g310 * 2.1460748e-6 * inverse, longitude: 1, phase: 0.13130908},
		{amplitude: 2 * strength * f220 * g200 * 1.7891679e-6, longitude: 2, phase: 2 * 2.8843198},
		{amplitude: 3 * strength * f330 * g300 * 2.2123015e-7 * inverse, longitude: 3, phase: 3 * 0.37448087},
	}
}

// halfDayTerms takes 3n²/a² and 1/a.
func halfDayTerms(s *start, strength, inverse float64) []term {
	c, g := s.cos, newShapes(s.eccentricity)
	sin2 := s.sin * s.sin
	f220 := 0.75 * poly(c, 1, 2, 1)
	f522 := 9.84375 * s.sin * sum2(sin2, poly(c, 1, -2, -5), 0.33333333, poly(c, -2, 4, 6))
	f523 := s.sin * sum2(4.92187512*sin2, poly(c, -2, -4, 10), 6.56250012, poly(c, 1, 2, -3))
	f542 := 29.53125 * s.sin * poly(c, 2, -8, -12, 8, 10)
	f543 := 29.53125 * s.sin * poly(c, -2, -8, 12, 8, -10)
	third := strength * inverse * 3.7393792e-7
	fourth := float64(strength * inverse * inverse)
	fifth := float64(fourth * inverse)
	const p22, p32, p44, p52, p54 = 5.7686396, 0.95240898, 1.8014998, 1.0508330, 4.4108898
	return []term{
		{strength * 1.7891679e-6 * f220 * g.g201, 2, 1, p22},
		{strength * 1.7891679e-6 * 1.5 * sin2 * g.g211, 0, 1, p22},
		{third * 1.875 * s.sin * poly(c, 1, -2, -3) * g.g310, 1, 1, p32},
		{third * -1.875 * s.sin * poly(c, 1, 2, -3) * g.g322, -1, 1, p32},
		{2 * fourth * 7.3636953e-9 * 35 * sin2 * f220 * g.g410, 2, 2, p44},
		{2 * fourth * 7.3636953e-9 * 39.3750 * sin2 * sin2 * g.g422, 0, 2, p44},
		{fifth * 1.1428639e-7 * f522 * g.g520, 1, 1, p52},
		{fifth * 1.1428639e-7 * f523 * g.g532, -1, 1, p52},
		{2 * fifth * 2.1765803e-9 * f542 * g.g521, 1, 2, p54},
		{2 * fifth * 2.1765803e-9 * f543 * g.g533, -1, 2, p54},
	}
}

// shapes are functions of the eccentricity, by their numbers.
type shapes struct{ g201, g211, g310, g322, g410, g422, g520, g521, g532, g533 float64 }

func newShapes(e float64) shapes {
	g := shapes{g201: -0.306 - float64((e-0.64)*0.440)}
	if e <= 0.65 {
		g.g211 = poly(e, 3.616, -13.2470, 16.2900)
		g.g310 = poly(e, -19.302, 117.3900, -228.4190, 156.5910)
		g.g322 = poly(e, -18.9068, 109.7927, -214.6334, 146.5816)
		g.g410 = poly(e, -41.122, 242.6940, -471.0940, 313.9530)
		g.g422 = poly(e, -146.407, 841.8800, -1629.014, 1083.4350)
		g.g520 = poly(e, -532.114, 3017.977, -5740.032, 3708.2760)
	} else {
		g.g211 = poly(e, -72.099, 331.819, -508.738, 266.724)
		g.g310 = poly(e, -346.844, 1582.851, -2415.925, 1246.113)
		g.g322 = poly(e, -342.585, 1554.908, -2366.899, 1215.972)
		g.g410 = poly(e, -1052.797, 4758.686, -7193.992, 3651.957)
		g.g422 = poly(e, -3581.690, 16178.110, -24462.770, 12422.520)
		if e > 0.715 {
			g.g520 = poly(e, -5149.66, 29936.92, -54087.36, 31324.56)
		} else {
			g.g520 = poly(e, 1464.74, -4664.75, 3763.64)
		}
	}
	if e < 0.7 {
		g.g521 = poly(e, -822.71072, 4568.6173, -8491.4146, 5337.524)
		g.g532 = poly(e, -853.66600, 4690.2500, -8624.7700, 5341.4)
		g.g533 = poly(e, -919.22770, 4988.6100, -9064.7700, 5542.21)
	} else {
		g.g521 = poly(e, -51752.104, 218913.95, -309468.16, 146349.42)
		g.g532 = poly(e, -40023.880, 170470.89, -242699.48, 115605.82)
		g.g533 = poly(e, -37995.780, 161616.52, -229838.20, 109377.94)
	}
	return g
}
