package perfmodel

import (
	"math"
	"time"

	"flyby/perfmodel/estimate"
)

// Best returns the prediction of the batch size s of least predicted time, over all sizes up to |Q|. It tries powers of
// two first, then ever finer steps around the best of them; with few batches, also sizes whose last batch is as full as
// the others. On a device that rounds batches up, sizes above its quantum are multiples of the quantum. Where
// trajectories keep step, batches that end with a step of time may be faster still (estimate.Workload.Rhythm), and of
// sizes with about equal times a larger one may be (largerMargin). Overlaps that were not counted before are counted in
// full.
func (m *Model) Best(w *estimate.Workload) Prediction {
	if w.Counted() == 0 {
		w.CountOverlaps(0)
	}
	return m.best(w, newContest(m, w, roughBatches).rough().Size, fineBatches)
}

// best is Best, starting from size about, with times summed over at most most batches of a size.
func (m *Model) best(w *estimate.Workload, about, most int) Prediction {
	c := newContest(m, w, most)
	best := c.climb(about)
	sizes := around(best.Size, math.Pow(2, 0.25), m.Kernel.Quantum, w.Queries())
	best = c.least(sizes)
	if most >= finestBatches {
		best = c.least(around(best.Size, math.Pow(2, 1./16), m.Kernel.Quantum, w.Queries()))
		sizes = around(best.Size, math.Pow(2, 1./16), m.Kernel.Quantum, w.Queries())
	} else if best.Batches <= roughBatches {
		best = c.least(filled(best, m.Kernel.Quantum, w.Queries()))
	}
	if rhythm := w.Rhythm(); rhythm > 1 {
		steps := around(best.Size, math.Pow(2, 1./8), rhythm, w.Queries())
		inStep := c.least(steps)
		if float64(inStep.Time()) < inStepMargin*float64(best.Time()) {
			best, sizes = inStep, steps
		}
	}
	if m.Kernel.Lanes >= manyLanes {
		best = c.largest(sizes, best)
	}
	return best
}

// Sizes returns sizes of batches that show how the time of a search of a number of query segments depends on them: up to 64 times
// smaller and larger than a best size, a factor of the square root of two apart, ascending, each at most the number of query segments.
func (m *Model) Sizes(best, queries int) []int {
	const steps = 12
	return spaced(best, math.Sqrt2, steps, m.Kernel.Quantum, queries)
}

// inStepMargin is the greatest ratio of the predicted times of batches in step and of the best batches at which the
// former are preferred: every batch in step has segments of the same trajectories, which branch predictors and caches
// learn. Through PoCL such batches take 2 to 5 % less than predicted in comparison with the others.
const inStepMargin = 1.03

// largerMargin is the greatest ratio of the predicted times of larger batches and of the best batches at which the
// former are preferred, where many lanes wait for each other. There an invocation ends with the slowest of the
// work-groups that began at once. With fewer query segments the slowest is further behind the mean, and calibration on
// even data does not show it. On an H200 each additional batch takes 20 to 90 µs that are not predicted.
const (
	largerMargin = 1.01
	manyLanes    = 8
)

// Plan is Best for a search that is about to run, and that follows the prediction. Unless hits were estimated before,
// Plan estimates them first. A part of the predicted time bounds the counts, tests and sums of Plan, so that choosing
// costs a search little.
func (m *Model) Plan(w *estimate.Workload) Prediction {
	if w.Estimate().Batches > 0 {
		return m.Best(w)
	}
	first := newContest(m, w, roughBatches).rough()
	b := budgetFor(first.Time())
	count(w, b)
	return m.best(w, first.Size, b.batches)
}

// count counts overlaps and estimates hits within a budget.
func count(w *estimate.Workload, b budget) {
	w.CountOverlaps(b.places)
	w.EstimateHits(estimate.Sampling{Tests: b.tests})
}

// budget bounds the work of Plan.
type budget struct {
	places  int // query segments whose overlaps are counted
	tests   int // interactions tested
	batches int // batches of each size that a prediction sums
}

// budgetFor returns a budget for a search that takes at least the given time. The budget takes 3.5 % of that time,
// and more for searches so short that the least of each part takes longer. The constants in seconds were measured on
// a core of a server of 2023.
func budgetFor(search time.Duration) budget {
	const placesPart, testsPart, batchesPart = 0.004, 0.006, 0.025
	const placeSeconds, testSeconds, batchSeconds = 200e-9, 35e-9, 400e-9
	const sizes = 20 // about the number of sizes that are predicted
	t := search.Seconds()
	within := func(least int, n float64, most int) int { return int(min(max(n, float64(least)), float64(most))) }
	return budget{
		places:  within(16, t*placesPart/placeSeconds, 1<<14),
		tests:   within(128, t*testsPart/testSeconds, mostTests),
		batches: within(roughBatches, t*batchesPart/batchSeconds/sizes, fineBatches),
	}
}

// mostTests bounds the tests of a budget.
const mostTests = 1 << 26
