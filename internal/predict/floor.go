package predict

import (
	"math"
	"time"

	"flyby/interaction"
	"flyby/internal/estimate"
	"flyby/trajectory"
)

// floorSlack is the factor by which Floor allows for the errors of its samples.
const floorSlack = 0.7

// Floor returns a lower bound of the time of a search by the temporal method, in batches of any size: the time to
// compare all pairs that share time, at the device's highest rate. Floor needs no index, and takes a fraction of a
// millisecond. 0 is no bound.
func (m *Model) Floor(entries *estimate.Extents, queries *trajectory.Store, r interaction.Rule) time.Duration {
	return duration(floorSlack * entries.Shared(queries, r) * m.Kernel.fastest())
}

// fastest returns the least time, on the grid of calibration, for a pair that shares time.
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
