package measure

import (
	"context"

	"flyby"
	"flyby/batching"
	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// MethodsRound is the round in which methods and devices compare.
const MethodsRound = "methods"

// ModelBatching is the parameter of a run in which the model picks the batch size.
const ModelBatching = batching.Model

// methods runs the temporal method at its best batch size and at the model's, the spatiotemporal one, both on
// the cpu too where method auto may choose it (temporal with the default batches there), and method auto.
func (r *runner) methods(ctx context.Context, s datasets.Search) error {
	best, ok := results.NewContest(r.measurements())
	if !ok {
		return nil
	}
	devices := []string{""}
	if r.Device != "cpu" && r.Auto == AutoDevice {
		devices = append(devices, "cpu")
	}
	var keys []journal.Key
	for _, device := range devices {
		fixed := temporal(s, MethodsRound, best.Best.Parameter)
		walk := journal.Key{Search: s.Name, Method: string(flyby.MethodSpatiotemporal), Round: MethodsRound}
		if device != "" {
			fixed.Device, walk.Device, fixed.Parameter = device, device, batching.Default
		}
		keys = append(keys, fixed, walk)
	}
	if !r.QuickModel {
		keys = append(keys, temporal(s, MethodsRound, ModelBatching))
	}
	keys = append(keys, journal.Key{Search: s.Name, Method: string(flyby.MethodAuto), Device: r.Auto, Round: MethodsRound})
	return r.settle(ctx, keys, r.methodRules())
}

// methodRules returns the rules for methods run against each other: times of a search of a millisecond differ
// by chance more than auto may cost.
func (r *runner) methodRules() rules {
	return rules{trials: max(r.Trials, 5), hopeless: 5, close: 1.2, most: 151, limit: 12}
}
