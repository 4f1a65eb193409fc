package ownership_test

import (
	"math"
	"slices"
	"testing"

	"flyby/internal/ownership"
	"flyby/trajectory"
)

// times are some float64s, neighbours among them, in order.
var times = [...]float64{-1, 0, math.Nextafter(0, 1), 1, math.Nextafter(1, 2), math.MaxFloat64}

// extents returns all segments in time between two of times, with and without ownership of their
// ends.
func extents() (all []trajectory.Segment) {
	for i, start := range times {
		all = append(all, trajectory.Segment{T0: start, T1: start, Last: true})
		for _, end := range times[i+1:] {
			all = append(all, trajectory.Segment{T0: start, T1: end}, trajectory.Segment{T0: start, T1: end, Last: true})
		}
	}
	return all
}

// instants returns the instants at which segments of extents begin and end, and one between each
// two.
func instants() (all []float64) {
	for _, s := range extents() {
		all = append(all, s.T0, s.T1, s.T0/2+s.T1/2)
	}
	return all
}

// lastOf returns the number of the last instant that a segment owns: the i-th of times is 2*i, and
// 2*i+1 stands for the real instants after it.
func lastOf(s trajectory.Segment) int {
	i := slices.Index(times[:], s.T1)
	if s.Last {
		return 2 * i
	}
	return 2*i - 1
}

// owns applies the rule of trajectory.Segment.Owns to any instant.
func owns(s trajectory.Segment, t float64) bool { return s.T0 <= t && t <= s.T1 && s.Owns(t) }

// TestOwnershipForms: every form of the ownership rule agrees with Segment.Owns.
func TestOwnershipForms(t *testing.T) {
	for _, s := range extents() {
		last, before := ownership.Owned(s.T1, s.Last), ownership.OwnedBefore(s.T1, s.Last)
		if !owns(s, last) || owns(s, math.Nextafter(last, math.Inf(1))) {
			t.Errorf("%+v: Owned %v is not the last instant that it owns", s, last)
		}
		for _, at := range instants() {
			if in := s.T0 <= at && at <= s.T1; in && (at < before) != s.Owns(at) {
				t.Errorf("%+v at %v: OwnedBefore %v", s, at, before)
			}
			if got, want := ownership.EndsBefore(s.T1, s.Last, at), at > last; got != want {
				t.Errorf("%+v: EndsBefore %v is %v", s, at, got)
			}
		}
	}
}

// TestOwnershipOfTwo: two segments share an instant if both own one of instants, and one ends first
// if it owns none after the last that the other owns.
func TestOwnershipOfTwo(t *testing.T) {
	for _, q := range extents() {
		for _, e := range extents() {
			shared := false
			for _, at := range instants() {
				shared = shared || owns(q, at) && owns(e, at)
			}
			if got := ownership.ShareInstant(&q, &e); got != shared {
				t.Errorf("%+v and %+v: ShareInstant is %v", q, e, got)
			}
			if got := ownership.EndsFirst(q.T1, q.Last, e.T1, e.Last); got != (lastOf(q) <= lastOf(e)) {
				t.Errorf("%+v and %+v: EndsFirst is %v", q, e, got)
			}
		}
	}
}
