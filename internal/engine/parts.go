package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"flyby/internal/partition"
	"flyby/internal/predict"
	"flyby/kernel"
)

// parts runs one method on one device. The entries are cut into parts, each small
// enough for the device; where all parts fit at once they stay resident, otherwise each
// is loaded when its turn comes.
type parts struct {
	config  Config
	method  method
	device  Device
	indexes *indexes
	model   *predict.Model // of the device; nil: none
	all     []*part
	paged   bool
}

// part is a part of the entries with its index.
type part struct {
	*partition.Part
	index    index
	resident kernel.Resident // nil: not loaded, or on the host
}

func newParts(m method, d Device, x *indexes, c Config) *parts {
	return &parts{config: c, method: m, device: d, indexes: x}
}

// open loads all entries. Where it fails, none of them stays loaded.
func (g *parts) open(ctx context.Context) error {
	err := g.add(ctx, partition.Whole(g.indexes.entries))
	if err != nil {
		err = errors.Join(err, g.close())
		g.all, g.paged = nil, false
	}
	return err
}

func (g *parts) driver() kernel.Driver { return g.device.Driver }

func (g *parts) choice() Choice {
	return Choice{g.method.name(), g.device.Device(), g.device.Reason}
}

// add loads entries, in halves where the device refuses.
func (g *parts) add(ctx context.Context, entries *partition.Part) error {
	return partition.Run(entries, func(p *partition.Part) error {
		return g.addPart(ctx, p)
	}, halvesForMemory)
}

// halvesForMemory returns the halves of a part for which a device has no memory.
func halvesForMemory(p *partition.Part, err error) []*partition.Part {
	if !errors.Is(err, kernel.ErrMemory) {
		return nil
	}
	return p.Halves()
}

// addPart indexes and loads a part of the entries.
func (g *parts) addPart(ctx context.Context, entries *partition.Part) error {
	x := g.indexes
	if entries.Store != x.entries {
		x = newIndexes(entries.Store, g.config)
	}
	x.ctx = ctx
	index, err := g.method.index(x)
	x.ctx = nil
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	p := &part{Part: entries, index: index}
	if err := g.load(ctx, p); err != nil {
		if errors.Is(err, kernel.ErrMemory) && entries.Store.Trajectories() == 1 {
			return fmt.Errorf("engine: open: trajectory %s alone does not fit the device: %w", entries.Store.ID(0), err)
		}
		return err
	}
	g.all = append(g.all, p)
	return nil
}

// load makes a part resident. If the device is full of other parts, they all leave it,
// and from then on parts are loaded in turn.
func (g *parts) load(ctx context.Context, p *part) (err error) {
	l, ok := p.index.(loader)
	if !ok {
		return nil
	}
	p.resident, err = g.loadIndex(ctx, l.database())
	if err == nil || !errors.Is(err, kernel.ErrMemory) {
		return err
	}
	if err := g.evict(); err != nil {
		return err
	}
	p.resident, err = g.loadIndex(ctx, l.database())
	if err == nil && len(g.all) > 0 {
		g.paged = true
	}
	return err
}

// loadIndex loads a database on the device, if the device has the ability for it.
func (g *parts) loadIndex(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := g.device.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	if err := db.Able(r); err != nil {
		return nil, errors.Join(fmt.Errorf("engine: method %s on %s: %w", g.method.name(), g.device.Device().Name, err), r.Close())
	}
	return r, nil
}

// evict frees the device memory of every part.
func (g *parts) evict() error {
	var errs []error
	for _, p := range g.all {
		if p.resident != nil {
			errs = append(errs, p.resident.Close())
			p.resident = nil
		}
	}
	return errors.Join(errs...)
}

// close frees the device memory of the parts. The driver stays open.
func (g *parts) close() error { return g.evict() }

// search runs the task on every part. In a join, each part is joined with itself and
// searched with the parts before it.
func (g *parts) search(ctx context.Context, t task, out *kernel.Hits) (stats kernel.Stats, err error) {
	if stats.TuningTime, err = g.prepare(ctx, t); err != nil {
		return stats, err
	}
	t.Part = t.Part || t.Join && len(g.all) > 1
	for i := range g.all {
		s, err := g.searchLoaded(ctx, t, i, out)
		stats.Add(s)
		if err != nil {
			return stats, err
		}
		if g.paged {
			if err := g.evict(); err != nil {
				return stats, err
			}
		}
	}
	return stats, nil
}

// prepare lets the method refuse a task before any part is searched, and tunes the device
// where the method needs a model and there is none. It returns the nanoseconds that tuning took.
func (g *parts) prepare(ctx context.Context, t task) (took int64, err error) {
	p, ok := g.method.(preparer)
	if !ok {
		return 0, nil
	}
	if err := p.check(t, g); err != nil || !g.tunes(t) {
		return 0, err
	}
	begun := time.Now()
	g.config.Logger.Warn("no model of " + g.device.Device().Selector + " yet: measuring it first, " + tuningTime + "; flyby tune keeps it")
	g.model, err = tune(ctx, g.device.Driver, g.config)
	return int64(time.Since(begun)), err
}

// tunes reports whether a task makes a performance model first.
func (g *parts) tunes(t task) bool {
	p, ok := g.method.(preparer)
	return ok && g.model == nil && p.wantsModel(t)
}

// preparer is a method that looks at a task before it is run.
type preparer interface {
	// check refuses a task that some part of the entries cannot be searched with.
	check(t task, g *parts) error
	// wantsModel reports whether the task cannot be run without a performance model.
	wantsModel(t task) bool
}

// searchLoaded runs the task on the i-th part and loads it first where it is not
// resident. Where the parts leave the device no room for the work, they are loaded in
// turn from then on.
func (g *parts) searchLoaded(ctx context.Context, t task, i int, out *kernel.Hits) (kernel.Stats, error) {
	if p := g.all[i]; p.resident == nil {
		if err := g.load(ctx, p); err != nil {
			return kernel.Stats{}, err
		}
	}
	before := len(out.Lists)
	stats, err := g.searchPart(ctx, t, i, out)
	if !errors.Is(err, kernel.ErrMemory) || g.paged || len(g.all) == 1 {
		return stats, err
	}
	out.Truncate(before)
	g.paged = true
	if err := g.evict(); err != nil {
		return stats, err
	}
	return g.searchLoaded(ctx, t, i, out)
}

// searchPart runs the task on the i-th part: a join as a join of the part, and a search
// of it for each part before.
func (g *parts) searchPart(ctx context.Context, t task, i int, out *kernel.Hits) (stats kernel.Stats, err error) {
	p := g.all[i]
	if !t.Join {
		t.report.part(i, len(g.all))
		return g.runPart(ctx, t, p, partition.Whole(t.Queries), out)
	}
	before, all := joinRuns(i), joinRuns(len(g.all))
	t.report.part(before, all)
	stats, err = g.runPart(ctx, t, p, p.Part, out)
	t.Join = false
	for j := 0; j < i && err == nil; j++ {
		var s kernel.Stats
		t.report.part(before+1+j, all)
		t.pyramids = newPyramids(g.all[j].Store, t.pool)
		s, err = g.runPart(ctx, t, p, g.all[j].Part, out)
		stats.Add(s)
	}
	return stats, err
}

// joinRuns is the number of runs that the join of n parts takes.
func joinRuns(n int) int { return n * (n + 1) / 2 }

// runPart runs a task on a part of the entries and a part of the queries.
func (g *parts) runPart(ctx context.Context, t task, p *part, queries *partition.Part, out *kernel.Hits) (kernel.Stats, error) {
	pair := partition.Pair{Queries: queries, Entries: p.Part}
	t.Queries, t.Excluded = queries.Store, pair.Excluded(t.Rule)
	from := len(out.Lists)
	on := stage{g.device.Device(), p.resident, g.model, len(g.all)}
	stats, err := p.index.run(ctx, t, on, out)
	pair.MoveBack(out.Lists[from:])
	return stats, err
}
