package predict

import (
	"math"
	"time"

	"flyby/batching"
	"flyby/internal/estimate"
	"flyby/perfmodel"
)

// Predict returns T(s), the response time of a workload in batches of s query segments (paper §8): T_GPU of
// every batch, T1_CPU(s) and T2_CPU of the expected hits. s < 1 counts as 1, s > |Q| as |Q|.
func (m *Model) Predict(w *estimate.Workload, s int) perfmodel.Prediction {
	return m.periodic(w, s, math.MaxInt)
}

// PredictBatches returns the response time of a workload in batches that any algorithm made. Unless hits were estimated before,
// it estimates them first, within the budget of Plan.
func (m *Model) PredictBatches(w *estimate.Workload, batches []batching.Batch) perfmodel.Prediction {
	at := func(i int) batching.Batch { return batches[i] }
	most := fineBatches
	if w.Estimate().Batches == 0 {
		most = m.sample(w, m.sum(w, len(batches), roughBatches, at).Time()).batches
	}
	return m.sum(w, len(batches), most, at)
}

// periodic is Predict with the GPU component summed over at most most batches.
func (m *Model) periodic(w *estimate.Workload, s, most int) perfmodel.Prediction {
	n := w.Queries()
	s = max(1, min(s, n))
	p := m.sum(w, (n+s-1)/s, most, func(i int) batching.Batch { return batching.Batch{First: i * s, Last: min(i*s+s, n)} })
	p.Size = s
	return p
}

// sum predicts batches, with the GPU component summed over no more than most of them, evenly spread: at the same places
// of the search for every size, so that the differences between places do not affect the comparison of sizes.
func (m *Model) sum(w *estimate.Workload, batches, most int, at func(i int) batching.Batch) perfmodel.Prediction {
	var t total
	if batches <= most {
		most = batches
	}
	for k := range most {
		i := k * batches / most
		if batches > most {
			i = int((float64(k) + spread(k)) * float64(batches) / float64(most))
		}
		t.add(m, w, at(i))
	}
	return t.prediction(m, w, batches, float64(batches)/float64(max(most, 1)))
}

// spread returns the k-th of a sequence of numbers from 0 to 1 that has no period: a search may have one.
func spread(k int) float64 {
	_, part := math.Modf(0.5 + 0.6180339887*float64(k))
	return part
}

// total is the sum of the GPU component over batches.
type total struct {
	seconds, interactions, overlaps, hits float64
}

// add adds one batch.
func (t *total) add(m *Model, w *estimate.Workload, b batching.Batch) {
	c, mix := w.Mix(b)
	i := float64(c) * float64(b.Len())
	hits := mix.Alpha * i
	t.seconds += m.Kernel.Time(float64(c), float64(b.Len()), mix)
	t.interactions += i
	t.overlaps += (mix.Alpha + mix.Gamma) * i
	t.hits += hits
}

// prediction scales the sum up to all batches and adds the CPU component.
func (t *total) prediction(m *Model, w *estimate.Workload, batches int, scale float64) perfmodel.Prediction {
	mean := float64(w.Queries()) / float64(max(batches, 1))
	host := m.Host.Invocations(mean, w.Queries()) + m.Host.hits(scale*t.hits)
	host += m.Host.rest(w.Queries(), batches, scale*t.hits)
	return perfmodel.Prediction{
		Batches: batches, Interactions: scale * t.interactions, Overlaps: scale * t.overlaps, Hits: scale * t.hits,
		Kernel: duration(scale * t.seconds), Host: duration(host),
	}
}

// PredictWalk returns the response time of a pyramid walk.
func (m *Model) PredictWalk(n estimate.WalkCount) perfmodel.Prediction {
	return perfmodel.Prediction{Interactions: n.Interactions, Hits: n.Hits, Kernel: duration(m.Walk.Time(n))}
}

// duration converts seconds to a Duration, at least 0 and at most a quarter of the longest.
func duration(seconds float64) time.Duration {
	const longest = float64(math.MaxInt64 / 4)
	return time.Duration(min(max(seconds*1e9, 0), longest))
}
