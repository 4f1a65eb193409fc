package trajectory

import (
	"fmt"
	"sort"
	"sync"
)

// Subset returns a new store of the trajectories in trajs, which must be strictly
// increasing; it panics otherwise. Their samples are copied.
func (s *Store) Subset(trajs []int) *Store {
	for i, traj := range trajs {
		if i > 0 && traj <= trajs[i-1] {
			panic("trajectory: subset: trajectories not strictly increasing")
		}
	}
	sub := &Store{first: make([]int, 1, len(trajs)+1), times: s.times, frame: s.frame}
	for _, traj := range trajs {
		sub.take(s, traj)
	}
	sub.begun, sub.goesOn = someOf(sub.begun), someOf(sub.goesOn)
	var copies sync.WaitGroup
	for _, column := range []struct{ of, from *[]float64 }{{&sub.t, &s.t}, {&sub.x, &s.x}, {&sub.y, &s.y}, {&sub.z, &s.z}, {&sub.h, &s.h}} {
		if *column.from != nil {
			copies.Go(func() { *column.of = s.samplesOf(trajs, *column.from, sub.first[len(trajs)]) })
		}
	}
	if copies.Wait(); len(trajs) > 0 {
		sub.countSegments()
		sub.later = sync.OnceValue(sub.extentOfAll)
	}
	return sub
}

// take appends a trajectory of another store, without its samples.
func (s *Store) take(from *Store, traj int) {
	first, last := from.Range(traj)
	end := s.first[len(s.first)-1]
	s.gaps, s.holes = appendShifted(s.gaps, from.gaps, first, last, end-first), appendShifted(s.holes, from.holes, first, last, end-first)
	s.first = append(s.first, end+last-first)
	s.ids.add(from.ids, traj)
	if from.radius != nil {
		s.radius = append(s.radius, from.radius[traj])
	}
	if from.begun != nil {
		s.begun = append(s.begun, from.begun[traj])
	}
	if from.goesOn != nil {
		s.goesOn = append(s.goesOn, from.goesOn[traj])
	}
}

// samplesOf returns the n values of a column for some trajectories.
func (s *Store) samplesOf(trajs []int, column []float64, n int) []float64 {
	all := make([]float64, 0, n)
	for _, traj := range trajs {
		all = append(all, column[s.first[traj]:s.first[traj+1]]...)
	}
	return all
}

// Slice returns the store of the trajectories [first, last). It shares their samples:
// its row 0 is the row of s at which the trajectory first begins (see Range).
func (s *Store) Slice(first, last int) *Store {
	a, b := s.first[first], s.first[last]
	sub := &Store{
		t: s.t[a:b], x: s.x[a:b], y: s.y[a:b], ids: s.ids.slice(first, last), times: s.times, frame: s.frame,
		gaps: appendShifted(nil, s.gaps, a, b, -a), holes: appendShifted(nil, s.holes, a, b, -a),
	}
	if s.z != nil {
		sub.z = s.z[a:b]
	}
	if s.h != nil {
		sub.h = s.h[a:b]
	}
	for _, row := range s.first[first : last+1] {
		sub.first = append(sub.first, row-a)
	}
	if s.radius != nil {
		sub.radius = s.radius[first:last]
	}
	if s.begun != nil {
		sub.begun = s.begun[first:last]
	}
	if s.goesOn != nil {
		sub.goesOn = s.goesOn[first:last]
	}
	if first < last {
		sub.countSegments()
		sub.later = sync.OnceValue(sub.extentOfAll)
	}
	return sub
}

// CopyTo copies the samples of s to t, x, y and z and returns a store equal to s that uses
// these slices, and the heights of s. It panics unless each slice has s.Samples() elements, z none in 2-D.
func (s *Store) CopyTo(t, x, y, z []float64) *Store {
	c := *s
	for _, column := range []struct {
		of       *[]float64
		from, to []float64
	}{{&c.t, s.t, t}, {&c.x, s.x, x}, {&c.y, s.y, y}, {&c.z, s.z, z}} {
		if len(column.to) != len(column.from) {
			panic(fmt.Sprintf("trajectory: copy: column of %d samples, want %d", len(column.to), len(column.from)))
		}
		copy(column.to, column.from)
		*column.of = column.to
	}
	return &c
}

// WithRadii returns s with other radii, one a trajectory and each at least 0. It shares the memory of s and keeps the slice; it panics unless r has a
// radius for each trajectory.
func (s *Store) WithRadii(r []float64) *Store {
	if len(r) != s.Trajectories() {
		panic(fmt.Sprintf("trajectory: %d radii for %d trajectories", len(r), s.Trajectories()))
	}
	u := *s
	u.radius = r
	return &u
}

// appendShifted appends the rows within [first, last) to dst, moved by shift. rows are sorted.
func appendShifted(dst, rows []int, first, last, shift int) []int {
	for _, row := range rows[sort.SearchInts(rows, first):] {
		if row >= last {
			break
		}
		dst = append(dst, row+shift)
	}
	return dst
}
