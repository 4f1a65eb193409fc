package survey

import (
	"math"
	"slices"

	"flyby/trajectory"
)

// A Spread is the least, the middle and the greatest of many values.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// newSpread sorts the values.
func newSpread(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	return Spread{values[0], values[len(values)/2], values[len(values)-1]}
}

// lengths returns the spread of the trajectories' numbers of samples.
func lengths(s *trajectory.Store) Spread {
	values := make([]float64, s.Trajectories())
	for traj := range values {
		first, last := s.Range(traj)
		values[traj] = float64(last - first)
	}
	return newSpread(values)
}

// steps returns the spread of the segments' durations, without point events.
func steps(s *trajectory.Store) Spread {
	values, t := make([]float64, 0, s.Segments()), s.T()
	for p := range s.Pieces() {
		for row := p.First; row+1 < p.First+p.Samples; row++ {
			values = append(values, t[row+1]-t[row])
		}
	}
	return newSpread(values)
}

// radii returns the least and the greatest radius.
func radii(s *trajectory.Store) *[2]float64 {
	least := math.Inf(1)
	for traj := range s.Trajectories() {
		least = min(least, s.Radius(traj))
	}
	return &[2]float64{least, s.MaxRadius()}
}

// A Slice is one of the equal slices of a store's extent in time.
type Slice struct {
	Start  float64 `json:"start"`
	Active float64 `json:"active"` // segments at an instant, on average
	Events int     `json:"events"` // point events
}

// profileSlices is the number of slices of a temporal profile.
const profileSlices = 20

// profile counts active segments over time (paper, Figure 4): at any instant a piece of a
// trajectory has one active segment.
func profile(s *trajectory.Store) []Slice {
	e := s.Extent()
	n, width := profileSlices, (e.End-e.Start)/profileSlices
	if !(width > 0) {
		n, width = 1, 0
	}
	all := make([]Slice, n)
	for i := range all {
		all[i].Start = e.Start + float64(float64(i)*width)
	}
	for p := range s.Pieces() {
		from, to := s.T()[p.First], s.T()[p.First+p.Samples-1]
		if p.Samples == 1 {
			all[sliceOf(from, e.Start, width, n)].Events++
			continue
		}
		for i := sliceOf(from, e.Start, width, n); i < n && all[i].Start < to; i++ {
			all[i].Active += max(0, min(to, all[i].Start+width)-max(from, all[i].Start)) / width
		}
	}
	return all
}

// sliceOf returns the slice of an instant.
func sliceOf(t, start, width float64, n int) int {
	if width == 0 {
		return 0
	}
	return min(n-1, max(0, int((t-start)/width)))
}
