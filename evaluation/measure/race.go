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

// race goes on with the best batch sizes of the final round, and the model's.
func (r *runner) race(ctx context.Context, s datasets.Search, model int) error {
	fact, on := "race "+s.Name, race{}
	known, err := r.journal.Fact(fact, &on)
	if err != nil {
		return err
	}
	if !known {
		on = r.newRace(model)
		if err := r.journal.SetFact(fact, on); err != nil {
			return err
		}
	}
	var keys []journal.Key
	for _, spec := range on.Specs {
		keys = append(keys, temporal(s, results.Final, spec))
	}
	return r.interleave(ctx, keys, on.Trials, 0)
}

// newRace picks from the final round of the search in use.
func (r *runner) newRace(model int) (on race) {
	c, ok := results.NewContest(r.known())
	if !ok {
		return on
	}
	for _, p := range c.Periodic {
		if p.Seconds <= closeRace*c.Best.Seconds || p.S == model {
			on.Specs = append(on.Specs, p.Parameter)
		}
	}
	fit := raceSeconds / (float64(len(on.Specs)) * c.Best.Seconds)
	on.Trials = r.trials(fit, raceTrials)
	return on
}
