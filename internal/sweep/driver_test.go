package sweep_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"math"
	"testing"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/sweep"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/slabtest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// cutting is a way to cut data: into slabs of time, each of ranges of trajectories.
type cutting struct{ slabs, ranges int }

// inSlabs is a driver whose databases are stores that are cut for every work, searched slab by slab on a driver below.
type inSlabs struct {
	kernel.Driver
	cutting
	folder *spill.Folder
}

// open returns the driver, with the host below.
func (c cutting) open(t testing.TB) kernel.Driver { return inSlabs{host.New(2), c, folderOf(t)} }

// hitBytes and encounterBytes are the bytes of a row in a budget.
const hitBytes, encounterBytes = 24, 49

// Close closes the driver below. It fails where nothing was spilled: every search was then of one slab, and tested nothing.
func (d inSlabs) Close() error {
	if d.folder.Written() == 0 {
		return errors.New("no search was of more than one slab")
	}
	return d.Driver.Close()
}

// Load keeps a database. The driver below gets slabs of it, as they are searched.
func (d inSlabs) Load(_ context.Context, db kernel.Database) (kernel.Resident, error) {
	return &inSlabsResident{d, db, slabtest.Even(db.Store, d.slabs)}, nil
}

// inSlabsResident is a store that is searched in slabs.
type inSlabsResident struct {
	inSlabs
	kernel.Database
	edges []float64
}

// Close has nothing to release: the driver below holds nothing between two searches.
func (r *inSlabsResident) Close() error { return nil }

// Interact searches with the temporal bins of each slab.
func (r *inSlabsResident) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.find(ctx, "temporal", worked{w.Rule, w.Queries, r.Store, partsOfRanges(w, r.Database)}, out)
}

// Walk searches with the pyramids of each slab.
func (r *inSlabsResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.find(ctx, "spatiotemporal", worked{w.Rule, w.Queries.Store, r.Store, partsOfWalk(w, r.Pyramid)}, out)
}

// find adds the hits of a work that a sweep finds, in order and settled.
func (r *inSlabsResident) find(ctx context.Context, method string, w worked, out *kernel.Hits) (kernel.Stats, error) {
	s, searches := r.sweep(method, &w)
	inWholes := newRows(&w)
	var list []interaction.HitRow
	outside := uint64(0)
	for found, err := range s.Hits(ctx) {
		if err != nil {
			return kernel.Stats{}, err
		}
		kept := len(list)
		for i := range found.Len() {
			if h := inWholes.of(found, i); w.has(h) {
				list = append(list, h)
			} else {
				outside++
			}
		}
		if err := out.Budget.Take(hitBytes * uint64(len(list)-kept)); err != nil {
			return kernel.Stats{}, err
		}
	}
	out.Add(kernel.HitList{List: list, Ordered: true})
	return kernel.Stats{Interactions: searches.Cost().Found.Stats.Interactions, Hits: s.Found() - outside}, nil
}

// WalkJoined hands over the encounters of a sweep where the walk is of everything. The hits of a partial walk are not joined:
// kernel.Joined must leave out an instant that another work may have a hit of, which a sweep joins, too.
func (r *inSlabsResident) WalkJoined(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	work := worked{w.Rule, w.Queries.Store, r.Store, partsOfWalk(w, r.Pyramid)}
	if !work.whole() {
		return r.find(ctx, "spatiotemporal", work, out)
	}
	s, searches := r.sweep("spatiotemporal", &work)
	var all answer
	for e, err := range s.Encounters(ctx) {
		if err != nil {
			return kernel.Stats{}, err
		}
		if err := out.Budget.Take(encounterBytes * uint64(e.Len())); err != nil {
			return kernel.Stats{}, err
		}
		all.addEncounters(e)
	}
	for i, speed := range all.met.Speed {
		if math.IsNaN(speed) { // a sweep forgets the speed of point events, a driver leaves that to the merge
			all.met.Speed[i] = 0
		}
	}
	if s.Found() > 0 {
		out.Add(kernel.HitList{Joined: &kernel.Joined{Encounters: all.met, Hits: int(s.Found())}})
	}
	return kernel.Stats{Interactions: searches.Cost().Found.Stats.Interactions, Hits: s.Found()}, nil
}

// sweep returns the sweep of the trajectories of a work.
func (r *inSlabsResident) sweep(method string, w *worked) (*sweep.Sweep, *sweep.Searches) {
	c := engine.Config{Method: method, Threads: 2, Logger: slog.New(slog.DiscardHandler)}
	searches := sweep.OnDevices([]engine.Device{{Driver: r.Driver}}, c, batching.Periodic{Size: 120})
	return &sweep.Sweep{Sides: r.sides(w), Rule: w.Rule, Search: searches.Search, Folder: r.folder, Threads: 2}, searches
}

// sides cuts the trajectories of a work, from the first to the last that it has, in ranges, and the ranges in slabs of time.
func (r *inSlabsResident) sides(w *worked) iter.Seq[sweep.Sides] {
	cut := func(s *trajectory.Store, first, last int) sweep.Ranges {
		of := sweep.Ranges{Slabs: func(first, last int) slab.Source { return slab.CutRange(s, r.edges, first, last) }}
		for k := range r.ranges + 1 {
			of.Borders = append(of.Borders, first+(last-first)*k/r.ranges)
		}
		return of
	}
	q0, q1 := w.trajectories(w.queries, part.ofQueries)
	e0, e1 := w.trajectories(w.entries, part.ofEntries)
	if w.Join {
		return sweep.Within(cut(w.entries, min(q0, e0), max(q1, e1)))
	}
	return sweep.Between(cut(w.queries, q0, q1), cut(w.entries, e0, e1))
}

// suiteOf runs the suite of drivers on cut data, on the scenes of some names, or all.
func suiteOf(t *testing.T, c cutting, names ...string) {
	kerneltest.RunOn(t, names, c.open, kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins)
}

// TestSuiteOverSlabs: slabs of time pass the suite of drivers, on scenes with gaps, excerpts, instants, long segments, equal starts,
// windows and joins. The first has hits for a budget.
func TestSuiteOverSlabs(t *testing.T) {
	tier.Full(t)
	suiteOf(t, cutting{slabs: 3, ranges: 1},
		"lattice with gaps", "middle of lattice with gaps", "relays", "events and lattice", "long and short", "equal starts", "window [2, 5]",
		"join of lattice with gaps", "join of middle of lattice 2-D", "join of relays")
}

// TestSuiteOverRanges: ranges of trajectories pass the suite, on scenes with radii, pairs left out, windows and joins.
func TestSuiteOverRanges(t *testing.T) {
	tier.Full(t)
	suiteOf(t, cutting{slabs: 1, ranges: 2},
		"lattice with radii", "lattice with gaps", "excluded", "later", "window [2.5, 2.5]", "join of lattice 2-D", "join of one place",
		"join of window [3, 3]")
}
