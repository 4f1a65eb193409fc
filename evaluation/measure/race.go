package measure

import (
	"context"
	"slices"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// closeRace is the factor within which of the best something is close to it, in the final round and in the race.
const closeRace = 1.03

// raceRules is how a race goes on: until what is close is told apart, since of many that are equal, one is the
// best by chance.
func (r *runner) raceRules() rules {
	return rules{trials: r.Trials, close: closeRace, most: 401, limit: 48}
}

// race is what runs against each other. It is a fact of the journal: what is known of the final round must not
// change it.
type race struct {
	Specs []string `json:"specs"`
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
		on = newRace(c, model, n)
		if err := r.journal.SetFact(fact, on); err != nil {
			return err
		}
	}
	var keys []journal.Key
	for _, spec := range on.Specs {
		keys = append(keys, temporal(s, results.Race, spec))
	}
	if err := r.settle(ctx, keys, r.raceRules()); err != nil {
		return err
	}
	return r.beside(ctx, s, n)
}

// beside runs the best batch size of the race against its neighbours, if none of them was in the race.
func (r *runner) beside(ctx context.Context, s datasets.Search, n int) error {
	race := results.Where(r.known(), func(g results.Group) bool { return g.Round == results.Race })
	c, ok := results.NewContest(race)
	near := results.Neighbours(c.Best.S, n)
	if !ok || c.Good.S > 0 || len(near) < 2 {
		return nil
	}
	var keys []journal.Key
	for _, size := range near {
		keys = append(keys, temporal(s, results.Beside, periodic(size)))
	}
	return r.settle(ctx, keys, r.raceRules())
}

// newRace picks what is in a race.
func newRace(c results.Contest, model, n int) (on race) {
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
	for _, g := range c.Others {
		on.Specs = append(on.Specs, g.Parameter)
	}
	slices.Sort(on.Specs)
	return on
}
