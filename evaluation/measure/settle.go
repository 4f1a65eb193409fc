package measure

import (
	"context"
	"math"

	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// contest is how runs go on against each other until those that come close to the best are told apart.
type contest struct {
	close    float64 // what takes at most so many times the best runs in every turn
	hopeless float64 // what takes so many times the best has had its trials after two
	trials   int     // in which all take part before any is left out
	most     int     // trials of one, if it never settles
	limit    float64 // seconds that all runs may take together, once all have had their trials
}

// pause is how often what is neither close nor hopeless runs: in one turn of so many. It stays in the contest, as
// a machine is slower in one minute than in another, and costs little.
const pause = 4

// settledError is the relative standard error of a median at which it is settled.
const settledError = 0.005

// settle runs keys in turn, in another order each turn, until the medians of all that are close to the best are
// settled, or the contest's limits are met. What it does follows from the times alone: from the journal's times
// as from new ones.
func (r *runner) settle(ctx context.Context, keys []journal.Key, c contest) error {
	times := make([][]float64, len(keys))
	spent := 0.0
	for turn := 1; turn <= c.trials || turn <= c.most && spent < c.limit && !c.settled(times); turn++ {
		in := c.in(turn, times)
		for _, i := range r.turn(turn, len(keys)) {
			if !in[i] {
				continue
			}
			k := keys[i]
			k.Trial = len(times[i]) + 1
			got, err := r.search(ctx, k)
			if err != nil {
				return err
			}
			times[i] = append(times[i], got.Seconds)
			spent += got.Seconds
		}
	}
	return nil
}

// in says who takes part in a turn.
func (c contest) in(turn int, times [][]float64) []bool {
	in := make([]bool, len(times))
	for i, ratio := range ratios(times) {
		switch {
		case turn <= 2:
			in[i] = true
		case ratio >= c.hopeless:
		case turn <= c.trials, turn%pause == 0:
			in[i] = true
		default:
			in[i] = ratio <= c.close
		}
	}
	return in
}

// settled reports whether the medians of all that are close to the best are.
func (c contest) settled(times [][]float64) bool {
	for i, ratio := range ratios(times) {
		if ratio <= c.close && !(results.MedianError(times[i]) <= settledError) {
			return false
		}
	}
	return true
}

// ratios are medians as multiples of the least, NaN where there are no times.
func ratios(times [][]float64) []float64 {
	least := math.Inf(1)
	all := make([]float64, len(times))
	for i, t := range times {
		all[i] = results.Median(t)
		if all[i] < least {
			least = all[i]
		}
	}
	for i := range all {
		all[i] /= least
	}
	return all
}
