package engine

import (
	"context"
	"errors"
	"fmt"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/perfmodel"
	"flyby/trajectory"
)

// parts runs one method on one device. The entries are cut into parts, each small
// enough for the device; where all parts fit at once they stay resident, otherwise each
// is loaded when its turn comes.
type parts struct {
	config  Config
	method  method
	device  Device
	indexes *indexes
	model   *perfmodel.Model // of the device; nil: none
	all     []*part
	paged   bool
}

// part is a stretch of the entries' trajectories with its index.
type part struct {
	store    *trajectory.Store
	index    index
	at       place           // of the whole store where the part begins
	resident kernel.Resident // nil: not loaded, or on the host
}

// place is where a part of a store begins in the whole.
type place struct {
	traj, row int
}

// placeOf is where a trajectory begins.
func placeOf(s *trajectory.Store, traj int) place {
	row, _ := s.Range(traj)
	return place{traj, row}
}

func newParts(m method, d Device, x *indexes, c Config) *parts {
	return &parts{config: c, method: m, device: d, indexes: x}
}

// open loads the model, if there is one, and all entries. Where it fails, close frees
// what was loaded.
func (g *parts) open(ctx context.Context) error {
	g.model = knownModel(g.device.Device(), g.config.Logger)
	return g.add(ctx, g.indexes.entries, 0, g.indexes.entries.Trajectories())
}

func (g *parts) driver() kernel.Driver { return g.device.Driver }

func (g *parts) choice() Choice {
	return Choice{g.method.name(), g.device.Device(), g.device.Reason}
}

// add loads the trajectories [first, last), in halves where the device refuses.
func (g *parts) add(ctx context.Context, entries *trajectory.Store, first, last int) error {
	p, err := g.newPart(entries, first, last)
	if err == nil {
		err = g.load(ctx, p)
	}
	if err == nil {
		g.all = append(g.all, p)
		return nil
	}
	if !errors.Is(err, kernel.ErrMemory) {
		return err
	}
	if last-first == 1 {
		return fmt.Errorf("flyby: open: trajectory %s alone does not fit the device: %w", entries.ID(first), err)
	}
	half := (first + last) / 2
	if err := g.add(ctx, entries, first, half); err != nil {
		return err
	}
	return g.add(ctx, entries, half, last)
}

// newPart indexes a stretch of trajectories.
func (g *parts) newPart(entries *trajectory.Store, first, last int) (*part, error) {
	x := g.indexes
	if first > 0 || last < entries.Trajectories() {
		x = newIndexes(entries.Slice(first, last), g.config)
	}
	index, err := g.method.index(x)
	return &part{store: x.entries, index: index, at: placeOf(entries, first)}, err
}

// load makes a part resident. If the device is full of other parts, they all
// leave it, and from then on parts are loaded in turn.
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

// loadIndex loads a database on the device, if that has the ability for it.
func (g *parts) loadIndex(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := g.device.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	if err := kernel.Able(r, db); err != nil {
		return nil, errors.Join(fmt.Errorf("engine: method %s on %s: %w", g.method.name(), g.device.Device().Name, err), r.Close())
	}
	return r, nil
}

// evict frees what every part holds on the device.
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

// close frees what the parts hold. The driver stays open.
func (g *parts) close() error { return g.evict() }

// search runs the task against every part. In a join, the parts are joined
// with themselves and searched with the parts before them.
func (g *parts) search(ctx context.Context, t task, out *kernel.Hits) (stats kernel.Stats, err error) {
	if err := g.prepare(ctx, t); err != nil {
		return stats, err
	}
	t.parted = t.Join && len(g.all) > 1
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

// prepare lets the method refuse a task before any part is searched, and tunes the
// device where the method needs a model that is not there.
func (g *parts) prepare(ctx context.Context, t task) (err error) {
	p, ok := g.method.(preparer)
	if !ok {
		return nil
	}
	if err := p.check(t, g); err != nil {
		return err
	}
	if g.model == nil && p.wantsModel(t) {
		g.model, err = tune(ctx, g.device.Driver, g.config)
	}
	return err
}

// preparer is a method that looks at a task before it is run.
type preparer interface {
	// check refuses a task that some part of the entries cannot be searched with.
	check(t task, g *parts) error
	// wantsModel reports whether the task cannot be run without a performance model.
	wantsModel(t task) bool
}

// searchLoaded runs the task against the i-th part and loads it first where it is
// not resident. Where the parts leave the device no room for the work, they are
// loaded in turn from then on.
func (g *parts) searchLoaded(ctx context.Context, t task, i int, out *kernel.Hits) (kernel.Stats, error) {
	if p := g.all[i]; p.resident == nil {
		if err := g.load(ctx, p); err != nil {
			return kernel.Stats{}, err
		}
	}
	before := len(out.Pieces)
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

// searchPart runs the task against the i-th part.
func (g *parts) searchPart(ctx context.Context, t task, i int, out *kernel.Hits) (stats kernel.Stats, err error) {
	p := g.all[i]
	t.report.part(i, len(g.all))
	if !t.Join {
		return g.runShifted(ctx, t, p, place{}, out)
	}
	join := t
	join.Queries = p.store
	stats, err = g.runShifted(ctx, join, p, p.at, out)
	t.Join = false
	for j := 0; j < i && err == nil; j++ {
		var s kernel.Stats
		t.Queries = g.all[j].store
		t.pyramids = newPyramids(t.Queries, t.crew)
		s, err = g.runShifted(ctx, t, p, g.all[j].at, out)
		stats.Add(s)
	}
	return stats, err
}

// runShifted runs a task on one part and maps what was found, and excluded pairs,
// between the part and the whole store; queries is where those begin.
func (g *parts) runShifted(ctx context.Context, t task, p *part, queries place, out *kernel.Hits) (kernel.Stats, error) {
	if t.Excluded != nil && len(g.all) > 1 {
		t.Excluded = excludedWithin(t.Excluded, p.at.traj, p.store.Trajectories())
	}
	from := len(out.Pieces)
	on := stage{g.device.Device(), p.resident, g.model, len(g.all)}
	stats, err := p.index.run(ctx, t, on, out)
	shift(out.Pieces[from:], queries, p.at)
	return stats, err
}

// shift adds to the rows of hits and the trajectories of encounters.
func shift(pieces []kernel.Piece, query, entry place) {
	if query.row == 0 && entry.row == 0 {
		return
	}
	for _, p := range pieces {
		for i := range p.List {
			p.List[i].Query += uint32(query.row)
			p.List[i].Entry += uint32(entry.row)
		}
		if p.Joined != nil {
			p.Joined.Shift(query.traj, entry.traj)
		}
	}
}

// excludedWithin maps excluded pairs to a part of n trajectories from first on.
func excludedWithin(excluded []uint32, first, n int) []uint32 {
	within := make([]uint32, len(excluded))
	for q, e := range excluded {
		within[q] = interaction.NoneExcluded
		if e != interaction.NoneExcluded && int(e) >= first && int(e) < first+n {
			within[q] = e - uint32(first)
		}
	}
	return within
}
