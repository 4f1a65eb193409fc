package binindex

import (
	"sort"

	"flyby/trajectory"
)

// sampleSegments is about how many segments a setting is tried on, and
// sampleStretch how many of one trajectory.
const (
	sampleSegments = 1 << 15
	sampleStretch  = 128
)

// sample returns a part of the store that is about as dense as the whole: of
// one neighbourhood, the trajectories alive at an instant in the middle, each
// for a stretch around it. A thinned sample would make runs look better than
// they are, since its objects stand further apart.
func sample(s *trajectory.Store) *trajectory.Store {
	if s.Segments() <= 2*sampleSegments {
		return s
	}
	near := neighbourhood(busiest(s), sampleSegments/sampleStretch)
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{}}}
	for _, u := range near {
		first, last := s.Range(int(u.n))
		first, last = max(first, int(u.run)-sampleStretch/2), min(last, int(u.run)+sampleStretch/2)
		c.T = append(c.T, s.T()[first:last]...)
		c.X = append(c.X, s.X()[first:last]...)
		c.Y = append(c.Y, s.Y()[first:last]...)
		if s.Z() != nil {
			c.Z = append(c.Z, s.Z()[first:last]...)
		}
		for range last - first {
			c.ID.Int = append(c.ID.Int, int64(u.n))
		}
	}
	part, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		return s // part of a valid store is valid
	}
	return part
}

// busiest lists the trajectories alive at that of a few instants, spread over
// the samples, at which most are.
func busiest(s *trajectory.Store) []unit {
	var most []unit
	for _, instant := range quantiles(s.T(), 16) {
		if alive := aliveAt(s, instant); len(alive) > len(most) {
			most = alive
		}
	}
	return most
}

// aliveAt lists the trajectories with a sample at or after an instant, and one
// at or before it, as units: mid is where, run the sample row, n the trajectory.
func aliveAt(s *trajectory.Store, instant float64) []unit {
	var alive []unit
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		row := first + sort.SearchFloat64s(s.T()[first:last], instant)
		if row == last || s.T()[first] > instant {
			continue
		}
		u := unit{run: int32(row), n: int32(traj)}
		for k, col := range [...][]float64{s.X(), s.Y(), s.Z()} {
			if col != nil {
				u.mid[k+1] = spread32(col[row])
			}
		}
		alive = append(alive, u)
	}
	return alive
}

// neighbourhood halves units along their longest axis until at most n are
// left, taking the middle of each.
func neighbourhood(u []unit, n int) []unit {
	for len(u) > n {
		axis, quarter := longestAxis(u), len(u)/4
		selectUnits(u, quarter, axis)
		u = u[quarter:]
		selectUnits(u, len(u)-quarter, axis)
		u = u[:max(n, len(u)-quarter)]
	}
	return u
}
