package trajectory

import (
	"math"
	"sort"
)

// At returns where a trajectory is at the time t, in O(log samples) of it: at the times of samples
// their positions, between two of them a point of the segment. Before the first sample it is
// there, and after the last sample of a piece, up to the next piece, it is at that one. Z is 0 in 2-D.
func (s *Store) At(traj int, t float64) [3]float64 {
	row := s.rowAt(traj, t)
	g := s.at(traj, row, s.breaks(traj, row), false)
	if t <= g.T0 || g.T0 == g.T1 {
		return g.P0
	}
	from, to, share := g.P0, g.P1, (t-g.T0)/(g.T1-g.T0)
	if share > 0.5 { // from the nearer end, whose position is exact
		from, to, share = g.P1, g.P0, (g.T1-t)/(g.T1-g.T0)
	}
	for axis := range from {
		from[axis] += float64(share * (to[axis] - from[axis]))
	}
	return from
}

// rowAt is the last row of a trajectory whose time is at most t, the first where there is none.
func (s *Store) rowAt(traj int, t float64) int {
	first, last := s.Range(traj)
	after := sort.Search(last-first, func(i int) bool { return s.t[first+i] > t })
	return first + max(after-1, 0)
}

// MeanSpeed returns the length of a trajectory's path from one time to a later one by the time that
// it takes, at most the largest float64. A gap has neither length nor time. It is NaN where no
// time passes. It takes O(log samples) and the samples in between.
func (s *Store) MeanSpeed(traj int, from, to float64) float64 {
	path, duration := 0.0, 0.0
	_, end := s.Range(traj)
	for row := s.rowAt(traj, from); row < end && s.t[row] < to; row++ {
		if s.breaks(traj, row) {
			continue
		}
		g := s.at(traj, row, false, false)
		passed := min(to, g.T1) - max(from, g.T0)
		if !(passed > 0) {
			continue
		}
		duration += passed
		path += float64(g.length() * (passed / (g.T1 - g.T0)))
	}
	if duration == 0 {
		return math.NaN()
	}
	return min(path/duration, math.MaxFloat64)
}

// length is how far the segment goes. No square overflows.
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
