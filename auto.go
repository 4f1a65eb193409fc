package flyby

import (
	"context"
	"errors"
	"time"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/perfmodel"
	"flyby/trajectory"
)

// autoEngine is the engine of MethodAuto: it predicts by the devices'
// performance models what a search would take each way, and goes the fastest.
// Without models it goes the first way.
type autoEngine struct {
	settings settings
	indexes  *indexes
	offers   []*offer // the default first
	last     *offer
	known    knownWalk
	bins     *part // what planning the temporal method needs; nil until then
}

// knownWalk is the walk that was counted last: a search much like it is not
// counted again.
type knownWalk struct {
	rule    interaction.Rule
	queries int
	counts  map[int]perfmodel.WalkCount // by stride
}

// like reports whether a search is much like the one counted: of the same
// rule, and of about as many query segments.
func (k *knownWalk) like(t task) bool {
	n := t.queries.Segments()
	return k.counts != nil && k.rule.Distance == t.Distance && k.rule.Window == t.Window && k.rule.Join == t.Join &&
		n <= 2*k.queries && k.queries <= 2*n
}

// offer is one way: a method on a device. Its engine opens when first chosen.
type offer struct {
	method Method
	driver kernel.Driver
	reason string
	model  *perfmodel.Model
	engine *deviceEngine
}

// newAutoEngine opens the devices: the one asked for, or the GPU and the cpu
// where both are here; and the engine of the first way.
func newAutoEngine(ctx context.Context, entries *trajectory.Store, s settings) (*autoEngine, error) {
	driver, reason, err := openDriver(s.Device, s.Options)
	if err != nil {
		return nil, err
	}
	a := &autoEngine{settings: s, indexes: newIndexes(entries, s)}
	a.offer(MethodSpatiotemporal, driver, reason)
	if reason == firstGPU {
		a.offer(MethodSpatiotemporal, host.New(s.Threads), "predicted to be faster than the GPU")
	}
	a.offer(MethodTemporal, driver, reason)
	a.last = a.offers[0]
	if err := a.open(ctx, a.last); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

// main is the driver of the default.
func (a *autoEngine) main() kernel.Driver { return a.offers[0].driver }

func (a *autoEngine) offer(m Method, d kernel.Driver, reason string) {
	a.offers = append(a.offers, &offer{method: m, driver: d, reason: reason, model: knownModel(d.Device(), a.settings.Logger)})
}

// open opens the engine of an offer, which shares its driver with others.
func (a *autoEngine) open(ctx context.Context, o *offer) error {
	if o.engine != nil {
		return nil
	}
	s := a.settings
	s.Method = o.method
	if o.method == MethodTemporal && o.model != nil {
		s.Batching, s.algorithm = ModelBatching, nil
	}
	g := &deviceEngine{settings: s, driver: o.driver, shared: true, how: choice{o.method, o.driver.Device(), o.reason}, indexes: a.indexes}
	if err := g.loadAll(ctx); err != nil {
		return errors.Join(err, g.close())
	}
	o.engine = g
	return nil
}

func (a *autoEngine) search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error) {
	a.choose(t)
	if err := a.open(ctx, a.last); err != nil {
		return kernel.Stats{}, err
	}
	return a.last.engine.search(ctx, t, out)
}

// What a choice may cost, and the walk that is worth comparing with the
// temporal method: preparing that comparison takes some milliseconds.
const (
	choicePairs = 128
	longWalk    = 100 * time.Millisecond
)

// choose sets the way of a search.
func (a *autoEngine) choose(t task) {
	a.last = a.offers[0]
	if a.offers[0].model == nil || len(a.offers[0].engine.parts) != 1 {
		return
	}
	walks, predictions := a.walks(t)
	best := perfmodel.Choose(predictions)
	if best < 0 {
		return
	}
	a.last = walks[best]
	if o := a.temporal(); predictions[best].Time() > longWalk && o.model != nil && a.indexes.need(MethodTemporal) == nil {
		plan := a.planTemporal(o, t)
		opening := time.Duration(0)
		if o.engine == nil {
			opening = openingTime(a.indexes.entries.Segments())
		}
		if plan.Time()+opening < predictions[best].Time() {
			a.last = o
		}
	}
}

// walks predicts the offers of the pyramid walk that have a model.
func (a *autoEngine) walks(t task) (offers []*offer, predictions []perfmodel.Prediction) {
	if !a.known.like(t) {
		a.known = knownWalk{t.Rule, t.queries.Segments(), map[int]perfmodel.WalkCount{}}
	}
	for _, o := range a.offers {
		if o.method == MethodSpatiotemporal && o.model != nil {
			offers, predictions = append(offers, o), append(predictions, o.model.PredictWalk(a.count(t, o.model.Walk.Stride)))
		}
	}
	return offers, predictions
}

// count counts a walk on a sample, once for searches alike.
func (a *autoEngine) count(t task, stride int) perfmodel.WalkCount {
	count, ok := a.known.counts[stride]
	if !ok {
		entries := a.indexes.pyramid()
		queries := entries
		if !t.Join {
			queries = t.pyramids.in(entries)
		}
		count = perfmodel.CountWalk(queries, entries, t.Rule, stride, choicePairs, 1)
		a.known.counts[stride] = count
	}
	return count
}

// temporal returns the offer of MethodTemporal.
func (a *autoEngine) temporal() *offer { return a.offers[len(a.offers)-1] }

// planTemporal predicts a search by the temporal method.
func (a *autoEngine) planTemporal(o *offer, t task) perfmodel.Prediction {
	if a.bins == nil {
		a.bins = &part{Database: kernel.Database{Store: a.indexes.entries, Bins: a.indexes.bins()}}
	}
	profile, rows := newProfile(t.queries, a.bins.Bins, t.Window)
	if len(rows) == 0 {
		return perfmodel.Prediction{}
	}
	return o.model.Plan(a.bins.workload(t, profile, rows))
}

// openingTime is about what it takes to index and load so many segments.
func openingTime(segments int) time.Duration {
	return time.Duration(segments) * 200 * time.Nanosecond
}

func (a *autoEngine) choice() choice {
	return choice{a.last.method, a.last.driver.Device(), a.last.reason}
}

func (a *autoEngine) close() error {
	var errs []error
	for _, o := range a.offers {
		if o.engine != nil {
			errs = append(errs, o.engine.close())
		}
	}
	closed := map[kernel.Driver]bool{}
	for _, o := range a.offers {
		if !closed[o.driver] {
			closed[o.driver] = true
			errs = append(errs, o.driver.Close())
		}
	}
	return errors.Join(errs...)
}
