package measure

import (
	"cmp"
	"context"
	"slices"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// Limits of the rounds, which repeat until they have taken nearSeconds, nearTrials times at most.
const (
	nearSeconds = 3.0
	nearTrials  = 9
	nearby      = 2.1 // how far from the best, as a factor
)

// near repeats the batch sizes of the sweep about the best of them: a sweep has few trials, and the
// order of their times decides which sizes the final round runs.
func (r *runner) near(ctx context.Context, s datasets.Search) error {
	curve := results.SweepCurve(r.measurements())
	best, ok := fastestPoint(curve)
	if !ok {
		return nil
	}
	var keys []journal.Key
	sum := 0.0
	for _, p := range curve {
		if ratio := float64(p.S) / float64(best.S); ratio >= 1/nearby && ratio <= nearby {
			keys = append(keys, temporal(s, results.Near, p.Parameter))
			sum += p.Seconds
		}
	}
	return r.settle(ctx, keys, rules{trials: r.trials(nearSeconds/sum, nearTrials)})
}

// trials bounds a number of trials: at least the plan's and at most most.
func (r *runner) trials(fit float64, most int) int {
	return max(r.Trials, min(int(fit), most))
}

// fastestSizes returns the batch sizes of the near round, the fastest first.
func (r *runner) fastestSizes() []results.Point {
	curve := results.NearCurve(r.measurements())
	slices.SortStableFunc(curve, func(a, b results.Point) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return curve
}
