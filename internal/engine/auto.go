package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"flyby/internal/predict"
	"flyby/kernel"
	"flyby/perfmodel"
	"flyby/trajectory"
)

// auto predicts the time of a search for each offer by the devices' performance models, and takes the fastest.
// Without models it takes the first offer.
type auto struct {
	config  Config
	devices []Device
	indexes *indexes
	offers  []*offer // the default first
	last    *offer
}

// offer is a method on a device. Its parts are loaded when it is first chosen.
type offer struct {
	method candidate
	device Device
	model  *predict.Model // of the device; nil: none
	parts  *parts         // nil: not chosen yet
}

// newAuto makes the offers, and opens the first one that its device is able to run: the first candidate on every
// device, the others on the first device. It closes the drivers where it fails.
func newAuto(ctx context.Context, entries *trajectory.Store, devices []Device, c Config) (*auto, error) {
	a := &auto{config: c, devices: devices, indexes: newIndexes(entries, c)}
	for _, m := range c.methods {
		m, ok := m.(candidate)
		if !ok {
			continue
		}
		first := len(a.offers) == 0
		for _, d := range devices {
			if first || d == devices[0] {
				a.offers = append(a.offers, &offer{method: m, device: d, model: knownModel(d.Device(), c.Logger)})
			}
		}
	}
	if err := a.openAny(ctx, func() { a.last = a.offers[0] }); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

// openAny opens the offer that choose takes. An offer that needs an ability which its device lacks is dropped.
func (a *auto) openAny(ctx context.Context, choose func()) error {
	for {
		choose()
		err := a.open(ctx, a.last)
		if !errors.Is(err, kernel.ErrAbility) || len(a.offers) == 1 {
			return err
		}
		a.offers = slices.DeleteFunc(a.offers, func(o *offer) bool { return o == a.last })
	}
}

// open loads the entries for an offer.
func (a *auto) open(ctx context.Context, o *offer) error {
	if o.parts != nil {
		return nil
	}
	p := newParts(o.method, o.device, a.indexes, a.config)
	if err := p.open(ctx); err != nil {
		return errors.Join(err, p.close())
	}
	o.parts = p
	return nil
}

func (a *auto) search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error) {
	if !t.again {
		if err := a.openAny(ctx, func() { a.choose(t) }); err != nil {
			return kernel.Stats{}, err
		}
	}
	if a.last.model != nil {
		t.Batching = nil // the model's
	}
	return a.last.parts.search(ctx, t, out)
}

// choose sets the offer of a search. Entries in several parts are searched by the first offer, since predictions
// hold for entries in one part.
func (a *auto) choose(t task) {
	a.last = a.offers[0]
	if a.last.model == nil || len(a.last.parts.all) != 1 {
		return
	}
	offers, predictions := a.plan(t, 0)
	best := predict.Choose(predictions)
	if best < 0 {
		return
	}
	a.last = offers[best]
	least := predictions[best].Time()
	offers, predictions = a.plan(t, least)
	for i, o := range offers {
		if time := predictions[i].Time() + a.opening(o); time < least {
			a.last, least = o, time
		}
	}
}

// plan predicts offers by their models. With best 0 it takes the offers that cost next to nothing to plan
// (candidate.pays); else the offers that may be faster than best, the time of the best known offer, and whose
// planning pays at that time.
func (a *auto) plan(t task, best time.Duration) (offers []*offer, predictions []perfmodel.Prediction) {
	for _, o := range a.offers {
		pays := o.method.pays()
		if o.model == nil || (pays == 0) != (best == 0) || pays > best || best > 0 && a.ruledOut(o, t, best) {
			continue
		}
		index, err := o.method.index(a.indexes)
		if err != nil {
			continue
		}
		if planner, ok := index.(planner); ok {
			offers, predictions = append(offers, o), append(predictions, planner.plan(t, o.model))
		}
	}
	return offers, predictions
}

// ruledOut reports whether an offer cannot be faster than best, the time of another: opening it, and the least
// time of its method (candidate.floor), take as long. That is known without an index.
func (a *auto) ruledOut(o *offer, t task, best time.Duration) bool {
	opening := a.opening(o)
	return opening >= best || opening+o.method.floor(a.indexes, t, o.model) >= best
}

// segmentOpening is about the time to index and load a segment.
const segmentOpening = 200 * time.Nanosecond

// opening returns about the time to open an offer.
func (a *auto) opening(o *offer) time.Duration {
	if o.parts != nil {
		return 0
	}
	return time.Duration(a.indexes.entries.Segments()) * segmentOpening
}

// driver returns the driver of the default.
func (a *auto) driver() kernel.Driver { return a.devices[0].Driver }

func (a *auto) choice() Choice {
	return Choice{a.last.method.name(), a.last.device.Device(), a.last.device.Reason}
}

func (a *auto) close() error {
	var errs []error
	for _, o := range a.offers {
		if o.parts != nil {
			errs = append(errs, o.parts.close())
		}
	}
	return errors.Join(append(errs, closeAll(a.devices))...)
}
