package pointengine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"flyby/points"
	"flyby/points/pointjoin"
)

// cheapest is the method that is predicted to take the least time, and why. Methods that predict nothing, those
// of papers, which are there to be measured, are never chosen; the first is where nothing is predicted.
func cheapest(s *points.Store, within pointjoin.Threshold, all []pointjoin.Method) (pointjoin.Method, string) {
	best, least := all[0], math.Inf(1)
	var told []string
	for _, m := range all {
		if m.Predict == nil {
			continue
		}
		seconds := m.Predict(s, within)
		told = append(told, fmt.Sprintf("%s %.2g s", m.Name, seconds))
		if seconds < least {
			best, least = m, seconds
		}
	}
	return best, "predicted on one core: " + strings.Join(told, ", ")
}

// Points that are looked at for their nearest.
const (
	sampledQueries = 64
	sampledPoints  = 2048
)

// reach is about how far the k-th nearest point of a point is, in the middle of a sample: finding that many
// takes about as long as finding what is within that.
func reach(s *points.Store, k int) pointjoin.Threshold {
	some := s.Evenly(sampledPoints)
	var far []float64
	for _, p := range s.Evenly(sampledQueries) {
		var distances []float64
		for _, q := range some {
			if d := pointjoin.Distance(p, q); d > 0 {
				distances = append(distances, d)
			}
		}
		if slices.Sort(distances); len(distances) > 0 {
			far = append(far, nthOf(distances, float64(k)*float64(len(some))/float64(s.Len()), s.Dimensions()))
		}
	}
	slices.Sort(far)
	eps := 0.0
	if len(far) > 0 {
		eps = min(far[len(far)/2], math.MaxFloat64)
	}
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		panic(err) // our own bug: distances of finite points are finite
	}
	return within
}

// nthOf is the n-th of sorted distances in a number of dimensions, where less than one are within the first by how
// volumes grow.
func nthOf(distances []float64, n float64, dimensions int) float64 {
	if n < 1 {
		return distances[0] * math.Pow(n, 1/float64(dimensions))
	}
	return distances[min(int(n), len(distances))-1]
}
