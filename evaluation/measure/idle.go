package measure

import (
	"context"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// IdleRound runs Periodic over the batch sizes at d = 0, where nothing hits: the host's time is then for
// invocations, and its further time at a greater d for hits (paper, Figure 12).
const IdleRound = "idle"

// idle measures the batch sizes of the sweep without hits.
func (r *runner) idle(ctx context.Context, s datasets.Search) error {
	curve := results.SweepCurve(r.measurements())
	best, _ := fastestPoint(curve)
	var keys []journal.Key
	for _, p := range curve {
		if p.Seconds <= inView*best.Seconds {
			keys = append(keys, temporal(s, IdleRound, p.Parameter))
		}
	}
	return r.settle(ctx, keys, rules{trials: r.Trials})
}
