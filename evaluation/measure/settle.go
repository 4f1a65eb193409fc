package measure

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// rules say how long runs go on against each other: the trials of each, and then, if most is more, until the runs close to the best are told
// apart.
type rules struct {
	trials   int     // turns of all runs that are not hopeless
	hopeless float64 // a long run that takes this multiple of the best or more ends after two trials; 0: no run does
	close    float64 // a run that takes at most this multiple of the best runs in every turn after the trials
	most     int     // turns, if it never settles
	limit    float64 // seconds that all runs may take together, once all have had their trials
}

// long is the response time in seconds up to which every trial is worth its time.
const long = 0.1

// seldom is the number of turns in which a key that is neither close nor hopeless runs once. Such a key keeps its turns, as a machine's speed
// differs from minute to minute, and costs little.
const seldom = 4

// settledError is the greatest relative standard error of a settled median.
const settledError = 0.005

// settle runs keys in turn, so that a slow spell of the machine meets them all, each turn in another order, since a search leaves caches and
// clocks to the next. It ends when the rules say so or the medians of all keys close to the best are settled; where the plan is quick, after
// one run each. Its order and its end depend on the times alone, whether they are the journal's or new.
func (r *runner) settle(ctx context.Context, keys []journal.Key, u rules) error {
	if r.Quick {
		u = rules{trials: 1}
	}
	times := make([][]float64, len(keys))
	spent := 0.0
	for turn := 1; ; turn++ {
		now := u.standings(times)
		if turn > u.trials && (turn > u.most || spent >= u.limit || settled(now, times)) {
			return nil
		}
		for _, i := range r.turn(turn, len(keys)) {
			if !u.runs(turn, now[i]) {
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
}

// turn returns the order of n keys in a turn.
func (r *runner) turn(turn, n int) []int {
	return rand.New(rand.NewPCG(r.Seed, uint64(turn))).Perm(n)
}

// standing is a key's standing against the best.
type standing int

const (
	behind standing = iota
	isClose
	isHopeless
)

// standings returns the standing of each key. A key is hopeless by its least time, as a first trial may make room that later ones find. It is
// close unless its median exceeds the bound by more than two of its standard errors.
func (u rules) standings(times [][]float64) []standing {
	all := make([]standing, len(times))
	least, best := math.Inf(1), math.Inf(1)
	for _, t := range times {
		if len(t) > 0 {
			least, best = min(least, slices.Min(t)), min(best, results.Median(t))
		}
	}
	for i, t := range times {
		switch {
		case len(t) == 0:
		case u.hopeless > 0 && slices.Min(t) > max(long, u.hopeless*least):
			all[i] = isHopeless
		case results.Median(t)*(1-2*results.MedianError(t)) <= u.close*best:
			all[i] = isClose
		}
	}
	return all
}

// runs says whether a key takes part in a turn.
func (u rules) runs(turn int, s standing) bool {
	switch {
	case turn <= 2:
		return true
	case s == isHopeless:
		return false
	case turn <= u.trials, turn%seldom == 0:
		return true
	}
	return s == isClose
}

// settled reports whether the medians of all keys close to the best are settled.
func settled(now []standing, times [][]float64) bool {
	for i, t := range times {
		if now[i] == isClose && results.MedianError(t) > settledError {
			return false
		}
	}
	return true
}
