package enginetest

import (
	"flyby/interaction"
	"flyby/trajectory"
)

// Interact decides n interactions of a query segment with entry segments that come within its distance, one after
// the other, and returns the number of hits.
func Interact(n int) (hits int) {
	window := interaction.Unbounded()
	q := trajectory.Segment{T1: 1, P1: [3]float64{1, 0, 0}}
	e := trajectory.Segment{T1: 1}
	for k := range n {
		e.P0[1] = float64(k) / (2 * float64(n))
		e.P1 = [3]float64{0, e.P0[1], 0.25}
		if _, _, v := window.Interact(&q, &e, 0.75); v == interaction.Hit {
			hits++
		}
	}
	return hits
}
