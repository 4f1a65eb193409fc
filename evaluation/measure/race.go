package measure

import (
	"context"
	"fmt"
	"slices"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// closeRace is the greatest multiple of the best time that is close to it, in the final round and in the race.
const closeRace = 1.03

// DefaultRace is the seconds that a race may take, all its runs together.
const DefaultRace = 48.0

// RaceFact names the fact, a number, of the seconds that a race of the journal may take; without it they are DefaultRace.
const RaceFact = "race seconds"

// agreeRace writes to a new journal how long races may take, and refuses a journal with other races: their end is a choice that a resumed evaluation
// makes again.
func (r *runner) agreeRace() error {
	known := DefaultRace
	told, err := r.journal.Fact(RaceFact, &known)
	if err != nil {
		return err
	}
	begun := false
	for range r.journal.Runs() {
		begun = true
		break
	}
	switch {
	case known == r.Race:
		return nil
	case told || begun:
		return fmt.Errorf("the journal's races take up to %v s, and now up to %v s: go on as it began, or begin another", known, r.Race)
	}
	return r.journal.SetFact(RaceFact, r.Race)
}

// raceRules returns the rules of a race: it goes on until close times are told apart, since the best of many
// equal times is the best by chance.
func (r *runner) raceRules() rules {
	return rules{trials: r.Trials, close: closeRace, most: 401, limit: r.Race}
}

// race lists the runs that compete. It is a fact of the journal: later runs of the final round must not change
// it.
type race struct {
	Specs []string `json:"specs"`
}

// race runs the batch sizes that came close to the best of the final round, and everything that is compared with
// this best: the model's batch size, the neighbours of both, and every other algorithm at its best. All run anew:
// a host's speed differs from minute to minute by more than these times differ. The search has n query segments.
func (r *runner) race(ctx context.Context, s datasets.Search, model, n int) error {
	fact, on := "race "+s.Name, race{}
	known, err := r.journal.Fact(fact, &on)
	if err != nil {
		return err
	}
	if c, ok := results.NewContest(r.measurements()); ok && !known {
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
	return r.raceNeighbours(ctx, s, n)
}

// raceNeighbours runs the best batch size of the race against its neighbours, if no neighbour was in the race.
func (r *runner) raceNeighbours(ctx context.Context, s datasets.Search, n int) error {
	race := results.Where(r.measurements(), func(g results.Group) bool { return g.Round == results.Race })
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

// newRace picks the runs of a race.
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
