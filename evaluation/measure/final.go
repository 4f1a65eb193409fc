package measure

import (
	"cmp"
	"context"
	"slices"

	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// The final round repeats until it has taken finalSeconds, at least as often as there are trials and at
// most finalTrials times.
const (
	finalSeconds = 6.0
	finalTrials  = 31
)

// final runs the best parameters side by side: batch sizes of Periodic (the best and its neighbours, the
// paper's and the model's), and the two best parameters of every other algorithm.
func (r *runner) final(ctx context.Context, s datasets.Search) error {
	n, err := r.queries(s)
	if err != nil {
		return err
	}
	near := r.fastestSizes()
	if len(near) == 0 {
		return nil
	}
	sizes := append(results.Zoom(near[0].S, n), min(PaperSize, n))
	for _, p := range near[:min(3, len(near))] {
		sizes = append(sizes, p.S)
	}
	var model Predictions
	if ok, err := r.journal.Fact(PredictionFact(s.Name), &model); err != nil {
		return err
	} else if ok {
		sizes = append(sizes, model.Choice.S)
	}
	slices.Sort(sizes)
	var keys []journal.Key
	for _, size := range slices.Compact(sizes) {
		keys = append(keys, temporal(s, results.Final, periodic(size)))
	}
	sum := float64(len(keys)) * near[0].Seconds
	for _, g := range finalists(r.tunedGroups()) {
		keys = append(keys, temporal(s, results.Final, g.Parameter))
		sum += g.Seconds
	}
	if err := r.settle(ctx, keys, rules{trials: r.trials(finalSeconds/sum, finalTrials)}); err != nil {
		return err
	}
	if r.Quick {
		return nil
	}
	return r.race(ctx, s, model.Choice.S, n)
}

// tunedGroups returns the measurements of the parameters of all algorithms but Periodic.
func (r *runner) tunedGroups() []results.Group {
	return results.Where(r.measurements(), func(g results.Group) bool { return g.Round == results.Tuning })
}

// finalists returns the two fastest parameters of each algorithm, in order of the algorithm's first run.
func finalists(tuned []results.Group) []results.Group {
	var names []string
	by := map[string][]results.Group{}
	for _, g := range tuned {
		name := results.Algorithm(g.Parameter)
		if by[name] == nil {
			names = append(names, name)
		}
		by[name] = append(by[name], g)
	}
	var all []results.Group
	for _, name := range names {
		slices.SortStableFunc(by[name], func(a, b results.Group) int { return cmp.Compare(a.Seconds, b.Seconds) })
		all = append(all, by[name][:min(2, len(by[name]))]...)
	}
	return all
}
