package measure

import (
	"context"
	"slices"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// In a race are batch sizes within closeRace of the best of the final round, and others of it. It repeats until
// it has taken raceSeconds, at most raceTrials times: of many that are equal, one is the best by chance.
const (
	closeRace   = 1.03
	raceSeconds = 16.0
	raceTrials  = 151
)

// race is what runs against each other, and how often. It is a fact of the journal: what is known of the final
// round must not change it.
type race struct {
	Specs  []string `json:"specs"`
	Trials int      `json:"trials"`
}

// race runs what came close in the final round and what is compared with the best of it: the model's batch
// size, those beside both, and every other algorithm at its best. All of it is run anew: a host is slower in one
// minute than in another by more than what tells them apart. The search has n query segments.
func (r *runner) race(ctx context.Context, s datasets.Search, model, n int) error {
	fact, on := "race "+s.Name, race{}
	known, err := r.journal.Fact(fact, &on)
	if err != nil {
		return err
	}
	if c, ok := results.NewContest(r.known()); ok && !known {
		on = r.newRace(c, model, n)
		if err := r.journal.SetFact(fact, on); err != nil {
			return err
		}
	}
	var keys []journal.Key
	for _, spec := range on.Specs {
		keys = append(keys, temporal(s, results.Race, spec))
	}
	return r.interleave(ctx, keys, on.Trials, 0)
}

// newRace picks what is in a race.
func (r *runner) newRace(c results.Contest, model, n int) (on race) {
	sizes := slices.Concat(results.Neighbours(c.Best.S, n), results.Fifths(c.Best.S, n))
	if model > 0 {
		sizes = append(sizes, results.Neighbours(model, n)...)
	}
	for _, p := range c.Periodic {
		if p.Seconds <= closeRace*c.Best.Seconds {
			sizes = append(sizes, p.S)
		}
	}
	slices.Sort(sizes)
	for _, size := range slices.Compact(sizes) {
		on.Specs = append(on.Specs, periodic(size))
	}
	sum := float64(len(on.Specs)) * c.Best.Seconds
	for _, g := range c.Others {
		on.Specs = append(on.Specs, g.Parameter)
		sum += g.Seconds
	}
	slices.Sort(on.Specs)
	on.Trials = r.trials(raceSeconds/sum, raceTrials)
	return on
}
