package sgp4

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// longest is the longest time from the epoch in minutes: 200 years of 365.25 days.
const longest = 200 * 365.25 * dayMinutes

// An Orbit is what does not change with time of the motion that elements describe. One goroutine uses it at a time: it
// remembers how far it followed a resonance. What At returns does not depend on it.
type Orbit struct {
	start    start
	secular  secular
	drag     drag
	longTerm longTerm
	deep     *deep // nil near the Earth
}

// Propagate returns the position and the velocity of an orbit some minutes after its epoch (before it: negative), in km and
// km/s in TEME, as Orbit.At does.
func Propagate(e Elements, minutes float64) (position, velocity [3]float64, err error) {
	o, err := New(e)
	if err != nil {
		return position, velocity, err
	}
	return o.At(minutes)
}

// New returns the orbit of elements. Its error says which of them is not finite or out of range.
func New(e Elements) (*Orbit, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	o := &Orbit{start: newStart(&e)}
	o.secular = newSecular(&o.start)
	deepSpace := fullTurn/o.start.motion >= 225
	o.drag = newDrag(&o.start, &o.secular, deepSpace)
	o.longTerm = newLongTerm(o.start.sin, o.start.cos)
	if deepSpace {
		o.deep = newDeep(&o.start, &o.secular, daysOf(e.Epoch))
	}
	return o, nil
}

// check tells which element is not finite or out of range.
func (e *Elements) check() error {
	for _, v := range [...]struct {
		name  string
		value float64
	}{
		{"mean motion", e.MeanMotion},
		{"eccentricity", e.Eccentricity},
		{"inclination", e.Inclination},
		{"right ascension of the ascending node", e.Node},
		{"argument of perigee", e.Perigee},
		{"mean anomaly", e.Anomaly},
		{"drag term B*", e.BStar},
	} {
		if !(math.Abs(v.value) <= 1e6) {
			return fmt.Errorf("in sgp4: %s %v is not a number from -1e6 to 1e6", v.name, v.value)
		}
	}
	switch {
	case !(e.MeanMotion > 0):
		return fmt.Errorf("in sgp4: mean motion %v is not above 0", e.MeanMotion)
	case !(e.Eccentricity >= 0 && e.Eccentricity < 1):
		return fmt.Errorf("in sgp4: eccentricity %v is not from 0 to below 1", e.Eccentricity)
	case e.Epoch.IsZero():
		return errors.New("in sgp4: elements have no epoch")
	}
	return nil
}

// firstDay is the Julian date of 1949-12-31 00:00.
const firstDay = 2433281.5

// daysOf returns the days of an instant since 1949-12-31 00:00 UTC, to 40 µs: published programs count in Julian dates.
func daysOf(epoch time.Time) float64 {
	const day = 24 * 60 * 60
	seconds := epoch.Unix() + 7306*day
	days := seconds / day
	part := (float64(seconds-days*day) + float64(float64(epoch.Nanosecond())*1e-9)) / day
	return (firstDay + float64(days) + part) - firstDay
}

// At returns the position and the velocity some minutes after the epoch (before it: negative), in km and km/s in TEME, or a
// Failure.
func (o *Orbit) At(minutes float64) (position, velocity [3]float64, err error) {
	m, failure := o.meanAt(minutes)
	if failure == 0 {
		position, velocity, failure = o.place(&m)
	}
	if failure != 0 {
		return [3]float64{}, [3]float64{}, failure
	}
	return position, velocity, nil
}

// A mean are mean elements at an instant. Angles are in radians, the axis in Earth radii, motion in radians a minute.
type mean struct {
	axis, motion, eccentricity          float64
	inclination, node, perigee, anomaly float64
	sin, cos                            float64 // of the inclination
	longTerm                            longTerm
}

// meanAt returns the mean elements some minutes after the epoch, with drag, and with the periodics of Sun and Moon in deep
// space.
func (o *Orbit) meanAt(t float64) (mean, Failure) {
	if !(math.Abs(t) <= longest) {
		return mean{}, tooFar
	}
	m := o.secular.at(t, &o.start)
	d := o.drag.at(t, &m)
	m.axis = o.start.axis
	if o.deep != nil {
		o.deep.secular(&m, t)
		if m.motion <= 0 {
			return m, meanMotion
		}
		if m.motion != o.start.motion {
			m.axis = axisOf(m.motion)
		}
	}
	m.axis *= d.axis * d.axis
	m.motion = unitMotion / (m.axis * math.Sqrt(m.axis))
	m.eccentricity -= d.eccentricity
	if m.eccentricity >= 1 || m.eccentricity < -0.001 {
		return m, meanEccentricity
	}
	m.eccentricity = max(m.eccentricity, 1e-6)
	m.anomaly += float64(o.start.motion * d.longitude)
	longitude := withinTurn(m.anomaly + m.perigee + m.node)
	m.node, m.perigee = withinTurn(m.node), withinTurn(m.perigee)
	m.anomaly = withinTurn(longitude - m.perigee - m.node)
	if o.deep != nil {
		return m, o.deep.periodics(&m, t)
	}
	m.sin, m.cos, m.longTerm = o.start.sin, o.start.cos, o.longTerm
	return m, 0
}
