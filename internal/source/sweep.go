package source

import (
	"context"
	"iter"
	"math"

	"flyby/batching"
	"flyby/group"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/internal/spool"
	"flyby/internal/sweep"
	"flyby/internal/whereabouts"
	"flyby/trajectory"
)

// A Sweep is a search of data sets that outgrow memory, by a plan. Its hits or its encounters can be asked for once. It is for one
// goroutine.
type Sweep struct {
	sweep.Sweep
	pair     Pair
	plan     Plan
	searches *sweep.Searches
	made     func(*slab.Slab) // called with each slab, whose entries it indexes ahead; nil: they are not
	progress func(done, total int)
	done     int // number of slabs that were begun
}

// Sweep returns the search of a plan. progress is called as each slab begins, with done and total 0 once all are searched, before
// their results are merged.
func (p Pair) Sweep(ctx context.Context, plan Plan, rule interaction.Rule, batches batching.Algorithm, progress func(done, total int)) (*Sweep, error) {
	r := p.Reader
	searches, err := r.Searches(batches)
	if err != nil {
		return nil, err
	}
	s := &Sweep{pair: p, plan: plan, progress: progress, searches: searches}
	if plan.AheadBytes > 0 {
		s.made = s.searches.IndexAhead(plan.AheadBytes)
	}
	s.Sweep = sweep.Sweep{Sides: s.sides(ctx), Rule: rule, Search: s.searches.Search, Folder: r.folder, Merge: plan.MergeBytes, Threads: parallel.Threads(r.Threads), Merging: func() { progress(0, 0) }}
	return s, nil
}

// Searches returns searches of slabs on the devices of the reader, which are opened first. batches are as of sweep.OnDevices.
func (r *Reader) Searches(batches batching.Algorithm) (*sweep.Searches, error) {
	r.warnFewer()
	devices, err := r.Devices()
	if err != nil {
		return nil, err
	}
	config := engine.Config{Method: r.Method, Settings: r.Settings, Threads: parallel.Threads(r.Threads), Logger: r.Logger, Quota: r.Quota}
	return sweep.OnDevices(devices, config, batches), nil
}

// sides returns the slabs of the two data sets that are searched with each other.
func (s *Sweep) sides(ctx context.Context) iter.Seq[sweep.Sides] {
	if s.plan.Entries != nil {
		entries := s.ranges(ctx, s.pair.Entries, s.plan.Entries, s.counted)
		if s.pair.Join {
			return sweep.Within(entries)
		}
		return sweep.Between(s.ranges(ctx, s.pair.Queries, s.plan.Queries, func(from slab.Source) slab.Source { return from }), entries)
	}
	all := spool.Range{Edges: s.plan.Edges, Ahead: true, Made: s.made}
	entries := s.counted(s.pair.Entries.slabs(ctx, all))
	if s.pair.Join {
		return sweep.Once(nil, entries)
	}
	all.Made = nil
	return sweep.Once(s.pair.Queries.slabs(ctx, all), entries)
}

// counted reports each slab of from to s.progress.
func (s *Sweep) counted(from slab.Source) slab.Source {
	return func(yield func(*slab.Slab, error) bool) {
		for b, err := range from {
			s.progress(s.done, s.plan.Slabs)
			s.done++
			if !yield(b, err) {
				return
			}
		}
	}
}

// ranges returns ranges of the trajectories of a data set.
func (s *Sweep) ranges(ctx context.Context, of *Set, borders []int, seen func(slab.Source) slab.Source) sweep.Ranges {
	return sweep.Ranges{Borders: borders, Slabs: func(first, last int) slab.Source {
		return seen(of.slabs(ctx, spool.Range{First: first, Last: last, Ahead: true}))
	}}
}

// Cost returns the cost of the search so far, with the counts of hits of the whole.
func (s *Sweep) Cost() sweep.Cost {
	r, c := s.pair.Reader, s.searches.Cost()
	if c.Choice.Method == "" { // no slab has segments of both sets
		c.Choice = engine.Choice{Method: r.Method, Device: r.devices.all[0].Device(), Reason: r.devices.all[0].Reason}
	}
	c.Found.Count, c.Found.AtVertical = int(s.Found()), s.AtVertical()
	return c
}

// Cells returns the cells of a data set: slabs that meet at edges, of ranges of its trajectories, which meet at borders;
// borders nil: one range of all.
func (s *Set) Cells(ctx context.Context, edges []float64, borders []int) whereabouts.Cells {
	if borders == nil {
		borders = []int{0, s.Trajectories()}
	}
	return whereabouts.Cells{Borders: borders, Edges: edges, Slabs: func(first, last int) slab.Source {
		return s.slabs(ctx, spool.Range{First: first, Last: last, Edges: edges})
	}}
}

// alone returns a pair of the set with itself.
func (s *Set) alone() Pair { return Pair{Reader: s.reader, Entries: s, Queries: s, Join: true} }

// Slabs returns the facts about the whole of a set that outgrows memory, and its slabs of time.
func (s *Set) Slabs(ctx context.Context) (slab.Whole, slab.Source, error) {
	plan, err := s.alone().Plan(ctx)
	if err != nil {
		return slab.Whole{}, nil, err
	}
	if plan.Entries != nil {
		return slab.Whole{}, nil, s.reader.Quota.Little("segments that share an instant take", s.reader.Quota.Most()+plan.SlabBytes*uint64(plan.Slabs))
	}
	return s.spool.Whole(), s.slabs(ctx, spool.Range{Edges: plan.Edges, Ahead: true}), nil
}

// Convoys finds groups by a clock in a set that outgrows memory, slab after slab.
func (s *Set) Convoys(ctx context.Context, of group.Search, threads int, stats *group.ClockStats) iter.Seq2[group.Group, error] {
	return func(yield func(group.Group, error) bool) {
		whole, slabs, err := s.Slabs(ctx)
		if err != nil {
			yield(group.Group{}, err)
			return
		}
		of.ConvoysInSlabs(ctx, whole, slabs, threads, stats)(yield)
	}
}

// Around passes to take the segments of a set that outgrows memory which are active at the time t, some others with them, and the numbers of
// their trajectories.
func (s *Set) Around(ctx context.Context, t float64, take func(part *trajectory.Store, of []uint32)) error {
	_, slabs, err := s.Slabs(ctx)
	if err != nil {
		return err
	}
	for b, err := range slabs {
		if err != nil {
			return err
		}
		if t < b.End || math.IsInf(b.End, 1) {
			take(b.Store, b.Traj)
			return nil
		}
	}
	return nil
}
