package measure

import (
	"context"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// Batch sizes within closeRace of the best, and the model's, repeat on until they have taken raceSeconds, at
// most raceTrials times: of many that are equal, one is the best by chance.
const (
	closeRace   = 1.05
	raceSeconds = 10.0
	raceTrials  = 151
)

// race is the batch sizes that are measured more closely, and how often. It is a fact of the journal: more
// trials would change it.
type race struct {
	Specs  []string `json:"specs"`
	Trials int      `json:"trials"`
}

// race goes on with the best batch sizes of the final round, and the model's, and then with those beside the
// best of them.
func (r *runner) race(ctx context.Context, s datasets.Search, model int) error {
	if err := r.goOn(ctx, s, "race ", func(c results.Contest) race { return r.newRace(c, model) }); err != nil {
		return err
	}
	n, err := r.queries(s)
	if err != nil {
		return err
	}
	return r.goOn(ctx, s, "neighbours ", func(c results.Contest) race { return newNeighbours(c, n) })
}

// goOn repeats batch sizes of the final round, those of a fact or else of a new one.
func (r *runner) goOn(ctx context.Context, s datasets.Search, fact string, pick func(results.Contest) race) error {
	var on race
	known, err := r.journal.Fact(fact+s.Name, &on)
	if err != nil {
		return err
	}
	if c, ok := results.NewContest(r.known()); ok && !known {
		on = pick(c)
		if err := r.journal.SetFact(fact+s.Name, on); err != nil {
			return err
		}
	}
	var keys []journal.Key
	for _, spec := range on.Specs {
		keys = append(keys, temporal(s, results.Final, spec))
	}
	return r.interleave(ctx, keys, on.Trials, 0)
}

// newRace picks those within closeRace of the best, and the model's.
func (r *runner) newRace(c results.Contest, model int) (on race) {
	for _, p := range c.Periodic {
		if p.Seconds <= closeRace*c.Best.Seconds || p.S == model {
			on.Specs = append(on.Specs, p.Parameter)
		}
	}
	on.Trials = r.trials(raceSeconds/(float64(len(on.Specs))*c.Best.Seconds), raceTrials)
	return on
}

// newNeighbours picks what PeriodicGood is the worst of, as often as the best was run; n is the number of
// query segments.
func newNeighbours(c results.Contest, n int) race {
	on := race{Trials: c.Best.Trials}
	for _, size := range results.Neighbours(c.Best.S, n) {
		on.Specs = append(on.Specs, periodic(size))
	}
	return on
}
