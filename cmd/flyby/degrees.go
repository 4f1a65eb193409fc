package main

import (
	"fmt"
	"slices"

	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// inMetres returns data that stayed in degrees as a search has them: in earth-centred metres, with long
// segments split.
func (a *app) inMetres(name string, l loaded) (loaded, error) {
	c, done, err := geo.FromLonLat(unbuilt(l.Store), trajectory.BuildOptions{})
	if err == nil {
		l.Store, err = trajectory.New(c, trajectory.BuildOptions{})
	}
	if err != nil {
		return loaded{}, fmt.Errorf("%s: %w", name, err)
	}
	l.Report.Split, l.Report.Added, l.Report.Degrees = done.Split, done.Added, false
	a.tellSplit(name, alongCircles, l.Report)
	return l, nil
}

// unbuilt is the columns of a store, its pieces among them, so that New makes the same of them.
func unbuilt(s *trajectory.Store) trajectory.Columns {
	n := s.Samples()
	c := trajectory.Columns{T: slices.Clone(s.T()), X: slices.Clone(s.X()), Y: slices.Clone(s.Y()), Z: slices.Clone(s.Z()), Times: s.Times()}
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
