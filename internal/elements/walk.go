package elements

import (
	"cmp"
	"math"

	"flyby/internal/curve"
	"flyby/trajectory/sgp4"
)

// A walk finds the legs of a piece in order of time.
type walk struct {
	*piece
	orbit   *sgp4.Orbit
	within  float64
	after   float64 // legs that end at or before it are left out
	last    float64 // legs that start after it are, too
	joined  bool    // no gap lies between this piece and the next
	behind  bool    // it goes on after SGP4 fails
	yield   func(Leg) bool
	stopped bool // yield returned false

	waiting Leg // to be yielded once it is known whether it is the last of the piece
	waits   bool
	failure sgp4.Failure // of the last leg that failed
	failed  float64      // its start, or its end for a walk behind the epoch
}

// A sample is a state of the orbit, or tells why there is none.
type sample struct {
	curve.State
	failure sgp4.Failure
}

// newWalk returns a walk along a piece of elements that sgp4.New takes.
func newWalk(p *piece, within float64) walk {
	orbit, _ := sgp4.New(p.elements)
	return walk{piece: p, orbit: orbit, within: within}
}

// run yields the legs of the piece, and reports whether more are wanted.
func (w *walk) run() bool {
	begin := max(w.after, w.from)
	k := math.Floor(w.clock.since(begin) / w.steps.block)
	for w.border(k) > begin { // by rounding
		k--
	}
	from := w.sample(max(w.border(k), w.from))
	for whole := true; whole && from.T < min(w.to, w.end) && from.T <= w.last; {
		k++
		to := w.sample(min(w.border(k), w.to))
		if to.T > from.T {
			whole = w.between(&from, &to, w.steps.halvings)
			from = to
		}
	}
	if w.waits && !w.stopped {
		end := w.waiting.To.T
		w.waiting.Ends = w.failure != 0 || end == w.end || end == w.to && !w.joined
		w.stopped = !w.yield(w.waiting)
	}
	return !w.stopped
}

// border returns the start of a block.
func (w *walk) border(k float64) float64 { return w.clock.at(float64(k * w.steps.block)) }

// sample returns the state at an instant. Its velocity is a central difference of positions: SGP4's own differs.
func (w *walk) sample(t float64) (s sample) {
	s.T = t
	at, delta := w.clock.since(t), w.steps.delta
	var before, after [3]float64
	var failures [3]sgp4.Failure
	before, failures[0] = w.position(at - delta)
	s.P, failures[1] = w.position(at)
	after, failures[2] = w.position(at + delta)
	for k := range s.V {
		s.V[k] = (after[k] - before[k]) / (2 * delta)
	}
	s.failure = cmp.Or(failures[:]...)
	return s
}

// position returns SGP4's position some seconds after the epoch.
func (w *walk) position(since float64) ([3]float64, sgp4.Failure) {
	p, _, err := w.orbit.At(since / 60)
	if err != nil {
		return p, err.(sgp4.Failure)
	}
	return p, 0
}

// between finds the legs between two samples, and reports whether the walk goes on after them.
func (w *walk) between(from, to *sample, halvings int) bool {
	if to.T <= w.after || from.T > w.last {
		return true
	}
	parts, failure := 0, cmp.Or(from.failure, to.failure)
	if failure == 0 {
		if parts, failure = w.parts(from, to); parts > 0 {
			return w.found(Leg{From: from.State, To: to.State, Parts: parts})
		}
	}
	half := from.T + (to.T-from.T)/2
	switch {
	case halvings > 0 && half > from.T && half < to.T:
		middle := w.sample(half)
		return w.between(from, &middle, halvings-1) && w.between(&middle, to, halvings-1)
	case failure == 0: // SGP4 jumps
		return w.found(Leg{From: from.State, To: to.State, Parts: 1})
	case w.behind:
		w.failure, w.failed = failure, to.T
		return true
	}
	w.failure, w.failed = failure, from.T
	return false
}

// parts returns the number of chords of a leg, or 0 where the leg has to be split: its cubic is not within a quarter of within of SGP4,
// or SGP4 fails.
func (w *walk) parts(from, to *sample) (int, sgp4.Failure) {
	for t, p := range curve.Between(from.State, to.State, 8) {
		at, failure := w.position(w.clock.since(t))
		if failure != 0 {
			return 0, failure
		}
		off := [3]float64{at[0] - p[0], at[1] - p[1], at[2] - p[2]}
		if !(16*dot(&off, &off) <= w.within*w.within) {
			return 0, 0
		}
	}
	parts, _ := curve.Parts(from.State, to.State, 0.75*w.within)
	return parts, 0
}

// found takes the next leg.
func (w *walk) found(l Leg) bool {
	if l.From.T >= w.end {
		return false
	}
	if w.waits && !w.yield(w.waiting) {
		w.stopped = true
		return false
	}
	l.Splices = w.spliced && l.From.T == w.from
	l.Begins = l.From.T == w.from || l.From.T == w.begin
	w.waiting, w.waits = l, true
	return true
}
