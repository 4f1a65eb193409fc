package partition

import (
	"slices"

	"flyby/interaction"
	"flyby/trajectory"
)

// Part is a store and its place in a larger one, the whole. It does not change, and
// any goroutine may read it.
type Part struct {
	Store *trajectory.Store
	whole int // trajectories of the whole, of consecutive ones

	// For consecutive trajectories: the first row and trajectory in the whole.
	row, traj uint32

	// For others: the row and the trajectory in the whole of each sample and
	// each trajectory, both in order. trajs nil: trajectories are consecutive.
	rows, trajs []uint32
}

// Whole returns the part that is all of a store.
func Whole(s *trajectory.Store) *Part {
	return &Part{Store: s, whole: s.Trajectories()}
}

// Of returns the part whose trajectories have the given numbers in a whole, ascending. Its rows have no place there.
func Of(s *trajectory.Store, trajs []uint32) *Part { return &Part{Store: s, trajs: trajs} }

// Cut returns the segments that start at the rows [first, last) that keep returns for
// each piece of a store, as trajectory.Store.Cut copies them.
func Cut(whole *trajectory.Store, keep func(p trajectory.Piece) (first, last int)) *Part {
	c := whole.Cut(keep)
	return &Part{Store: c.Store, rows: c.RowOf, trajs: c.TrajOf}
}

// Slice returns the trajectories [first, last) of a part, as a part of the same whole. It
// shares their samples.
func (p *Part) Slice(first, last int) *Part {
	if first == 0 && last == p.Store.Trajectories() {
		return p
	}
	s := p.Store.Slice(first, last)
	row, _ := p.Store.Range(first)
	if p.rows != nil {
		return &Part{Store: s, rows: p.rows[row : row+s.Samples()], trajs: p.trajs[first:last]}
	}
	return &Part{Store: s, whole: p.whole, row: p.row + uint32(row), traj: p.traj + uint32(first)}
}

// Rows returns the segments that start at the rows [first, last) of one trajectory, for a
// part of consecutive trajectories, as trajectory.Store.Cut copies them.
func (p *Part) Rows(traj, first, last int) *Part {
	one := p.Slice(traj, traj+1)
	from, _ := p.Store.Range(traj)
	c := one.Store.Cut(func(g trajectory.Piece) (int, int) {
		return max(first-from, g.First), min(last-from, g.First+g.Segments())
	})
	for i := range c.RowOf {
		c.RowOf[i] = one.Row(c.RowOf[i])
	}
	for i := range c.TrajOf {
		c.TrajOf[i] = one.Traj(c.TrajOf[i])
	}
	return &Part{Store: c.Store, rows: c.RowOf, trajs: c.TrajOf}
}

// Halves cuts a part between two of its trajectories; it returns none where the part
// does not have two.
func (p *Part) Halves() []*Part {
	n := p.Store.Trajectories()
	if n < 2 {
		return nil
	}
	return []*Part{p.Slice(0, n/2), p.Slice(n/2, n)}
}

// Row returns the row in the whole of a row of the part.
func (p *Part) Row(here uint32) uint32 {
	if p.rows != nil {
		return p.rows[here]
	}
	return p.row + here
}

// Traj returns the number in the whole of a trajectory of the part.
func (p *Part) Traj(here uint32) uint32 {
	if p.trajs != nil {
		return p.trajs[here]
	}
	return p.traj + here
}

// FindRow returns the row in the part of a row of the whole; ok is false where the
// part lacks it.
func (p *Part) FindRow(there uint32) (here uint32, ok bool) {
	if p.rows != nil {
		at, ok := slices.BinarySearch(p.rows, there)
		return uint32(at), ok
	}
	return there - p.row, there >= p.row && int(there-p.row) < p.Store.Samples()
}

// findTraj returns the number in the part of a trajectory of the whole, and
// interaction.NoneExcluded for a trajectory that the part lacks, or for
// NoneExcluded.
func (p *Part) findTraj(there uint32) uint32 {
	switch {
	case there == interaction.NoneExcluded:
		return there
	case p.trajs != nil:
		if here, ok := slices.BinarySearch(p.trajs, there); ok {
			return uint32(here)
		}
	case there >= p.traj && int(there-p.traj) < p.Store.Trajectories():
		return there - p.traj
	}
	return interaction.NoneExcluded
}

// lastTraj returns the number in the part of its last trajectory up to one of the
// whole, and interaction.NoneExcluded where there is none, or for NoneExcluded.
func (p *Part) lastTraj(there uint32) uint32 {
	n := 0
	switch {
	case there == interaction.NoneExcluded:
	case p.trajs != nil:
		n, _ = slices.BinarySearch(p.trajs, there+1)
	case there >= p.traj:
		n = min(int(there-p.traj)+1, p.Store.Trajectories())
	}
	return uint32(n) - 1 // for 0: interaction.NoneExcluded
}

// isWhole reports whether the part is all of the whole's trajectories, sample by sample.
func (p *Part) isWhole() bool { return p.trajs == nil && p.Store.Trajectories() == p.whole }
