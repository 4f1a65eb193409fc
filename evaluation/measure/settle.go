package measure

import (
	"context"
	"math"
	"slices"

	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// rules are how runs go on against each other until those that come close to the best are told apart.
type rules struct {
	close    float64 // what may take at most so many times the best runs in every turn
	hopeless float64 // what takes so many times the best at the least has had its trials after two
	trials   int     // in which all take part before any is left out
	most     int     // trials of one, if it never settles
	limit    float64 // seconds that all runs may take together, once all have had their trials
}

// seldom is how often what is neither close nor hopeless runs: in one turn of so many. It stays in turn, as
// a machine is slower in one minute than in another, and costs little.
const seldom = 4

// settledError is the relative standard error of a median at which it is settled.
const settledError = 0.005

// settle runs keys in turn, in another order each turn, until the medians of all that are close to the best are
// settled, or the limits of the rules are met. What it does follows from the times alone: from the journal's times
// as from new ones.
func (r *runner) settle(ctx context.Context, keys []journal.Key, u rules) error {
	times := make([][]float64, len(keys))
	spent := 0.0
	for turn := 1; turn <= u.trials || turn <= u.most && spent < u.limit && !u.settled(times); turn++ {
		in := u.in(turn, times)
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
func (u rules) in(turn int, times [][]float64) []bool {
	in := make([]bool, len(times))
	best := leastMedian(times)
	for i, t := range times {
		switch {
		case turn <= 2:
			in[i] = true
		case u.isHopeless(t, best):
		case turn <= u.trials, turn%seldom == 0:
			in[i] = true
		default:
			in[i] = u.isClose(t, best)
		}
	}
	return in
}

// settled reports whether the medians of all that are close to the best are.
func (u rules) settled(times [][]float64) bool {
	best := leastMedian(times)
	return !slices.ContainsFunc(times, func(t []float64) bool {
		return !u.isHopeless(t, best) && u.isClose(t, best) && results.MedianError(t) > settledError
	})
}

// isHopeless goes by the least time, as a first trial may make room that later ones find.
func (u rules) isHopeless(times []float64, best float64) bool {
	return slices.Min(times) >= u.hopeless*best
}

// isClose reports whether the true median of times may be close to the best: they would have to be two standard errors
// off for it not to be.
func (u rules) isClose(times []float64, best float64) bool {
	return results.Median(times)*(1-2*results.MedianError(times)) <= u.close*best
}

// leastMedian is the least median of times.
func leastMedian(times [][]float64) float64 {
	least := math.Inf(1)
	for _, t := range times {
		if m := results.Median(t); m < least { // NaN where nothing has run is not
			least = m
		}
	}
	return least
}
