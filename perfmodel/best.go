package perfmodel

import (
	"math"
	"time"

	"flyby/perfmodel/estimate"
)

// Best is the prediction of the batch size s of least predicted time, over all sizes up to |Q|: powers of
// two first, then ever finer steps around the best of them; of few batches, those whose last is as full as the others too. On a device that rounds batches up, sizes
// above its quantum are multiples of it. Where trajectories keep step, batches that end with a step of time may be
// faster still (estimate.Workload.Rhythm), and of sizes that are about equal a larger one may be (largerMargin). What was not
// counted before is counted in full.
func (m *Model) Best(w *estimate.Workload) Prediction {
	if w.Counted() == 0 {
		w.CountOverlaps(0)
	}
	return m.best(w, newContest(m, w, roughBatches).rough().Size, fineBatches)
}

// best is Best from about the best size on, with times summed over most batches of a size.
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

// Plan is Best for a search that is about to run: the prediction that it follows. Unless hits were estimated before, it
// estimates them first. All that it counts, tests and sums is bounded by a part of the predicted time, so that
// choosing costs a search little.
func (m *Model) Plan(w *estimate.Workload) Prediction {
	if w.Estimate().Batches > 0 {
		return m.Best(w)
	}
	first := newContest(m, w, roughBatches).rough()
	b := budgetFor(first.Time())
	w.CountOverlaps(b.places)
	w.EstimateHits(estimate.Sampling{Tests: b.tests})
	return m.best(w, first.Size, b.batches)
}

// budget is what Plan may spend.
type budget struct {
	places  int // query segments whose overlaps are counted
	tests   int // interactions
	batches int // summed over, of each size
}

// budgetFor is a budget for a search that takes some time at least: it comes to 3.5 % of it, but for searches so
// short that the least of each takes longer. Seconds are those of a core of a server of 2023.
func budgetFor(search time.Duration) budget {
	const placesPart, testsPart, batchesPart = 0.004, 0.006, 0.025
	const placeSeconds, testSeconds, batchSeconds = 200e-9, 35e-9, 400e-9
	const sizes = 20 // that are predicted, about
	t := search.Seconds()
	within := func(least int, n float64, most int) int { return int(min(max(n, float64(least)), float64(most))) }
	return budget{
		places:  within(16, t*placesPart/placeSeconds, 1<<14),
		tests:   within(128, t*testsPart/testSeconds, mostTests),
		batches: within(roughBatches, t*batchesPart/batchSeconds/sizes, fineBatches),
	}
}

// mostTests bounds the interactions that are tested.
const mostTests = 1 << 26
