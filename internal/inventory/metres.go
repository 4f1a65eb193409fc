package inventory

import (
	"slices"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// InMetres returns a store that stayed in degrees as a search has it: in earth-centred metres, with long segments split along great
// circles.
func InMetres(s *trajectory.Store) (*trajectory.Store, error) {
	return trajectory.New(unbuilt(s), trajectory.BuildOptions{Path: geo.GreatCircles()})
}

// unbuilt returns the columns of a store, its pieces among them, from which New makes the same store.
func unbuilt(s *trajectory.Store) trajectory.Columns {
	n := s.Samples()
	c := trajectory.Columns{T: slices.Clone(s.T()), X: slices.Clone(s.X()), Y: slices.Clone(s.Y()), Z: slices.Clone(s.Z()), Times: s.Times(), Splices: true}
	c.Piece = make([]uint32, 0, n)
	piece := uint32(0)
	for p := range s.Pieces() {
		c.Piece = append(c.Piece, slices.Repeat([]uint32{piece}, p.Samples)...)
		piece++
	}
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		if s.IntIDs() {
			c.ID.Int = append(c.ID.Int, slices.Repeat([]int64{s.IntID(traj)}, last-first)...)
		} else {
			c.ID.Code = append(c.ID.Code, slices.Repeat([]uint32{uint32(traj)}, last-first)...)
			c.ID.Name = append(c.ID.Name, s.ID(traj))
		}
		if s.HasRadius() {
			c.R = append(c.R, slices.Repeat([]float64{s.Radius(traj)}, last-first)...)
		}
	}
	return c
}
