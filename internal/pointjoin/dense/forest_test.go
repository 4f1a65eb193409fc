package dense

import (
	"math/rand/v2"
	"testing"

	"flyby/internal/parallel"
)

// TestForest: sets united by many goroutines at once are the sets united one after the other, and their roots are
// the lowest places.
func TestForest(t *testing.T) {
	const places, links = 3000, 2700
	r := rand.New(rand.NewPCG(65, 4))
	pairs := make([][2]uint32, links)
	want := make([]uint32, places) // the lowest place of each one's set
	for i := range want {
		want[i] = uint32(i)
	}
	for i := range pairs {
		pairs[i] = [2]uint32{uint32(r.IntN(places)), uint32(r.IntN(places))}
		a, b := want[pairs[i][0]], want[pairs[i][1]]
		for k, w := range want {
			if w == a || w == b {
				want[k] = min(a, b)
			}
		}
	}
	for _, threads := range []int{1, 2, 8} {
		sets := make(forest, places)
		for i := range sets {
			sets[i] = uint32(i)
		}
		parallel.Each(t.Context(), links, threads, func(_, i int) { sets.unite(pairs[i][0], pairs[i][1]) })
		for place, w := range want {
			if got := sets.root(uint32(place)); got != w {
				t.Fatalf("%d threads: root of %d is %d, want %d", threads, place, got, w)
			}
		}
	}
}
