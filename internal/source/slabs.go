package source

import (
	"context"
	"math"

	"flyby/internal/engine"
	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/internal/spool"
	"flyby/trajectory"
)

// Input returns the input that the set was read from.
func (s *Set) Input() Input { return s.in }

// Whole returns the facts about the whole of a set of a cut pair, without its extent.
func (s *Set) Whole() slab.Whole {
	w := s.spool.Whole()
	w.Extent.Min, w.Extent.Max = [3]float64{}, [3]float64{} // some readings do not know them
	return w
}

// CellsOf returns the slabs, at edges, of a set of a cut pair: of the trajectories [first, last), and of all where both are 0.
func (s *Set) CellsOf(ctx context.Context, edges []float64, first, last int) slab.Source {
	return s.slabs(ctx, spool.Range{Edges: edges, First: first, Last: last, Ahead: true})
}

// PlanSlabs cuts the data sets of a cut pair into n slabs of time, or fewer, of about as many segments each; where there is no edge, or more
// than half of the segments hang over an edge on average, into the least ranges of trajectories whose pairs are n or more. The plan depends
// on the data and n alone. It is an error where the memory does not hold a slab.
func (p Pair) PlanSlabs(ctx context.Context, n int) (plan Plan, err error) {
	starts, err := p.starts(ctx)
	if err != nil {
		return plan, err
	}
	plan.Edges = starts.edges(n)
	plan.Slabs = len(plan.Edges) + 1
	bytes := spool.SlabsBytes(plan.Edges, p.spools()...)
	if n > 1 && starts.hangOver(plan.Edges) {
		plan, bytes = p.ofRanges(n)
	}
	for _, one := range p.sets() {
		if one.spool.Direct() && (plan.Entries != nil || !one.spool.TellsApart(plan.Edges)) {
			if err := one.spill(ctx); err != nil {
				return plan, err
			}
		} else if one.spool.Direct() {
			p.Reader.Logger.Info("row groups tell times apart: each slab reads its own", "file", one.spool.Path())
		}
	}
	return plan, p.Reader.holds(2*bytes, p) // the next slab is gathered while one is written
}

// ofRanges returns a plan of ranges of trajectories, and the bytes of the largest range.
func (p Pair) ofRanges(n int) (plan Plan, bytes uint64) {
	entries, queries := rangesFor(n, p.Join)
	plan.Entries, bytes = p.Entries.spool.Borders(entries)
	ranges := len(plan.Entries) - 1
	plan.Slabs = ranges * (ranges + 1) / 2
	if !p.Join {
		var most uint64
		plan.Queries, most = p.Queries.spool.Borders(queries)
		plan.Slabs, bytes = ranges*(len(plan.Queries)-1), max(bytes, most)
	}
	return plan, bytes
}

// rangesFor returns the least numbers of ranges whose pairs are n or more.
func rangesFor(n int, join bool) (entries, queries int) {
	if join {
		for entries = 1; entries*(entries+1)/2 < n; entries++ {
		}
		return entries, entries
	}
	for entries = 1; entries*entries < n; entries++ {
	}
	for queries = entries; queries > 1 && entries*(queries-1) >= n; queries-- {
	}
	return entries, queries
}

// holds refuses slabs whose bytes do not fit the memory beside the buffers for reading a pair of slabs.
func (r *Reader) holds(bytes uint64, p Pair) error {
	for _, one := range p.spools() {
		bytes += one.Gathering()
	}
	return r.need(bytes)
}

// HoldsSlab refuses a slab that does not fit the memory beside its index, a search, and the buffers to read it from some inputs.
func (r *Reader) HoldsSlab(bytes uint64, inputs int) error {
	const parts = 2 // the slab, and its index and the tables of its rows
	return r.need(r.buffers() + uint64(inputs)*spool.Filling + engine.Least(parallel.Threads(r.Threads)) + parts*bytes)
}

// starts returns the starts of the segments of both sets.
func (p Pair) starts(ctx context.Context) (all starts, err error) {
	for i, side := range []*Set{p.Entries, p.Queries} {
		if i > 0 && p.Join {
			break
		}
		if err := side.addTo(ctx, &all); err != nil {
			return all, err
		}
	}
	return all, nil
}

// addTo adds the segments of the set.
func (s *Set) addTo(ctx context.Context, all *starts) error {
	keys := keysOf(s.Store.IDs())
	switch {
	case s.starts != nil:
		all.addAll(s.starts)
		return nil
	case s.Store.Samples() > 0:
		all.addSlab(wholeSlab(s.Store), keys)
		return nil
	}
	plan, err := s.alone().Plan(ctx)
	if err != nil {
		return err
	}
	borders := plan.Entries
	if borders == nil {
		borders = []int{0, s.Trajectories()}
	}
	for i := range borders[1:] {
		for b, err := range s.CellsOf(ctx, plan.Edges, borders[i], borders[i+1]) {
			if err != nil {
				return err
			}
			all.addSlab(b, keys)
		}
	}
	return nil
}

// wholeSlab returns a store as a slab.
func wholeSlab(s *trajectory.Store) *slab.Slab {
	b := &slab.Slab{Store: s, Start: math.Inf(-1), End: math.Inf(1), Traj: make([]uint32, s.Trajectories()), Before: make([]uint32, s.Trajectories())}
	for traj := range b.Traj {
		b.Traj[traj] = uint32(traj)
	}
	return b
}
