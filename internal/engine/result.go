package engine

import (
	"cmp"
	"context"
	"time"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/hitorder"
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/kernel"
	"flyby/trajectory"
)

// Result is the result of a search: hits, or the encounters that they were joined to.
type Result struct {
	Hits       []interaction.HitRow // in the defined order
	Encounters trajectory.Encounters
	Stats      kernel.Stats
	Count      int    // of hits, joined ones included
	AtVertical uint64 // hits whose heights differ by V as far as float64 can tell
	Took       time.Duration
	Spilled    uint64 // bytes written to files
	// Stream is set where hits outgrow the memory that they may take: it searches, and the
	// fields above have no hit. nil: they have all.
	Stream *Stream
	// Release gives the memory of Hits back to its driver. nil: it has no other owner.
	Release func()
}

// Search runs a task; where it fails, the Result is of no use. The driver's errors come as
// they are; want of memory on the host is a *memory.Error, or a *memory.LittleError.
func (e *Engine) Search(ctx context.Context, asked Task) (*Result, error) {
	start := time.Now()
	if e.Choice().Device.Kind == kernel.CPU {
		e.pool.Wake() // the last thread comes 0.2 ms later
	}
	e.takesOf(asked)
	t := task{Task: asked, pool: e.pool, pyramids: e.queries.of(asked.Queries).until(ctx), report: newReport(e.config.Progress, "search")}
	defer e.queries.of(nil)
	arena, done := e.makeArena(ctx, asked)
	defer done()
	left, parts, err := e.plan(asked)
	if err != nil || parts > 0 {
		return &Result{Stream: &Stream{engine: e, asked: asked, times: parts}}, err
	}
	hits := kernel.Hits{Budget: left.whole(asked.Encounters)}
	if n := cmp.Or(e.config.Hits, asked.Hits); n > 0 && (hits.Budget == nil || n < hits.Budget.Most()) {
		hits.Budget = memory.NewBudget(n)
	}
	stats, times, err := e.within(ctx, t, &hits)
	if err = cmp.Or(err, ctx.Err()); err != nil { // the boxes may then be of other queries
		hits.Truncate(0)
		if outgrown(err) && asked.Queries.Samples() > 1 {
			return &Result{Stream: &Stream{engine: e, asked: asked, times: times}, Took: time.Since(start)}, nil
		}
		return nil, err
	}
	if t.Encounters {
		e.joined = sizeOfJoined(&hits)
	}
	f := &Result{Stats: stats}
	err = e.take(ctx, f, &hits, t, arena)
	f.Took = time.Since(start)
	return f, err
}

// Add adds the counts of the result of another part of the queries.
func (f *Result) Add(o *Result) {
	f.Stats.Add(o.Stats)
	f.Count += o.Count
	f.AtVertical += o.AtVertical
	f.Took += o.Took
	f.Spilled += o.Spilled
}

// take settles the borderline hits, cuts all hits by their heights where there is a vertical
// threshold, and puts all in order, or joins them where encounters are wanted.
func (e *Engine) take(ctx context.Context, f *Result, hits *kernel.Hits, t task, arena *encounter.Arena) error {
	n := f.Stats.Borderline
	if t.HasHeights() {
		n = countOf(hits.Lists)
	}
	if n > 0 {
		s := settling{task: t, entries: e.entries, report: t.report.next("settle"), total: n}
		s.run(ctx, hits.Lists, e.config.Threads)
		f.AtVertical = s.near.Load()
	}
	if t.Encounters {
		return e.join(ctx, f, hits, t, arena)
	}
	err := e.keep(ctx, f, hits, t)
	f.Count = len(f.Hits)
	return err
}

// keep takes over settled hits. One ordered list of a device is kept where it is.
func (e *Engine) keep(ctx context.Context, f *Result, hits *kernel.Hits, t task) (err error) {
	if p := hits.Lists; hitorder.IsOrdered(p) && ctx.Err() == nil {
		f.Hits, f.Release = p[0].List, p[0].Release
		hits.Lists = p[:0]
		return nil
	}
	f.Hits, err = e.inOrder(ctx, hits.Lists, t)
	hits.Truncate(0)
	return err
}

// inOrder returns the hits of lists in order.
func (e *Engine) inOrder(ctx context.Context, lists []kernel.HitList, t task) ([]interaction.HitRow, error) {
	if hitorder.IsOrdered(lists) {
		return lists[0].List, ctx.Err()
	}
	return hitorder.Order(ctx, t.ordered, lists, e.entries.Samples(), t.Queries.Samples(), t.pool, t.report.after("order").update)
}

// join makes encounters of the settled hits of lists, and of the encounters that a device
// joined.
func (e *Engine) join(ctx context.Context, f *Result, hits *kernel.Hits, t task, arena *encounter.Arena) error {
	err := e.merge(ctx, f, hits, t, arena)
	if err != nil {
		return err
	}
	encounter.MakeExact(ctx, f.Encounters, t.Queries, e.entries, t.Rule, e.config.Threads)
	encounter.Forget(f.Encounters, t.Queries, e.entries)
	return ctx.Err()
}

// merge joins the settled hits of lists, and merges the result with the encounters that a device
// joined.
func (e *Engine) merge(ctx context.Context, f *Result, hits *kernel.Hits, t task, arena *encounter.Arena) error {
	defer hits.Truncate(0)
	var lists []kernel.HitList
	var parts []trajectory.Encounters
	lent := false // in the driver's memory, which goes back
	for _, p := range hits.Lists {
		if p.Joined == nil {
			lists = append(lists, p)
			continue
		}
		parts, lent = append(parts, p.Joined.Encounters), lent || p.Release != nil
		f.Count += p.Joined.Hits
	}
	ordered, err := e.inOrder(ctx, lists, t)
	if err != nil {
		return err
	}
	f.Count += len(ordered)
	f.Encounters, err = encounter.Join(ctx, ordered, t.Queries, e.entries, t.Rule, e.config.Threads, t.report.after("join").update)
	if err != nil || len(parts) == 0 {
		return err
	}
	if f.Encounters.Len() > 0 || t.Queries.HasSplices() || e.entries.HasSplices() { // devices do not join across splices: Merge does
		parts = append([]trajectory.Encounters{f.Encounters}, parts...)
	} else if len(parts) == 1 && !lent {
		f.Encounters = parts[0]
		return nil
	}
	f.Encounters, err = encounter.Merge(ctx, parts, e.config.Threads, arena)
	return err
}

// joinedSize counts the encounters that the device joined in a search, and their lists.
type joinedSize struct{ encounters, lists int }

func sizeOfJoined(found *kernel.Hits) (m joinedSize) {
	for _, p := range found.Lists {
		if p.Joined != nil {
			m.encounters += p.Joined.Len()
			m.lists++
		}
	}
	return m
}

// arenaFrom is the number of encounters from which on their memory takes milliseconds to
// allocate.
const arenaFrom = 1 << 18

// makeArena begins to allocate memory for about as many encounters as the search before had, if
// the host is idle while a device works. Unused memory is garbage; done ends the allocation.
func (e *Engine) makeArena(ctx context.Context, t Task) (arena *encounter.Arena, done func()) {
	n := e.joined.encounters
	if !t.Encounters || n < arenaFrom || memory.Need("encounters", memory.Of(n, 2*rowbytes.EncounterBytes)) != nil || e.Choice().Device.Kind != kernel.GPU {
		return nil, func() {}
	}
	ctx, done = context.WithCancel(ctx)
	return encounter.NewArena(ctx, n+n/16, e.joined.lists, e.config.Threads), done
}
