package pointengine

import (
	"fmt"
	"math"

	"flyby/points"
	"flyby/points/pointjoin"
)

// cheapest is the method that is predicted to take the least time, and why. Methods of papers, which are
// there to be measured, are never chosen.
func cheapest(s *points.Store, within pointjoin.Threshold, all []pointjoin.Method, threads int) (pointjoin.Method, string) {
	seen := look(s, within.Eps())
	best, least := all[0], math.Inf(1)
	for _, m := range all {
		if cost := seen.seconds(m.Name); cost < least {
			best, least = m, cost
		}
	}
	return best, fmt.Sprintf("predicted %.2g s for %d points of %d dimensions, by a sample with %.2g points in the cells around one and %.2g within eps",
		least/float64(max(threads, 1)), s.Len(), s.Dimensions(), seen.near*seen.points, seen.within*seen.points)
}

// A sample is what some points tell of all.
type sample struct {
	points, dimensions float64
	near               float64 // part of all pairs that are in cells of side eps that touch, about
	boxed              float64 // part of all pairs that a tree does not rule out, about
	within             float64 // part of all pairs that are within eps
}

// seconds predicts the time of a self-join on one core, infinite where nothing is known of the method. The
// constants are of a core of an Intel Xeon of 2.1 GHz; what counts is which is less.
func (s sample) seconds(method string) float64 {
	const ns = 1e-9
	all := s.points * s.points
	switch method {
	case "bruteforce":
		return ns * all / 2 * (1.5 + 0.8*s.dimensions)
	case "tiles":
		return ns * (100*s.points + all/2*(0.1+0.04*s.dimensions) + all*s.within*3)
	case "kdtree":
		return ns * (s.points*(400+40*s.dimensions*math.Log2(s.points+2)) + all*s.boxed*(4+s.dimensions) + all*s.within*10)
	case "grid":
		return ns * (s.points*(150+8*math.Pow(3, min(s.dimensions, 6)-1)) + all/2*s.near*(0.5+0.3*s.dimensions) + all*s.within*4)
	}
	return math.Inf(1)
}

// Points that are looked at: some are compared with others, both evenly spaced in the file.
const (
	sampledQueries = 192
	sampledPoints  = 4096
)

// look compares some points with others.
func look(s *points.Store, eps float64) sample {
	seen := sample{points: float64(s.Len()), dimensions: float64(s.Dimensions())}
	queries, others := evenly(s, sampledQueries), evenly(s, sampledPoints)
	sides := leafSides(others, s.Len(), s.Dimensions())
	each := 1 / float64(max(len(queries)*len(others), 1))
	for _, p := range queries {
		for _, q := range others {
			near, boxed, within := closeness(p, q, eps, sides)
			seen.near += near * each
			seen.boxed += boxed * each
			seen.within += within * each
		}
	}
	return seen
}

// closeness is 1 where two points are in cells that touch, as likely as not; where a leaf with one comes
// within eps of the other; and where they are within eps; 0 otherwise.
func closeness(p, q []float64, eps float64, sides []float64) (near, boxed, within float64) {
	near, boxed = 1, 1
	sum := 0.0
	for j, v := range p {
		d := math.Abs(v - q[j])
		if d > 1.5*eps {
			near = 0
		}
		if d > eps+sides[j] {
			boxed = 0
		}
		if sum += d * d; near+boxed == 0 {
			return 0, 0, 0
		}
	}
	if sum <= eps*eps {
		within = 1
	}
	return near, boxed, within
}

// leafSides is about how long the leaves of a tree of a number of points are in each dimension: only as
// many of them are split as there are levels.
func leafSides(some [][]float64, size, dimensions int) []float64 {
	const leaf = 12
	levels := max(1, math.Log2(float64(size)/leaf))
	split := math.Min(float64(dimensions), math.Floor(levels))
	sides := make([]float64, dimensions)
	for j := range sides {
		least, most := math.Inf(1), math.Inf(-1)
		for _, p := range some {
			least, most = min(least, p[j]), max(most, p[j])
		}
		if sides[j] = most - least; float64(j) < split {
			sides[j] *= math.Exp2(-levels / split)
		}
	}
	return sides
}

// evenly returns up to a number of points, evenly spaced by row.
func evenly(s *points.Store, most int) (all [][]float64) {
	step := max(1, s.Len()/most)
	for row := step / 2; row < s.Len() && len(all) < most; row += step {
		all = append(all, s.Append(nil, row))
	}
	return all
}
