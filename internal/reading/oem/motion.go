package oem

import (
	"math"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// An oemMotion reads INTERPOLATION of ephemerides, and their velocities: NaN where lines have none, where these are no numbers, and where
// motion is to be straight.
type oemMotion struct {
	format.Motion
	at     int  // the kind of the current ephemeris
	linear bool // it says LINEAR
	rows   bool // it has a row
	curved bool // and one with a velocity
	bare   bool // and one without
	turns  bool // at a sample of its object, to a velocity of its own: turned
	turned [reading.NumFloats]float64
	line   int // of turned
}

// begin begins an ephemeris. m may be nil.
func (m *oemMotion) begin(meta map[string]string) {
	if m == nil {
		return
	}
	said := strings.ToUpper(meta["INTERPOLATION"])
	at := m.Kind(said, meta["INTERPOLATION_DEGREE"])
	*m = oemMotion{Motion: m.Motion, at: at, linear: said == reading.Linear}
}

// velocity reads the velocity of a line, and counts it.
func (m *oemMotion) velocity(fields [][]byte, v *[reading.NumFloats]float64, solid bool) {
	axes := 2
	if solid {
		axes = 3
	}
	known := len(fields) >= 3 && !m.linear
	for axis := range axes {
		if !known {
			break
		}
		var cause string
		v[reading.ColVX+axis], cause = infile.Number(fields[axis])
		known = cause == "" && math.Abs(v[reading.ColVX+axis]) <= trajectory.MaxMagnitude
	}
	if !known {
		for axis := range axes {
			v[reading.ColVX+axis] = math.NaN()
		}
	}
	m.count(known)
}

// count counts a row of the current ephemeris.
func (m *oemMotion) count(known bool) {
	of := &m.Ephemerides[m.at]
	for _, first := range []struct {
		is   bool
		seen *bool
		all  *int
	}{{true, &m.rows, &of.Number}, {known, &m.curved, &of.Curved}, {!known && !m.linear, &m.bare, &of.Bare}} {
		if first.is && !*first.seen {
			*first.seen = true
			*first.all++
		}
	}
}

// turn takes the first sample of an ephemeris that continues another: at the same place and time, and perhaps with another velocity.
func (m *oemMotion) turn(before, now *[reading.NumFloats]float64, line int) {
	same := [3]float64(before[reading.ColVX:reading.ColVZ+1]) == [3]float64(now[reading.ColVX:reading.ColVZ+1])
	m.turns = !same && now[reading.ColVX] == now[reading.ColVX]
	m.turned, m.line = *now, line
}

// turnPart is the least part of the time to the next sample after which the sample with the velocity of turned is added.
const turnPart = 0x1p-24

// leave is called before a sample is added. A sample has one velocity, and turned has the place and time of the sample before with another
// velocity. So leave adds a sample just after turned, on the way along turned's velocity, unless the way is straight. m may be nil.
func (m *oemMotion) leave(to *[reading.NumFloats]float64, add func(line int, v *[reading.NumFloats]float64) error) error {
	if m == nil || !m.turns {
		return nil
	}
	m.turns = false
	v, next := m.turned, to[reading.ColT]
	if math.IsNaN(to[reading.ColVX]) {
		return nil
	}
	v[reading.ColT] = max(v[reading.ColT]+float64((next-v[reading.ColT])*turnPart), math.Nextafter(v[reading.ColT], math.Inf(1)))
	if !(v[reading.ColT] < next) { // no time lies between them, or next is bad
		return nil
	}
	for axis := range 3 {
		v[reading.ColX+axis] += float64((v[reading.ColT] - m.turned[reading.ColT]) * v[reading.ColVX+axis])
		if !(math.Abs(v[reading.ColX+axis]) <= trajectory.MaxMagnitude) {
			return nil
		}
	}
	m.Turns++
	return add(m.line, &v)
}
