package predict

import (
	"time"

	"flyby/internal/estimate"
	"flyby/perfmodel"
)

// Best returns the prediction of the batch size s of least predicted time, over all sizes up to |Q|. It tries powers of
// two first, then ever finer steps around the best of them; with few batches, also sizes whose last batch is as full as
// the others. On a device that rounds batches up, sizes above its quantum are multiples of the quantum. Where
// trajectories keep step, batches that end with a step of time may be faster still (estimate.Workload.Rhythm), and of
// sizes with about equal times a larger one may be (largerMargin). Overlaps that were not counted before are counted in
// full.
func (m *Model) Best(w *estimate.Workload) perfmodel.Prediction {
	if w.Counted() == 0 {
		w.CountOverlaps(0)
	}
	about := newContest(m, w, roughBatches).rough().Size
	return newContest(m, w, fineBatches).best(about)
}

// best returns the best of the sizes, from size about on.
func (c *contest) best(about int) perfmodel.Prediction {
	best := c.climb(about)
	rhythm := c.w.Rhythm()
	if rhythm > 1 && c.most < roughBatches {
		return c.inStep(best, []int{best.Size}, rhythm)
	}
	best, sizes := c.finer(best)
	if rhythm > 1 {
		return c.inStep(best, sizes, rhythm)
	}
	return c.larger(best, sizes)
}

// finer returns the best of the sizes between two powers of two, and the last sizes that were tried.
func (c *contest) finer(best perfmodel.Prediction) (perfmodel.Prediction, []int) {
	quantum := c.Kernel.Quantum
	sizes := c.around(best.Size, 4, quantum)
	best = c.least(sizes)
	if c.most >= finestBatches {
		best = c.least(c.around(best.Size, 16, quantum))
		return best, c.around(best.Size, 16, quantum)
	}
	if best.Batches <= roughBatches {
		best = c.least(filled(best, quantum, c.w.Queries()))
	}
	return best, sizes
}

// inStep returns the best of the sizes whose batches end with a step of time, or the best of others.
func (c *contest) inStep(best perfmodel.Prediction, sizes []int, rhythm int) perfmodel.Prediction {
	octave := 8
	if c.most < roughBatches {
		octave = 4
	}
	steps := c.around(best.Size, octave, rhythm)
	if inStep := c.least(steps); float64(inStep.Time()) < inStepMargin*float64(best.Time()) {
		best, sizes = inStep, steps
	}
	return c.larger(best, sizes)
}

// larger returns the largest of sizes that takes about as long as the best, on a device whose lanes wait for each other.
func (c *contest) larger(best perfmodel.Prediction, sizes []int) perfmodel.Prediction {
	if c.Kernel.Lanes >= manyLanes {
		return c.largest(sizes, best)
	}
	return best
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
// costs a search little; the prediction has that cost.
func (m *Model) Plan(w *estimate.Workload) perfmodel.Prediction {
	if w.Estimate().Batches > 0 {
		return m.Best(w)
	}
	rough := newContest(m, w, roughBatches)
	first := rough.rough()
	b := m.sample(w, first.Time())
	counted := m.periodic(w, first.Size, b.batches)
	if hits := m.Host.hits(counted.Hits) + float64(m.Kernel.HitSeconds*counted.Hits); hits > manyHits*counted.Time().Seconds() {
		b = m.sample(w, counted.Time())
	}
	fine := newContest(m, w, b.batches)
	best := fine.best(first.Size)
	best.Choosing = m.Host.choosing(w, rough.summed+fine.summed)
	return best
}

// manyHits is the part of a search's time that returning hits is predicted to take by a first sample from which on a second,
// larger sample pays: it divides the error of the number of hits.
const manyHits = 0.2

// sample counts the overlaps and estimates the hits of a search of a predicted time, within a budget.
func (m *Model) sample(w *estimate.Workload, t time.Duration) budget {
	b := m.Host.budget(t)
	w.CountOverlaps(b.places)
	w.EstimateHits(estimate.Sampling{Tests: b.tests})
	return b
}
