package measure

import (
	"context"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// IdleRound is Periodic over the batch sizes at d = 0, where nothing hits: what the host then takes is for
// invocations, and what it takes beyond that with hits is for them (paper, Figure 12).
const IdleRound = "idle"

// idle measures the batch sizes of the sweep without hits.
func (r *runner) idle(ctx context.Context, s datasets.Search) error {
	curve := results.SweepCurve(r.known())
	best, _ := fastestPoint(curve)
	var keys []journal.Key
	for _, p := range curve {
		if p.Seconds <= inView*best.Seconds {
			keys = append(keys, temporal(s, IdleRound, p.Parameter))
		}
	}
	return r.settle(ctx, keys, rules{trials: r.Trials})
}
