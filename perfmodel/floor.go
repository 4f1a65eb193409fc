package perfmodel

import (
	"math"
	"time"

	"flyby/interaction"
	"flyby/perfmodel/estimate"
	"flyby/trajectory"
)

// floorSlack is what Floor takes off for the chance of its samples.
const floorSlack = 0.7

// Floor is a time that a search by the temporal method takes at least, in batches of any size: all pairs that share
// time are compared, at the highest rate that the device has. It needs no index, and takes a fraction of a
// millisecond. 0 says nothing.
func (m *Model) Floor(entries *estimate.Extents, queries *trajectory.Store, r interaction.Rule) time.Duration {
	return duration(floorSlack * entries.Shared(queries, r) * m.Kernel.fastest())
}

// fastest is the least time that a pair that shares time takes on the grid of calibration.
func (k *Kernel) fastest() float64 {
	c, q, t := k.Apart.Grid()
	least := math.Inf(1)
	for i := range c {
		for j := range q {
			least = min(least, t[i*len(q)+j]/(c[i]*q[j]))
		}
	}
	if k.Scale > 0 {
		least *= k.Scale
	}
	return least
}
