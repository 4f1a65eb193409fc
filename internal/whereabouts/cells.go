package whereabouts

import (
	"sort"

	"flyby/internal/slab"
)

// Cells partition a data set: into ranges of trajectories, and each range into slabs of time.
type Cells struct {
	Borders []int     // [ranges+1] ascending: a range is [Borders[i], Borders[i+1])
	Edges   []float64 // the times at which slabs meet, ascending
	// Slabs yields the slabs of the trajectories [first, last), one more than there are edges.
	Slabs func(first, last int) slab.Source
}

// len returns the number of cells.
func (c *Cells) len() int { return (len(c.Borders) - 1) * (len(c.Edges) + 1) }

// of returns the cell of a trajectory at a time.
func (c *Cells) of(traj uint32, t float64) int {
	r := sort.SearchInts(c.Borders, int(traj)+1) - 1
	return r*(len(c.Edges)+1) + sort.Search(len(c.Edges), func(i int) bool { return c.Edges[i] > t })
}
