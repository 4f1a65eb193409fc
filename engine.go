package flyby

import (
	"context"
	"errors"
	"fmt"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/perfmodel"
	"flyby/trajectory"
)

// deviceEngine runs a method of the paper's or ours through a driver. The
// entries are cut into parts, each small enough for the device; where all parts
// fit at once they stay resident, otherwise each is loaded when its turn comes.
type deviceEngine struct {
	settings settings
	driver   kernel.Driver
	shared   bool // the driver: somebody else closes it
	how      choice
	indexes  *indexes
	model    *perfmodel.Model // of the device; nil: none
	parts    []*part
	paged    bool
	counted  uint64 // bytes that there was memory for, to make batches in
}

// part is a stretch of the entries' trajectories with its index.
type part struct {
	kernel.Database
	at       place // of the whole store where the part begins
	resident kernel.Resident
	extents  *perfmodel.Entries // for the model, once asked for
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

// main is the driver that searches run on.
func (g *deviceEngine) main() kernel.Driver { return g.driver }

// newDeviceEngine loads the entries. It closes the driver if it fails.
func newDeviceEngine(ctx context.Context, d kernel.Driver, reason string, x *indexes, s settings) (*deviceEngine, error) {
	g := &deviceEngine{settings: s, driver: d, how: choice{s.Method, d.Device(), reason}, indexes: x}
	err := g.loadAll(ctx)
	if err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// loadAll loads the model, if there is one, and all entries.
func (g *deviceEngine) loadAll(ctx context.Context) (err error) {
	g.model = knownModel(g.driver.Device(), g.settings.Logger)
	if g.model == nil && g.settings.Method == MethodTemporal && g.settings.Batching == ModelBatching {
		if g.model, err = tune(ctx, g.driver, g.settings); err != nil {
			return err
		}
	}
	return g.add(ctx, g.indexes.entries, 0, g.indexes.entries.Trajectories())
}

func (g *deviceEngine) choice() choice { return g.how }

// add loads the trajectories [first, last), in halves where the device refuses.
func (g *deviceEngine) add(ctx context.Context, entries *trajectory.Store, first, last int) error {
	p, err := g.newPart(entries, first, last)
	if err == nil {
		err = g.load(ctx, p)
	}
	if err == nil {
		g.parts = append(g.parts, p)
		g.prepareModel()
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

// prepareModel makes what the model's batches need of the entries, so that no
// search has to.
func (g *deviceEngine) prepareModel() {
	for _, p := range g.parts {
		if g.settings.Batching == ModelBatching && g.model != nil && p.Bins != nil && p.extents == nil {
			p.extents = perfmodel.NewEntries(p.Store, p.Bins)
		}
	}
}

// newPart indexes a stretch of trajectories.
func (g *deviceEngine) newPart(entries *trajectory.Store, first, last int) (*part, error) {
	p := &part{at: placeOf(entries, first)}
	x := g.indexes
	if first > 0 || last < entries.Trajectories() {
		x = newIndexes(entries.Slice(first, last), g.settings)
	}
	p.Store = x.entries
	if err := x.need(g.settings.Method); err != nil {
		return nil, err
	}
	if g.settings.Method == MethodTemporal {
		p.Bins = x.bins()
	} else {
		p.Pyramid = x.pyramid()
	}
	return p, nil
}

// load makes a part resident. If the device is full of other parts, they all
// leave it, and from then on parts are loaded in turn.
func (g *deviceEngine) load(ctx context.Context, p *part) (err error) {
	p.resident, err = g.driver.Load(ctx, p.Database)
	if err == nil || !errors.Is(err, kernel.ErrMemory) {
		return err
	}
	if err := g.evict(); err != nil {
		return err
	}
	p.resident, err = g.driver.Load(ctx, p.Database)
	if err == nil && len(g.parts) > 0 {
		g.paged = true
	}
	return err
}

// evict frees what every part holds on the device.
func (g *deviceEngine) evict() error {
	var errs []error
	for _, p := range g.parts {
		if p.resident != nil {
			errs = append(errs, p.resident.Close())
			p.resident = nil
		}
	}
	return errors.Join(errs...)
}

func (g *deviceEngine) close() error {
	err := g.evict()
	if !g.shared {
		err = errors.Join(err, g.driver.Close())
	}
	return err
}

// search runs the task against every part. In a join, the parts are joined
// with themselves and searched with the parts before them.
func (g *deviceEngine) search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error) {
	var stats kernel.Stats
	if t.parted = t.Join && len(g.parts) > 1; t.parted {
		if err := g.fits(t); err != nil {
			return stats, err
		}
	}
	for i := range g.parts {
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

// searchLoaded runs the task against the i-th part and loads it first where it is
// not resident. Where the parts leave the device no room for the work, they are
// loaded in turn from then on.
func (g *deviceEngine) searchLoaded(ctx context.Context, t task, i int, out *kernel.Hits) (kernel.Stats, error) {
	if p := g.parts[i]; p.resident == nil {
		if err := g.load(ctx, p); err != nil {
			return kernel.Stats{}, err
		}
	}
	before := len(out.Pieces)
	stats, err := g.searchPart(ctx, t, i, out)
	if !errors.Is(err, kernel.ErrMemory) || g.paged || len(g.parts) == 1 {
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
func (g *deviceEngine) searchPart(ctx context.Context, t task, i int, out *kernel.Hits) (stats kernel.Stats, err error) {
	p := g.parts[i]
	t.report.part(i, len(g.parts))
	if !t.Join {
		return g.runShifted(ctx, t, p, place{}, out)
	}
	join := t
	join.queries = p.Store
	stats, err = g.runShifted(ctx, join, p, p.at, out)
	t.Join = false
	for j := 0; j < i && err == nil; j++ {
		var s kernel.Stats
		t.queries = g.parts[j].Store
		t.pyramids = newPyramids(t.queries, t.crew)
		s, err = g.runShifted(ctx, t, p, g.parts[j].at, out)
		stats.Add(s)
	}
	return stats, err
}

// runShifted runs a task on one part and maps what was found, and the twins,
// between the part and the whole store; queries is where those begin.
func (g *deviceEngine) runShifted(ctx context.Context, t task, p *part, queries place, out *kernel.Hits) (kernel.Stats, error) {
	if t.Excluded != nil && len(g.parts) > 1 {
		t.Excluded = twinsWithin(t.Excluded, p.at.traj, p.Store.Trajectories())
	}
	from := len(out.Pieces)
	run := g.walk
	if g.settings.Method == MethodTemporal {
		run = g.interact
	}
	stats, err := run(ctx, t, p, out)
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

// twinsWithin maps twins to a part of n trajectories from first on.
func twinsWithin(twin []uint32, first, n int) []uint32 {
	within := make([]uint32, len(twin))
	for q, e := range twin {
		within[q] = interaction.NoneExcluded
		if e != interaction.NoneExcluded && int(e) >= first && int(e) < first+n {
			within[q] = e - uint32(first)
		}
	}
	return within
}
