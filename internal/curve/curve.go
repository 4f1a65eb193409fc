package curve

import (
	"fmt"
	"iter"
	"math"
	"strconv"

	"flyby/trajectory"
)

// A State is the position and the velocity of an object at the time T: lengths, and lengths by time. Both
// are 0 along an axis that the data do not have.
type State struct {
	T    float64
	P, V [3]float64
}

// MostParts is the most parts into which a segment is split.
const MostParts = 10_000

// An Error says that some segment would have to be split into more than MostParts parts, or into parts
// shorter than float64 times resolve.
type Error struct {
	Within float64 // the distance asked for
	Fits   float64 // the least distance that suits all segments so far; +Inf: there is none
}

func (e *Error) Error() string {
	if math.IsInf(e.Fits, 1) {
		return "curve: positions and velocities are too large for curves"
	}
	return fmt.Sprintf("curve: chords within %v of the curves would split a segment into more than %d parts; within %v would not", e.Within, MostParts, e.Fits)
}

// Worse takes the distance that fits another segment, 0 where any does, and returns an error with the greater of
// the two, which is e or another; e may be nil.
func (e *Error) Worse(within, fits float64) *Error {
	switch {
	case fits == 0, e != nil && fits <= e.Fits:
		return e
	case e == nil:
		return &Error{within, fits}
	}
	return &Error{e.Within, fits}
}

// Parts returns the number of parts of equal times into which the segment between two states of a
// trajectory is split so that all chords, between positions as Between yields them, stay within a
// distance of the curve. n is 0 where these are too many: fits is then a distance, rounded up, for which
// they are not, +Inf if there is none.
func Parts(from, to State, within float64) (n int, fits float64) {
	c := newCubic(&from, &to)
	bend := c.bend()
	if bend/8 <= within {
		return 1, 0
	}
	rounding, largest := c.rounding()
	if !(bend <= trajectory.MaxMagnitude) {
		return 0, math.Inf(1)
	}
	if !(largest <= trajectory.MaxMagnitude) { // samples between could be beyond
		return 0, roundedUp(bend / 8)
	}
	// Parts of a fraction 1/n of the time, which rounding of times makes longer by blur at most, are off
	// by (1/n + blur)²/8 of bend.
	const lower = 1 - 0x1p-40
	blur := 0x1p-49 * max(math.Abs(from.T), math.Abs(to.T)) / c.span
	part := float64(math.Sqrt(8*(within-rounding)/bend)*lower) - blur // NaN where rounding is more
	parts := math.Ceil(1 / part)
	if part > 0 && parts <= MostParts && parts*blur <= 0.25 {
		return int(parts), 0
	}
	return 0, leastWithin(bend, rounding, blur)
}

// leastWithin returns the least distance that Parts can meet.
func leastWithin(bend, rounding, blur float64) float64 {
	const upper = 1 + 0x1p-10
	part := max(upper/MostParts, 8*blur) + blur
	fits := bend / 8
	if blur <= 0.125 {
		fits = min(fits, rounding+float64(part*part*fits*upper))
	}
	return roundedUp(fits * (1 + 0x1p-40))
}

// roundedUp returns a number rounded up to three digits.
func roundedUp(v float64) float64 {
	for by := 1.0; ; by += 0.001 {
		short, err := strconv.ParseFloat(strconv.FormatFloat(v*by, 'e', 2, 64), 64)
		if err != nil || short >= v {
			return short
		}
	}
}

// Between yields the times and positions of the parts-1 samples that split the way between two states,
// in order.
func Between(from, to State, parts int) iter.Seq2[float64, [3]float64] {
	return func(yield func(float64, [3]float64) bool) {
		c := newCubic(&from, &to)
		for k := 1; k < parts; k++ {
			t := from.T + float64(float64(k)/float64(parts)*c.span)
			if !yield(t, c.at(t)) {
				return
			}
		}
	}
}

// A cubic is the curve between two states: with s the part of the time that has passed and c = 1 - s, its
// position is P0 + s(q + c(c·a - s·b)), where q leads from P0 to P1, and a and b are the velocities at
// the ends, each times the whole time, less q.
type cubic struct {
	from, to *State
	span     float64 // of time
	q, a, b  [3]float64
}

func newCubic(from, to *State) cubic {
	c := cubic{from: from, to: to, span: to.T - from.T}
	for k := range c.q {
		c.q[k] = to.P[k] - from.P[k]
		c.a[k] = float64(c.span*from.V[k]) - c.q[k]
		c.b[k] = float64(c.span*to.V[k]) - c.q[k]
	}
	return c
}

// at returns the position at a time between the states.
func (c *cubic) at(t float64) (p [3]float64) {
	passed, left := (t-c.from.T)/c.span, (c.to.T-t)/c.span
	for k := range p {
		turn := float64(left*c.a[k]) - float64(passed*c.b[k])
		way := c.q[k] + float64(left*turn)
		p[k] = c.from.P[k] + float64(passed*way)
	}
	return p
}

// reach bounds the magnitude of an axis's terms.
func (c *cubic) reach(k int) float64 {
	return math.Abs(c.q[k]) + float64(c.span*math.Abs(c.from.V[k])) + float64(c.span*math.Abs(c.to.V[k]))
}

// bend bounds the second derivative of the curve by s, the part of the time that has passed. The
// derivative is linear, from -4a-2b to 2a+4b, and so largest at an end.
func (c *cubic) bend() float64 {
	var first, last [3]float64
	slack := 0.0
	for k := range c.q {
		first[k] = float64(4*c.a[k]) + float64(2*c.b[k])
		last[k] = float64(2*c.a[k]) + float64(4*c.b[k])
		slack += float64(0x1p-46 * c.reach(k))
	}
	return float64(max(length(first), length(last))*(1+0x1p-48)) + slack
}

// rounding bounds the distance of at's positions from the curve, and the magnitude of all their
// coordinates.
func (c *cubic) rounding() (off, largest float64) {
	off = 0x1p-1060
	for k := range c.q {
		start, reach := math.Abs(c.from.P[k]), c.reach(k)
		off += float64(0x1p-53*start) + float64(0x1p-48*reach)
		largest = max(largest, start+float64(2*reach))
	}
	return off, largest
}

// length returns the length of a vector, +Inf for one beyond trajectory.MaxMagnitude.
func length(v [3]float64) float64 {
	most := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	if most == 0 {
		return 0
	}
	if !(most <= trajectory.MaxMagnitude) {
		return math.Inf(1)
	}
	sum := 0.0
	for _, x := range v {
		sum += float64((x / most) * (x / most))
	}
	return most * math.Sqrt(sum)
}
