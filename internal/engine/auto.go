package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"flyby/internal/placement"
	"flyby/kernel"
	"flyby/trajectory"
)

// auto searches by the method spatiotemporal, on the device where it is predicted to be fastest: of open devices by their performance models, without which it takes
// the first one; a further device counts with its start. A device without the abilities for that method takes temporal.
type auto struct {
	devices  []Device
	indexes  *indexes
	ways     []*parts // the default first; a way is opened when it is first chosen
	last     *parts
	further  *Further         // nil: there is none, or it is open
	cores    placement.Device // of the first device, where there is a further one
	lost     float64          // seconds that searches took longer on the cores than on the further device
	prepared bool             // the next search has its way
}

// newAuto opens the first way that its device is able to run: spatiotemporal on every device, then temporal on the first. It closes the drivers
// where it fails.
func newAuto(ctx context.Context, entries *trajectory.Store, devices []Device, c Config) (*auto, error) {
	a := &auto{devices: devices, indexes: newIndexes(entries, c)}
	for _, d := range devices {
		a.ways = append(a.ways, newParts(spatiotemporal{}, d, a.indexes, c))
	}
	a.ways = append(a.ways, newParts(temporal{}, devices[0], a.indexes, c))
	for _, w := range a.ways {
		w.model = knownModel(w.device.Device(), c.Logger)
	}
	if c.Further != nil {
		return a, a.wait(ctx, c)
	}
	if err := a.openAny(ctx, func() { a.last = a.ways[0] }); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

// wait makes the index alone: which device loads it is chosen for the first search.
func (a *auto) wait(ctx context.Context, c Config) error {
	a.further, a.last, a.cores = c.Further, a.ways[0], placement.Cores(a.ways[0].model, c.Threads)
	a.indexes.ctx = ctx
	_, err := a.indexes.pyramid()
	a.indexes.ctx = nil
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return errors.Join(err, a.close())
	}
	return nil
}

// openAny opens the way that choose takes. A way that needs an ability which its device lacks is dropped.
func (a *auto) openAny(ctx context.Context, choose func()) error {
	for {
		choose()
		if len(a.last.all) > 0 {
			return nil
		}
		if err := a.last.open(ctx); !errors.Is(err, kernel.ErrAbility) || len(a.ways) == 1 {
			return err
		}
		a.ways = slices.DeleteFunc(a.ways, func(w *parts) bool { return w == a.last })
	}
}

func (a *auto) search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error) {
	if !t.again && !a.prepared {
		if err := a.openAny(ctx, func() { a.choose(t) }); err != nil {
			return kernel.Stats{}, err
		}
	}
	a.prepared = false
	return a.last.search(ctx, t, out)
}

// choose sets the way of a search: the first, unless another device is predicted to be clearly faster. Entries in several parts stay with the first,
// since predictions hold for entries in one part.
func (a *auto) choose(t task) {
	if a.further != nil && len(a.ways[0].all) <= 1 && a.ways[0].method == method(spatiotemporal{}) && t.Queries.Trajectories() > 0 {
		a.weigh(t)
	}
	a.last = a.ways[0]
	walks := slices.DeleteFunc(slices.Clone(a.ways), func(w *parts) bool { return w.method != method(spatiotemporal{}) || w.model == nil })
	if len(walks) < 2 || walks[0] != a.last || len(a.last.all) != 1 {
		return
	}
	boxes := a.last.all[0].index.(*pyramidIndex)
	seconds := make([]float64, len(walks))
	for i, w := range walks {
		seconds[i] = w.model.Walk.Time(boxes.count(t, w.model.Walk.Stride))
	}
	a.last = walks[placement.Choose(seconds...)]
}

// driver returns the driver of the default.
func (a *auto) driver() kernel.Driver { return a.devices[0].Driver }

func (a *auto) choice() Choice { return a.last.choice() }

func (a *auto) close() error {
	var errs []error
	for _, w := range a.ways {
		errs = append(errs, w.close())
	}
	return errors.Join(append(errs, closeAll(a.devices))...)
}
