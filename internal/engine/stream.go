package engine

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"runtime"
	"time"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/packed"
	"flyby/internal/partition"
	"flyby/internal/spill"
	"flyby/kernel"
	"flyby/trajectory"
)

// Stream is a search whose hits outgrow the memory that they may take: its queries are searched in
// ranges, in the defined order (docs/decisions/0025-searches-in-ranges.md).
type Stream struct {
	engine *Engine
	asked  Task
	times  float64 // number of hits, as a multiple of the hits that fit the budget; 0: unknown
}

// Parts yields the result: f itself, or where Stream searches, the result of one range of the
// queries after another. The next range is searched while the consumer has a part, which is good
// until it asks for more. The search has the turn of its database until it ends, at the latest
// when the consumer stops. Where the database is closed, the error is the turn's.
func (f *Result) Parts(ctx context.Context, turn *Turn) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		if f.Stream == nil {
			yield(f, nil)
			return
		}
		deliver(ctx, turn, f.Stream.searchRanges, (*Result).release)(yield)
	}
}

// Each gives the result as Parts yields it, to a caller that has the turn.
func (f *Result) Each(ctx context.Context, give func(*Result) error) error {
	if f.Stream == nil {
		return give(f)
	}
	return f.Stream.searchRanges(ctx, give)
}

// searchRanges gives the result of one range after another.
func (s *Stream) searchRanges(ctx context.Context, give func(*Result) error) error {
	r := execution{Stream: s, room: s.room(), pending: pendingEncounters{config: s.engine.config, kind: packed.EncountersOf(s.asked.HasHeights()), folder: spill.FolderIn(ctx)}}
	defer r.pending.close() //nolint:errcheck // the file is not read any more
	return r.run(ctx, give)
}

// release gives the memory of hits back; nil is allowed.
func (f *Result) release() {
	if f != nil && f.Release != nil {
		f.Release()
		f.Release = nil
	}
}

// room returns the allowance of hits while a range is searched.
func (s *Stream) room() allowance {
	s.engine.takesOf(s.asked)
	entries, _ := s.engine.scratch(s.asked)
	s.engine.usage = measurement{} // the search that ended left garbage
	r := s.engine.roomFor(entries)
	r.listed = r.bytes / scratchParts * 2
	r.bytes -= r.listed // for the queries of this range and of the range before
	return r
}

// execution is one run of a Stream.
type execution struct {
	*Stream
	room    allowance
	ranging ranging
	begun   time.Time
	ratio   float64                 // the most encounters that a hit makes
	ordered [2][]interaction.HitRow // memory of earlier ranges, used in turn
	turn    int                     // index of the next one to use
	listing listing                 // of a join
	pending pendingEncounters       // of a trajectory with rows to be searched
}

// run gives the result of every range.
func (r *execution) run(ctx context.Context, give func(*Result) error) error {
	log := r.engine.config.Logger
	r.begun, r.ratio = time.Now(), 1
	why := "hits outgrow the memory"
	if r.engine.early(r.asked) {
		why = "hits are wanted early"
	}
	log.Info(why+": the queries are searched with in ranges", "memory", memory.Size(r.engine.bound()),
		"for hits", memory.Size(r.room.bytes), "at a time", memory.Size(r.budget().Most()), "ranges", int(max(r.times/fill, 1))+1)
	r.ranging = ranging{task: r.asked, entries: r.engine.entries, most: r.engine.config.Rows}
	r.listing = listing{rule: r.asked.Rule, room: r.room.listed}
	if n := r.engine.config.Listed; n > 0 {
		r.listing.room = n
	}
	r.ranging.rows, r.ranging.growth = float64(r.asked.Queries.Samples())*fill/max(r.times, 1), growth
	if r.engine.early(r.asked) {
		r.ranging.rows, r.ranging.growth = r.ranging.rows*earlyPart, math.Inf(1)
	}
	for {
		q, ok := r.ranging.next()
		if !ok {
			return ctx.Err()
		}
		budget := r.budget()
		f, times, err := r.search(ctx, q, budget)
		switch {
		case outgrown(err) && q.last-q.first > 1:
			if budget.Taken() >= memory.Small {
				runtime.GC() // the hits that did not fit are garbage
			}
			r.ranging.over(q, times)
			continue
		case errors.Is(err, memory.ErrOver):
			err = r.blocks(ctx, q, budget.Most(), give)
		case err == nil:
			err = r.give(ctx, q, f, give)
		}
		if err != nil {
			return err
		}
		log.Debug("searched a range", "first row", q.first, "rows", q.last-q.first, "bytes of hits", budget.Taken(), "budget", budget.Most())
		r.ranging.done(q, budget.Taken(), budget.Most())
	}
}

// earlyPart is about the part of the queries in the first range where hits are wanted early.
const earlyPart = 1.0 / 32

// early reports whether hits of a task are handed on before all are found.
func (e *Engine) early(t Task) bool { return e.config.Early && !t.Encounters }

// budget returns the budget of the next range.
func (r *execution) budget() *memory.Budget {
	left := r.room
	left.bytes -= min(left.bytes, 2*r.pending.held)
	left.bytes = max(left.bytes, left.least())
	b := left.part(r.asked.Encounters, r.ratio)
	if n := cmp.Or(r.engine.config.Hits, r.asked.Hits); n > 0 && n < b.Most() {
		return memory.NewBudget(n)
	}
	return b
}

// search searches a range. Where its hits outgrow the budget, times is about how many times as
// many hits there are as fit.
func (r *execution) search(ctx context.Context, q queryRange, budget *memory.Budget) (f *Result, times float64, err error) {
	f = &Result{}
	if q.empty() {
		return f, 0, ctx.Err()
	}
	start := time.Now()
	e := r.engine
	t := task{Task: r.asked, pool: e.pool, pyramids: e.queries.of(q.Store).until(ctx), report: r.report(q), again: true}
	defer e.queries.of(nil)
	t.Rule, t.Queries, t.Part = q.rule, q.Store, true
	if r.asked.Join && q.whole && !(q.first == 0 && e.early(r.asked)) { // the listing walks for all ranges
		t.listing = &r.listing
		t.listing.begins(q.Part)
	}
	hits := kernel.Hits{Budget: budget}
	f.Stats, times, err = e.within(ctx, t, &hits)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		hits.Truncate(0)
		return nil, times, err
	}
	if t.listing == nil || !t.listing.used {
		partition.Pair{Queries: q.Part, Entries: partition.Whole(e.entries)}.MoveBack(hits.Lists)
	}
	t.Task, t.ordered = r.asked, r.ordered[r.turn]
	err = e.take(ctx, f, &hits, t, nil)
	f.Took = time.Since(start)
	return f, 0, err
}

// give hands on the result of a range: encounters once their trajectory is done.
func (r *execution) give(ctx context.Context, q queryRange, f *Result, give func(*Result) error) error {
	if f.Release == nil && cap(f.Hits) > cap(r.ordered[r.turn]) {
		r.ordered[r.turn] = f.Hits
	}
	r.turn = 1 - r.turn
	if r.asked.Encounters {
		return r.join(ctx, q, f, give)
	}
	return give(f)
}

// heldPart divides the room: encounters of a trajectory in progress may take that part.
const heldPart = 4

// join hands on the encounters of whole trajectories, and keeps the encounters of another until it
// is done.
func (r *execution) join(ctx context.Context, q queryRange, f *Result, give func(*Result) error) error {
	if n := f.Count; n > 0 {
		r.ratio = min(1, max(slack*float64(f.Encounters.Len())/float64(n), leastRatio))
	}
	if q.whole {
		return give(f)
	}
	if err := r.pending.add(f.Encounters, r.room.bytes/heldPart); err != nil {
		return err
	}
	f.Encounters = trajectory.Encounters{}
	if err := give(f); err != nil || !q.ends {
		return err
	}
	return r.pending.end(ctx, r.room.bytes/heldPart, func(e trajectory.Encounters) error {
		return give(&Result{Encounters: e, Spilled: r.pending.spilled()})
	})
}

const (
	// slack is how many times as many encounters a hit of the next range may make.
	slack = 1.5
	// leastRatio is the least number of encounters that a hit is assumed to make.
	leastRatio = 0.05
)

// report returns the report of a range, in parts of the whole search.
func (r *execution) report(q queryRange) *report {
	tell := r.engine.config.Progress
	if tell == nil {
		return newReport(nil, "search")
	}
	total := float64(r.asked.Queries.Samples())
	return newReport(func(p Progress) {
		if p.Phase != "search" {
			return
		}
		p.Done, p.Total = (float64(q.first)+float64(p.Done/p.Total*float64(q.last-q.first)))/total, 1
		if p.Left = 0; p.Done > 0 {
			p.Left = time.Duration(float64(time.Since(r.begun)) * (1 - p.Done) / p.Done)
		}
		tell(p)
	}, "search")
}
