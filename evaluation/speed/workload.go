package speed

import (
	"math"

	"flyby/datasets"
	"flyby/trajectory"
)

// workload is a data set by the number of its trajectories at scale 1.
type workload struct {
	name         string
	trajectories int
	walks        bool // random walks of 399 steps; otherwise stars of 400
	queries      int  // the number of trajectories that search: the first ones
}

// gal and walks are the workloads GAL and RW of the R-tree in C++.
func gal() workload   { return workload{"GAL", 2500, false, 100} }
func walks() workload { return workload{"RW", 2500, true, 100} }

// gal7 and gal8 have 10⁷ and 10⁸ segments.
func gal7() workload { return workload{"GAL of 25,000 stars", 25_000, false, 100} }
func gal8() workload { return workload{"GAL of 250,000 stars", 250_000, false, 100} }

// galSteps is the number of segments of a star of GAL, galSeed the seed of its random numbers.
const (
	galSteps = 400
	galSeed  = 2
)

func (w workload) String() string { return w.name }

// make generates the data set.
func (w workload) make(scale float64) (*trajectory.Store, error) {
	if w.walks {
		return datasets.RandomWalks(scaled(w.trajectories, scale), 399, 1000, 1)
	}
	return datasets.Disc(scaled(w.trajectories, scale), galSteps, galSeed)
}

// segments returns the number of segments of the data set.
func (w workload) segments(scale float64) int {
	return scaled(w.trajectories, scale) * galSteps
}

// first returns a fresh store of the trajectories that search.
func (w workload) first(entries *trajectory.Store, scale float64) *trajectory.Store {
	return entries.Subset(upTo(min(scaled(w.queries, scale), entries.Trajectories())))
}

// freshQueries returns a source that makes a store of the same trajectories anew each time.
func freshQueries(s *trajectory.Store) querySource {
	all := upTo(s.Trajectories())
	return func() (*trajectory.Store, error) { return s.Subset(all), nil }
}

// scaled returns n times scale, rounded, at least 1.
func scaled(n int, scale float64) int {
	return max(1, int(math.Round(float64(n)*scale)))
}

// upTo lists 0 to n-1.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
