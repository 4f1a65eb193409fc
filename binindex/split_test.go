package binindex

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/parallel"
)

// TestSplit: the least units on the longest axis come first, and no unit is lost, also where
// the sample is unlike the other units, where all are equal, and with any number of threads.
func TestSplit(t *testing.T) {
	const n = 3*splitBlock + 5
	r := rand.New(rand.NewPCG(5, 6))
	for name, draw := range map[string]func(i int) float32{
		"distinct": func(int) float32 { return r.Float32() * 9 },
		"few":      func(int) float32 { return float32(r.IntN(3)) },
		"alike":    func(int) float32 { return 7 },
		"infinite": func(int) float32 { return float32(math.Inf(r.IntN(2)*2 - 1)) },
		"unlike": func(i int) float32 { // the sampled units are small, all others large
			if (i*bracketSample+bracketSample-1)/n*n/bracketSample == i {
				return 0
			}
			return 9 + r.Float32()
		},
	} {
		drawn := make([]unit, n)
		for i := range drawn {
			drawn[i] = unit{At: [4]float32{r.Float32(), draw(i), r.Float32() / 2, 0}, Value: runRange{int32(i), 1}}
		}
		var one []unit
		for _, threads := range []int{1, 3} {
			for _, k := range []int{1, n / 2, n - 1} {
				u := slices.Clone(drawn)
				s := splitter{pool: parallel.NewPool(threads), spare: make([]unit, n), stopped: func() bool { return false }}
				axis := longestAxis(u)
				s.split(u, k)
				seen := make([]bool, n)
				for _, v := range u {
					if v != drawn[v.Value.first] || seen[v.Value.first] {
						t.Fatalf("%s: %v was changed, or is there twice", name, v)
					}
					seen[v.Value.first] = true
				}
				most := slices.MaxFunc(u[:k], func(a, b unit) int { return compare(a.At[axis], b.At[axis]) })
				least := slices.MinFunc(u[k:], func(a, b unit) int { return compare(a.At[axis], b.At[axis]) })
				if most.At[axis] > least.At[axis] {
					t.Errorf("%s: %v before %v, of %d", name, most, least, k)
				}
				if threads == 1 && k == n/2 {
					one = u
				} else if k == n/2 && !slices.Equal(u, one) {
					t.Errorf("%s: %d threads split in another way", name, threads)
				}
			}
		}
	}
}

func compare(a, b float32) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
