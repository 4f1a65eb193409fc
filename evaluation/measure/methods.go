package measure

import (
	"context"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// MethodsRound is the round in which methods and devices compare.
const MethodsRound = "methods"

// hopeless is the ratio to the fastest from which on a choice is measured once only.
const hopeless = 5.0

// methods runs the temporal method at its best batch size, the spatiotemporal one, both on the cpu too, and
// method auto on the device of its choice.
func (r *runner) methods(ctx context.Context, s datasets.Search) error {
	best, ok := results.NewContest(r.known())
	if !ok {
		return nil
	}
	devices := []string{""}
	if r.Device != "cpu" {
		devices = append(devices, "cpu")
	}
	var keys []journal.Key
	for _, device := range devices {
		k := temporal(s, MethodsRound, best.Best.Parameter)
		k.Device = device
		keys = append(keys, k)
		keys = append(keys, journal.Key{
			Search: s.Name, Method: string(flyby.MethodSpatiotemporal), Device: device, Round: MethodsRound,
		})
	}
	keys = append(keys, journal.Key{
		Search: s.Name, Method: string(flyby.MethodAuto), Device: "auto", Round: MethodsRound,
	})
	return r.interleave(ctx, keys, max(r.Trials, 5), hopeless)
}
