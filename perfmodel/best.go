package perfmodel

import (
	"math"
	"slices"
)

// largestSize bounds the batch sizes that are considered.
const largestSize = 1 << 16

// Batches that the search for a size sums over, at most: few to find the region, more to settle in it.
const (
	roughBatches = 96
	fineBatches  = 1024
)

// Best is the prediction of the batch size s of least predicted time, over all sizes up to |Q|: powers of
// two first, then ever finer steps around the best of them. On a device that rounds batches up, sizes
// above its quantum are multiples of it. Where trajectories keep step, batches that end with a step of time may be
// faster still (Workload.rhythm), and of sizes that are about equal a larger one may be (largerMargin). It takes a
// few milliseconds.
func (m *Model) Best(w *Workload) Prediction {
	quantum := m.Kernel.Quantum
	best := m.least(w, rough(w.Queries()), roughBatches)
	for _, ratio := range []float64{math.Pow(2, 0.25), math.Pow(2, 1./16)} {
		best = m.least(w, around(best.Size, ratio, quantum, w.Queries()), fineBatches)
	}
	sizes := around(best.Size, math.Pow(2, 1./16), quantum, w.Queries())
	if rhythm := w.rhythm(); rhythm > 1 {
		steps := around(best.Size, math.Pow(2, 1./8), rhythm, w.Queries())
		inStep := m.least(w, steps, fineBatches)
		if float64(inStep.Time()) < inStepMargin*float64(best.Time()) {
			best, sizes = inStep, steps
		}
	}
	if m.Kernel.Lanes >= manyLanes {
		best.Size = m.largest(w, sizes, best)
	}
	return m.Predict(w, best.Size)
}

// inStepMargin is how much longer batches in step may be predicted to take than the best ones, and be preferred:
// the same query segments meet in every batch, which branches and caches learn. Through PoCL such batches take 2
// to 5 % less than predicted beside the others.
const inStepMargin = 1.03

// largerMargin is how much longer a larger batch may be predicted to take than the best, and be preferred, where
// many lanes wait for each other. There an invocation ends with the slowest of all that began at once; that one
// is the further behind the mean, the fewer query segments it has to make up for ill luck, of which calibration on
// even data shows nothing. On an H200 each batch more takes 20 to 90 µs that are not predicted.
const (
	largerMargin = 1.01
	manyLanes    = 8
)

// largest returns the largest of sizes that is predicted to take little longer than the best.
func (m *Model) largest(w *Workload, sizes []int, best Prediction) int {
	size := best.Size
	for _, s := range sizes {
		if s > size && float64(m.periodic(w, s, fineBatches).Time()) < largerMargin*float64(best.Time()) {
			size = s
		}
	}
	return size
}

// Plan is Best once the hits have been estimated, if they have not been, on a budget of a fiftieth of the
// predicted search: what a search calls before it makes its batches.
func (m *Model) Plan(w *Workload) Prediction {
	if w.estimate.Batches == 0 {
		first := m.least(w, rough(w.Queries()), roughBatches)
		tests := first.Time().Seconds() * sampledPart / testSeconds
		w.EstimateHits(Sampling{Tests: int(min(max(tests, leastTests), mostTests))})
	}
	return m.Best(w)
}

// The budget of Plan. A test of an interaction of the thinned sample takes about 15 ns on the host.
const (
	sampledPart = 0.02
	testSeconds = 15e-9
	leastTests  = 1 << 17
	mostTests   = 1 << 26
)

// rough is the powers of two up to |Q|, and |Q|.
func rough(queries int) []int {
	var sizes []int
	for s := 1; s <= min(queries, largestSize); s *= 2 {
		sizes = append(sizes, s)
	}
	return append(sizes, min(queries, largestSize))
}

// around is the sizes within a step of four ratios of a size, one ratio apart; those above a unit are
// multiples of it.
func around(size int, ratio float64, unit, queries int) []int {
	var sizes []int
	for k := -4; k <= 4; k++ {
		s := int(math.Round(float64(size) * math.Pow(ratio, float64(k))))
		if s > unit {
			s = (s + unit/2) / unit * unit
		}
		sizes = append(sizes, max(1, min(s, queries, largestSize)))
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// least predicts all sizes and returns the prediction of least time, the smaller size of equals.
func (m *Model) least(w *Workload, sizes []int, batches int) Prediction {
	best := m.periodic(w, sizes[0], batches)
	for _, s := range sizes[1:] {
		if p := m.periodic(w, s, batches); p.Time() < best.Time() {
			best = p
		}
	}
	return best
}
