package pointpapers

import (
	"math"
	"slices"

	"flyby/points"
)

// Threshold is an eps of a paper.
type Threshold struct {
	Eps float64
	// Others, where it is not 0, is the mean number of other points within Eps in the paper's set: a stand-in, whose
	// distances differ, is searched within the distance that gives the same number.
	Others float64
}

// thresholds returns the thresholds of an even set, which have eps alone.
func thresholds(eps ...float64) (all []Threshold) {
	for _, e := range eps {
		all = append(all, Threshold{Eps: e})
	}
	return all
}

// sampledQueries is the number of points that are compared with all for a Threshold's Others.
const sampledQueries = 64

// epsOf estimates the distance within which each point has a mean number of other points, by comparing some points with
// all.
func epsOf(s *points.Store, others float64) float64 {
	n := s.Len()
	queries := min(n, sampledQueries)
	others = min(others, float64(n-1)/2)
	keep := max(1, int(math.Round(others*float64(queries))))
	var least []float64 // squared distances: the keep least of all, and some more
	for i := range queries {
		row := i * n / queries
		for other := range n {
			if other != row {
				least = append(least, squared(s, row, other))
			}
			if len(least) >= 4*keep+n {
				least = cut(least, keep)
			}
		}
	}
	if len(least) == 0 {
		return 0
	}
	least = cut(least, keep)
	return math.Sqrt(least[len(least)-1])
}

// cut sorts values and returns the keep least of them.
func cut(values []float64, keep int) []float64 {
	slices.Sort(values)
	return values[:min(keep, len(values))]
}

// squared returns the squared distance of two points.
func squared(s *points.Store, a, b int) (sum float64) {
	for j := range s.Dimensions() {
		d := s.Column(j)[a] - s.Column(j)[b]
		sum += float64(d * d)
	}
	return sum
}
