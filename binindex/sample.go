package binindex

import (
	"context"
	"iter"
	"sort"

	"flyby/internal/parallel"
	"flyby/internal/selection"
	"flyby/trajectory"
)

// sampleSegments is about the number of segments that a setting is tried on, and
// sampleLength the number of segments of one trajectory among them.
const (
	sampleSegments = 1 << 15
	sampleLength   = 128
)

// sample returns a part of the store that is about as dense as the whole:
// trajectories of one neighbourhood that are alive at an instant, each with some
// segments around that instant. A thinned sample would make longer runs look better
// than they are, since its objects are further apart.
func sample(s *trajectory.Store, threads int) *trajectory.Store {
	if s.Segments() <= 2*sampleSegments {
		return s
	}
	near := neighbourhood(busiest(s, threads), sampleSegments/sampleLength)
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{}}}
	for _, u := range near {
		first, last := s.Range(u.Value.traj)
		first, last = max(first, u.Value.row-sampleLength/2), min(last, u.Value.row+sampleLength/2)
		c.T = append(c.T, s.T()[first:last]...)
		c.X = append(c.X, s.X()[first:last]...)
		c.Y = append(c.Y, s.Y()[first:last]...)
		if s.Z() != nil {
			c.Z = append(c.Z, s.Z()[first:last]...)
		}
		for range last - first {
			c.ID.Int = append(c.ID.Int, int64(u.Value.traj))
		}
	}
	part, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		return s // part of a valid store is valid
	}
	return part
}

// aliveTrajectory is a trajectory with the row of its first sample at or after an instant, at the
// position of that sample.
type aliveTrajectory = selection.Item[[4]float32, trajRow]

type trajRow struct {
	traj, row int
}

// busiest lists the trajectories alive at one of a few instants, spread over the
// samples: the instant at which most are alive.
func busiest(s *trajectory.Store, threads int) []aliveTrajectory {
	instants := quantiles(s.T(), 16)
	counts := make([]int, len(instants))
	parallel.Each(context.Background(), len(instants), threads, func(_, i int) {
		for range aliveAt(s, instants[i]) {
			counts[i]++
		}
	})
	most := 0
	for i, n := range counts {
		if n > counts[most] {
			most = i
		}
	}
	all := make([]aliveTrajectory, 0, counts[most])
	for at := range aliveAt(s, instants[most]) {
		a := aliveTrajectory{Value: at}
		for k, col := range [...][]float64{s.X(), s.Y(), s.Z()} {
			if col != nil {
				a.At[k+1] = spread32(col[at.row])
			}
		}
		all = append(all, a)
	}
	return all
}

// aliveAt yields the trajectories with a sample at or after an instant, and one
// at or before it.
func aliveAt(s *trajectory.Store, instant float64) iter.Seq[trajRow] {
	return func(yield func(trajRow) bool) {
		for traj := range s.Trajectories() {
			first, last := s.Range(traj)
			if s.T()[first] > instant || s.T()[last-1] < instant {
				continue
			}
			if !yield(trajRow{traj, first + sort.SearchFloat64s(s.T()[first:last], instant)}) {
				return
			}
		}
	}
}

// neighbourhood halves trajectories along their longest axis until at most n are
// left, taking the middle of each.
func neighbourhood(u []aliveTrajectory, n int) []aliveTrajectory {
	for len(u) > n {
		axis, quarter := longest(boundsGeneric(u)), len(u)/4
		selection.Least[float32](u, quarter, axis)
		u = u[quarter:]
		selection.Least[float32](u, len(u)-quarter, axis)
		u = u[:min(len(u), max(n, len(u)-quarter))]
	}
	return u
}
