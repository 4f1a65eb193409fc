package trajectory

import (
	"math"
	"sort"
)

// At returns the position of a trajectory at the time t, in O(log samples) of it: at a sample's time
// the sample's position, between two samples a point of their segment. Before the first sample it is
// the first sample's position; in a gap, and after the end, the position of the last sample before.
// Z is 0 in 2-D.
func (s *Store) At(traj int, t float64) [3]float64 {
	row := s.rowAt(traj, t)
	g := s.at(traj, row, s.breaks(traj, row), false)
	for axis := range g.P0 {
		g.P0[axis] = g.between(g.P0[axis], g.P1[axis], t)
	}
	return g.P0
}

// HeightAt returns the height of a trajectory at the time t, as At does the position, in a store with heights.
func (s *Store) HeightAt(traj int, t float64) float64 {
	row := s.rowAt(traj, t)
	u := s.uprightOf(s.at(traj, row, s.breaks(traj, row), false), row)
	return u.between(u.H0, u.H1, t)
}

// Present reports whether a trajectory is somewhere at the time t, in O(log samples) of it: from
// its first sample to its last, both included, but in no gap.
func (s *Store) Present(traj int, t float64) bool {
	row := s.rowAt(traj, t)
	return s.t[row] == t || s.t[row] < t && !s.breaks(traj, row)
}

// Around returns the segment of a trajectory that begins before the time t and ends after it, in O(log samples) of it; ok is false if there is none.
func (s *Store) Around(traj int, t float64) (g Segment, ok bool) {
	row := s.rowAt(traj, t)
	if !(s.t[row] < t) || s.breaks(traj, row) {
		return Segment{}, false
	}
	return s.SegmentAt(traj, row), true
}

// between interpolates linearly from the value from at the segment's start to the value to at its end, at the time t.
func (s *Segment) between(from, to, t float64) float64 {
	if t <= s.T0 || s.T0 == s.T1 {
		return from
	}
	share := (t - s.T0) / (s.T1 - s.T0)
	if share > 0.5 { // from the nearer end, whose value is exact
		from, to, share = to, from, (s.T1-t)/(s.T1-s.T0)
	}
	return from + float64(share*(to-from))
}

// rowAt returns the last row of a trajectory whose time is at most t, its first row if there is none. The search begins at the row
// that evenly spaced samples would have, and gallops from there.
func (s *Store) rowAt(traj int, t float64) int {
	low, high := s.Range(traj)
	high--
	switch {
	case !(t < s.t[high]):
		return high
	case t < s.t[low]:
		return low
	}
	share := (t - s.t[low]) / (s.t[high] - s.t[low])
	guess := max(low, min(low+int(share*float64(high-low)), high-1))
	if s.t[guess] <= t {
		low = guess
		for step := 1; low+step < high; step *= 2 {
			if s.t[low+step] > t {
				high = low + step
				break
			}
			low += step
		}
	} else {
		high = guess
		for step := 1; high-step > low; step *= 2 {
			if s.t[high-step] <= t {
				low = high - step
				break
			}
			high -= step
		}
	}
	return low + sort.Search(high-low-1, func(i int) bool { return s.t[low+1+i] > t })
}

// MeanSpeed returns the length of a trajectory's path from one time to a later one, divided by the
// duration, at most the largest float64. Gaps add neither length nor duration. The result is NaN where
// the duration is 0. The cost is O(log samples) and the samples in between.
func (s *Store) MeanSpeed(traj int, from, to float64) float64 {
	return s.Travel(Travelled{}, traj, from, to, math.Inf(-1)).MeanSpeed()
}

// Travelled is the length of a trajectory's path and its duration, without gaps.
type Travelled struct{ Path, Duration float64 }

// MeanSpeed returns Path divided by Duration, as Store.MeanSpeed does.
func (t Travelled) MeanSpeed() float64 {
	if t.Duration == 0 {
		return math.NaN()
	}
	return min(t.Path/t.Duration, math.MaxFloat64)
}

// Travel adds to so the path of a trajectory between the times from and to, on segments that start at
// start or later. Sums over the excerpts of a trajectory, in order of time, equal the sum over the
// whole to the bit.
func (s *Store) Travel(so Travelled, traj int, from, to, start float64) Travelled {
	_, end := s.Range(traj)
	for row := s.rowAt(traj, max(from, start)); row < end && s.t[row] < to; row++ {
		if s.t[row] < start || s.breaks(traj, row) {
			continue
		}
		g := s.at(traj, row, false, false)
		passed := min(to, g.T1) - max(from, g.T0)
		if !(passed > 0) {
			continue
		}
		so.Duration += passed
		so.Path += float64(g.length() * (passed / (g.T1 - g.T0)))
	}
	return so
}

// length returns the length of the segment. No square overflows.
func (s Segment) length() float64 {
	var d [3]float64
	most := 0.0
	for axis := range d {
		d[axis] = math.Abs(s.P1[axis] - s.P0[axis])
		most = max(most, d[axis])
	}
	if most == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range d {
		sum += float64((v / most) * (v / most))
	}
	return most * math.Sqrt(sum)
}
