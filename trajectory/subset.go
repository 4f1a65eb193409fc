package trajectory

import (
	"fmt"
	"slices"
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
	return s.Cut(func(p Piece) (first, last int) {
		if _, wanted := slices.BinarySearch(trajs, p.Traj); !wanted {
			return 0, 0
		}
		return p.First, p.First + p.Segments()
	}).Store
}

// appendShifted appends the rows within [first, last) to dst, moved by shift.
func appendShifted(dst, rows []int, first, last, shift int) []int {
	for _, row := range rows {
		if row >= first && row < last {
			dst = append(dst, row+shift)
		}
	}
	return dst
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
