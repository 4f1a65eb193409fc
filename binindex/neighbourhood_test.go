package binindex

import (
	"math/rand/v2"
	"testing"
)

// TestNeighbourhood: a neighbourhood has at most n trajectories, of more than n at least n/2,
// and each once.
func TestNeighbourhood(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 2))
	const n = 256
	for many := range 4 * n {
		all := make([]aliveTrajectory, many)
		for i := range all {
			all[i].Value.traj = i
			for k := range all[i].At {
				all[i].At[k] = spread32(rng.NormFloat64())
			}
		}
		near := neighbourhood(all, n)
		if len(near) > n || len(near) < min(many, n/2) {
			t.Fatalf("%d of %d", len(near), many)
		}
		seen := map[int]bool{}
		for _, a := range near {
			seen[a.Value.traj] = true
		}
		if len(seen) != len(near) {
			t.Fatalf("%d of %d are others", len(seen), len(near))
		}
	}
}
