package speed

import (
	"math"
	"slices"

	"flyby/evaluation/results"
)

// point is a parameter and the time with it.
type point struct {
	at      int
	seconds float64
}

// least finds the value with the least time among rising values, from the one nearest to start
// outwards, on each side until two in a row are slower than the best.
func least(values []int, start int, time func(value int) (float64, error)) (best point, err error) {
	best.seconds = math.Inf(1)
	middle, _ := slices.BinarySearch(values, start)
	middle = min(middle, len(values)-1)
	visit := func(from, to, step int) error {
		for i, slower := from, 0; i != to && slower < 2; i += step {
			seconds, err := time(values[i])
			if err != nil {
				return err
			}
			slower++
			if seconds < best.seconds {
				best, slower = point{values[i], seconds}, 0
			}
		}
		return nil
	}
	if err := visit(middle, len(values), 1); err != nil {
		return best, err
	}
	return best, visit(middle-1, -1, -1)
}

// doubling lists first times 1, √2, 2, ... up to n, and n.
func doubling(first, n int) []int {
	var all []int
	for k := 0; ; k++ {
		v := int(math.Round(float64(first) * math.Exp2(float64(k)/2)))
		if v >= n {
			return append(all, n)
		}
		all = append(all, v)
	}
}

func median(seconds []float64) float64 { return results.Median(seconds) }
