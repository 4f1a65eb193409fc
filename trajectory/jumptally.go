package trajectory

import (
	"math"
	"unsafe"
)

// A jumpTally looks for jumps among segments that come one by one, as FindJumps does among the segments of columns. It counts the speeds
// of all segments, and of segments faster than its guard how fast they are together with a neighbour. The guard is twice the median speed
// of the segments so far, which is below the limit of a band unless speeds fall as the rows go on: then it finds no jumps.
type jumpTally struct {
	speeds  speedTally
	going   tally // of each segment beyond the guard: the least square of the speeds with which it goes on, at most its own
	guard   float64
	highest float64 // of guards
	n, next uint64  // segments so far, and when the guard is raised
	open    map[uint32]*fastWay
	most    fastest
	fastest uint32 // its trajectory
}

// A fastWay is the last segment of a trajectory, where it is faster than the guard.
type fastWay struct {
	from   Position
	t      float64
	v      float64 // square of its speed
	going  float64 // square of the speed with which it goes on from the segment before
	before bool    // its piece has a segment before
}

// segment takes the segment of a trajectory from one sample to the next. before is whether a segment of its piece leads to the first.
func (y *jumpTally) segment(number uint32, t0, t1 float64, from, to *Position, before bool) {
	v := squaredSpeed(from, to, t1-t0)
	y.speeds.count(v, 1)
	if y.n++; y.n >= y.next {
		y.raise()
	}
	last := y.open[number]
	if v <= y.guard && last == nil {
		return
	}
	y.follow(number, last, fastWay{from: *from, t: t0, v: v, before: before}, to, t1)
}

// went counts the way from the last sample of a trajectory to the position at at the time t, if a segment joins the two.
func (b *Builder) went(number uint32, k *track, t float64, at *Position, parted uint8) {
	if b.jumps != nil && k.flags&seen != 0 && parted == 0 {
		b.jumps.segment(number, k.t, t, b.last.at(number), at, k.flags&moving != 0)
	}
}

// raise takes the median of the speeds so far, each time that they are twice as many.
func (y *jumpTally) raise() {
	const first = 1 << 10
	if y.next > 0 {
		still := y.speeds.still()
		y.guard = 4 * y.speeds.at(still+(y.n-still)/2)
		y.highest = max(y.highest, y.guard)
	}
	y.next = max(first, 2*y.n)
}

// follow ends the segment before a segment, and keeps the segment itself where it is fast.
func (y *jumpTally) follow(number uint32, last *fastWay, now fastWay, to *Position, t float64) {
	if last != nil && now.before {
		together := squaredSpeed(&last.from, to, t-last.t)
		last.going, now.going = max(last.going, min(now.v, together)), min(last.v, together)
		y.count(last)
	} else if last != nil {
		y.end(number)
		last = nil
	}
	switch {
	case now.v <= y.guard:
		delete(y.open, number)
	case last != nil:
		*last = now
	default:
		if y.open == nil {
			y.open = map[uint32]*fastWay{}
		}
		y.open[number] = &now
	}
	if y.most.yields(now.v, now.t, now.from) {
		y.fastest = number
	}
}

// count counts how fast a segment goes on.
func (y *jumpTally) count(w *fastWay) { y.going.count(min(w.v, w.going), 1) }

// end ends the piece of a trajectory. A piece of one segment has no leap.
func (y *jumpTally) end(number uint32) {
	w := y.open[number]
	if w == nil {
		return
	}
	if !w.before {
		w.going = math.Inf(1)
	}
	y.count(w)
	delete(y.open, number)
}

// report returns the jumps; Fastest is the number of a trajectory.
func (y *jumpTally) report() Jumps {
	if y == nil {
		return Jumps{}
	}
	for number := range y.open {
		y.end(number)
	}
	j, ok := y.speeds.band()
	limit := j.Band[0] * j.Band[0]
	if !ok || limit < y.highest {
		return Jumps{}
	}
	if leaps := j.Segments - int(y.going.from(limit)); 2*leaps < j.Segments {
		return Jumps{}
	}
	j.Fastest = int(y.fastest)
	return j
}

// bytes returns the memory of the counts and of the segments kept; y may be nil.
func (y *jumpTally) bytes() uint64 {
	if y == nil {
		return 0
	}
	const entry = 2 * (unsafe.Sizeof(uint32(0)) + unsafe.Sizeof(y)) // of a map, half full
	return y.speeds.bytes() + y.going.bytes() + uint64(len(y.open))*uint64(unsafe.Sizeof(fastWay{})+entry)
}

// squaredSpeed returns the square of the speed of a way.
func squaredSpeed(from, to *Position, took float64) float64 {
	way := 0.0
	for k, v := range to {
		d := v - from[k]
		way += float64(d * d)
	}
	return way * perSquare(took)
}
