package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"flyby/trajectory"
)

// spread is the least, the middle and the greatest of many values.
type spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// newSpread sorts the values.
func newSpread(values []float64) spread {
	if len(values) == 0 {
		return spread{}
	}
	slices.Sort(values)
	return spread{values[0], values[len(values)/2], values[len(values)-1]}
}

func (s spread) String() string {
	if number(s.Min) == number(s.Max) {
		return number(s.Median)
	}
	return fmt.Sprintf("%s to %s (median %s)", number(s.Min), number(s.Max), number(s.Median))
}

// lengths are the samples of the trajectories.
func lengths(s *trajectory.Store) spread {
	values := make([]float64, s.Trajectories())
	for traj := range values {
		first, last := s.Range(traj)
		values[traj] = float64(last - first)
	}
	return newSpread(values)
}

// steps are the durations of the segments, point events left out.
func steps(s *trajectory.Store) spread {
	values, t := make([]float64, 0, s.Segments()), s.T()
	for p := range s.Pieces() {
		for row := p.First; row+1 < p.First+p.Samples; row++ {
			values = append(values, t[row+1]-t[row])
		}
	}
	return newSpread(values)
}

// radii are the least and the greatest radius.
func radii(s *trajectory.Store) *[2]float64 {
	least := math.Inf(1)
	for traj := range s.Trajectories() {
		least = min(least, s.Radius(traj))
	}
	return &[2]float64{least, s.MaxRadius()}
}

// memory is what the columns of a store take, in bytes.
func memory(s *trajectory.Store) int {
	const word = 8
	bytes := s.Samples() * (1 + s.Dim()) * word
	perTrajectory := 2 * word // where it begins, its id
	if s.HasRadius() {
		perTrajectory += word
	}
	if !s.IntIDs() {
		for traj := range s.Trajectories() {
			bytes += word + len(s.ID(traj))
		}
	}
	return bytes + perTrajectory*s.Trajectories()
}

// slice is one of the equal slices of a store's extent in time.
type slice struct {
	Start  float64 `json:"start"`
	Active float64 `json:"active"` // segments at an instant, on average
	Events int     `json:"events"` // point events
}

// slices of a temporal profile.
const profileSlices = 20

// profile counts what is active over time (paper, Figure 4): at any instant a
// piece of a trajectory has one active segment.
func profile(s *trajectory.Store) []slice {
	e := s.Extent()
	n, width := profileSlices, (e.End-e.Start)/profileSlices
	if !(width > 0) {
		n, width = 1, 0
	}
	all := make([]slice, n)
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

// sliceOf is the slice that an instant falls into.
func sliceOf(t, start, width float64, n int) int {
	if width == 0 {
		return 0
	}
	return min(n-1, max(0, int((t-start)/width)))
}

// writeProfile draws the profile as bars.
func (f facts) writeProfile(w io.Writer) {
	value, title := func(s slice) float64 { return s.Active }, "active segments over time, on average at an instant"
	if f.PointEvents == f.Segments {
		value, title = func(s slice) float64 { return float64(s.Events) }, "events over time"
	}
	most := 0.0
	labels, wide := make([]string, len(f.Profile)), 0
	for i, s := range f.Profile {
		most = max(most, value(s))
		labels[i] = instant(f.kind, s.Start)
		wide = max(wide, len(labels[i]))
	}
	fmt.Fprintf(w, "\n  %s\n", title)
	for i, s := range f.Profile {
		fmt.Fprintf(w, "  %*s  %s %s\n", wide, labels[i], bar(value(s), most, 40), number(math.Round(value(s)*10)/10))
	}
}

// bar is a horizontal bar for value, width characters long for most, to an eighth of a character.
func bar(value, most float64, width int) string {
	if !(most > 0) {
		return ""
	}
	eighths := int(math.Round(value / most * float64(width) * 8))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}
