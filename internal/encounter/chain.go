package encounter

import (
	"cmp"

	"flyby/interaction"
	"flyby/trajectory"
)

// Chain is hits of one pair of trajectories that follow each other and touch in time: an
// encounter, or a part of an encounter, which touches other parts. Chains of a pair are ordered by
// the rows of their first hits. Of two chains that touch, neither has a hit between two hits of the
// other, and no third chain has a hit between the two: segments of a trajectory follow each other,
// and one of them owns an instant.
type Chain struct {
	Enter, Exit              float64
	Closest, Distance, Speed float64
	Query, Entry             uint32 // trajectories
	QueryRow, EntryRow       uint32 // of the first hit
	Open                     trajectory.Open
	// AtEnd says that the chain is one hit, of the last instant of its segments' longer common
	// span alone: where no other touches it, it is left as a hit (kernel.Joined).
	AtEnd  bool
	merged bool // another chain has its hits
}

// compare orders chains of one query trajectory.
func (c *Chain) compare(o *Chain) int {
	return cmp.Or(cmp.Compare(c.Entry, o.Entry), cmp.Compare(c.QueryRow, o.QueryRow), cmp.Compare(c.EntryRow, o.EntryRow))
}

// take adds the hits of a chain of the same pair that touches c, and reports whether it
// does.
func (c *Chain) take(o *Chain) bool {
	if c.QueryRow < o.QueryRow || c.QueryRow == o.QueryRow && c.EntryRow < o.EntryRow {
		if o.Enter > c.Exit {
			return false
		}
		c.extend(o)
		return true
	}
	if c.Enter > o.Exit {
		return false
	}
	first := *o
	first.extend(c)
	*c = first
	return true
}

// extend adds the hits of the chain that follows c.
func (c *Chain) extend(o *Chain) {
	if o.Distance < c.Distance {
		c.Closest, c.Distance, c.Speed = o.Closest, o.Distance, o.Speed
	}
	c.Exit = o.Exit
	c.Open = c.Open&trajectory.OpenStart | o.Open&trajectory.OpenEnd
	c.AtEnd = false
}

// hit returns the only hit of a chain that is AtEnd.
func (c *Chain) hit() interaction.HitRow {
	return interaction.HitRow{Query: c.QueryRow, Entry: c.EntryRow, Enter: c.Enter, Exit: c.Exit}
}

// store makes a chain the n-th encounter.
func (c *Chain) store(all *trajectory.Encounters, n int) {
	all.QueryTraj[n], all.EntryTraj[n] = c.Query, c.Entry
	all.Enter[n], all.Exit[n] = c.Enter, c.Exit
	all.Closest[n], all.Distance[n], all.Speed[n] = c.Closest, c.Distance, c.Speed
	all.Open[n] = c.Open
}
