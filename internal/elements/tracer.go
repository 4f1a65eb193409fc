package elements

import (
	"cmp"
	"math"

	"flyby/internal/curve"
	"flyby/trajectory/sgp4"
)

// A tracer finds the legs of a set in order of time.
type tracer struct {
	*validity
	orbit   *sgp4.Orbit
	within  float64
	after   float64 // legs that end at or before it are left out
	last    float64 // legs that start after it are, too
	joined  bool    // no gap lies between this set and the next
	behind  bool    // it goes back in time, from the epoch
	yield   func(Leg) bool
	stopped bool // yield returned false

	waiting Leg // to be yielded once it is known whether it is the last of the set
	waits   bool
	failure sgp4.Failure // of the first leg that failed
	failed  float64      // its start, or its end behind the epoch
}

// A sample is a state of the orbit, or tells why there is none.
type sample struct {
	curve.State
	failure sgp4.Failure
}

// newTracer returns a tracer of elements that sgp4.New takes.
func newTracer(v *validity, within float64) tracer {
	orbit, _ := sgp4.New(v.elements)
	return tracer{validity: v, orbit: orbit, within: within}
}

// run yields the legs of the set, and reports whether more are wanted.
func (r *tracer) run() bool {
	begin := max(r.after, r.from)
	k := math.Floor(r.clock.since(begin) / r.steps.block)
	for r.border(k) > begin { // by rounding
		k--
	}
	from := r.sample(max(r.border(k), r.from))
	for whole := true; whole && from.T < min(r.to, r.end) && from.T <= r.last; {
		k++
		to := r.sample(min(r.border(k), r.to))
		if to.T > from.T {
			whole = r.between(&from, &to, r.steps.halvings)
			from = to
		}
	}
	if r.waits && !r.stopped {
		end := r.waiting.To.T
		r.waiting.Ends = r.failure != 0 || end == r.end || end == r.to && !r.joined
		r.stopped = !r.yield(r.waiting)
	}
	return !r.stopped
}

// runBack looks at the legs of the set, from the last.
func (r *tracer) runBack() {
	k := math.Floor(r.clock.since(r.last) / r.steps.block)
	to := r.sample(min(r.border(k+1), r.to))
	for to.T > max(r.after, r.from) {
		from := r.sample(max(r.border(k), r.from))
		if from.T < to.T && !r.between(&from, &to, r.steps.halvings) {
			return
		}
		to = from
		k--
	}
}

// border returns the start of a block.
func (r *tracer) border(k float64) float64 { return r.clock.at(float64(k * r.steps.block)) }

// sample returns the state at an instant. Its velocity is a central difference of positions: SGP4's own differs.
func (r *tracer) sample(t float64) (s sample) {
	s.T = t
	at, delta := r.clock.since(t), r.steps.delta
	var before, after [3]float64
	var failures [3]sgp4.Failure
	before, failures[0] = r.position(at - delta)
	s.P, failures[1] = r.position(at)
	after, failures[2] = r.position(at + delta)
	for k := range s.V {
		s.V[k] = (after[k] - before[k]) / (2 * delta)
	}
	s.failure = cmp.Or(failures[:]...)
	return s
}

// position returns SGP4's position some seconds after the epoch.
func (r *tracer) position(since float64) ([3]float64, sgp4.Failure) {
	p, _, err := r.orbit.At(since / 60)
	if err != nil {
		return p, err.(sgp4.Failure)
	}
	return p, 0
}

// between finds the legs between two samples, and reports whether there are more after them.
func (r *tracer) between(from, to *sample, halvings int) bool {
	if to.T <= r.after || from.T > r.last {
		return true
	}
	parts, failure := 0, cmp.Or(from.failure, to.failure)
	if failure == 0 {
		if parts, failure = r.parts(from, to); parts > 0 {
			return r.found(Leg{From: from.State, To: to.State, Parts: parts})
		}
	}
	half := from.T + float64((to.T-from.T)/2)
	switch {
	case halvings > 0 && half > from.T && half < to.T:
		middle := r.sample(half)
		if r.behind {
			return r.between(&middle, to, halvings-1) && r.between(from, &middle, halvings-1)
		}
		return r.between(from, &middle, halvings-1) && r.between(&middle, to, halvings-1)
	case failure == 0: // SGP4 jumps
		return r.found(Leg{From: from.State, To: to.State, Parts: 1})
	}
	r.failure, r.failed = failure, from.T
	if r.behind {
		r.failed = to.T
	}
	return false
}

// parts returns the number of chords of a leg, or 0 where the leg has to be split: its cubic is too far from SGP4, or SGP4
// fails.
func (r *tracer) parts(from, to *sample) (int, sgp4.Failure) {
	for t, p := range curve.Between(from.State, to.State, 8) {
		at, failure := r.position(r.clock.since(t))
		if failure != 0 {
			return 0, failure
		}
		off := [3]float64{at[0] - p[0], at[1] - p[1], at[2] - p[2]}
		if !(dot(&off, &off) <= r.steps.off*r.steps.off) {
			return 0, 0
		}
	}
	parts, _ := curve.Parts(from.State, to.State, 0.75*r.within)
	return parts, 0
}

// found takes the next leg.
func (r *tracer) found(l Leg) bool {
	if l.From.T >= r.end {
		return false
	}
	if r.waits && !r.yield(r.waiting) {
		r.stopped = true
		return false
	}
	l.Splices = r.spliced && l.From.T == r.from
	l.Begins = l.From.T == r.from || l.From.T == r.begin
	r.waiting, r.waits = l, true
	return true
}
