package job

import (
	"context"
	"math"

	"flyby"
	"flyby/internal/asking"
	"flyby/stage"
	"flyby/trajectory"
)

// answering is one answer of a job, from the search to the rows that are written.
type answering struct {
	*Job
	found   *Finding    // the rows that others found; nil: the job searches
	plan    *flyby.Plan // for data that outgrow memory
	further *further
	counts  Counts
}

// Counts is how many rows there are at each stage of an answer.
type Counts struct {
	Found  uint64 // hits, encounters or nearest entries, as the search finds them
	Merged uint64 // encounters once MergeGap has joined them
	Long   uint64 // merged encounters that are long enough
	All    uint64 // encounters, pairs or objects, before conditions
	Held   uint64 // rows that conditions leave, before Top or Limit cuts them; with Both each direction counts
	Rows   uint64 // rows that are handed over, or counted
}

// answerRows are the rows of an answer as they are found, and the Stats of the search once the rows have ended.
type answerRows[T any] struct {
	rows  stage.Stream[T]
	stats func() flyby.Stats
	total uint64 // rows that will be found; 0: not known
	free  func() // gives the memory of the result back; nil: the garbage collector does
}

// hits finds hits.
func (a *answering) hits(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Hits], err error) {
	if f := a.found; f != nil {
		x.rows, x.stats = f.Hits(ctx, a.findingMemory()), f.stats
		if f.Range.N <= 1 { // Stats count the hits of all ranges
			x.total = f.Stats.Hits
		}
	} else {
		if a.ask.ofZones() {
			return a.visitHits(ctx, db)
		}
		hits, err := db.Hits(ctx, a.search())
		if err != nil {
			return x, err
		}
		x = answerRows[trajectory.Hits]{rows: hits.Chunks(), stats: hits.Stats, total: hits.Stats().Hits, free: hits.Release}
	}
	if x.rows, err = filtered(ctx, a, stage.Count(x.rows, &a.counts.Found)); err == nil {
		x.rows = firstOf(a, x.rows)
	}
	return x, err
}

// encounters finds encounters.
func (a *answering) encounters(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Encounters], err error) {
	if x, err = a.merged(ctx, db); err != nil {
		return x, err
	}
	x.rows, err = cut(ctx, a, x.rows, stage.Closest)
	return x, err
}

// pairs makes pairs of encounters.
func (a *answering) pairs(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Pairs], err error) {
	of, err := a.merged(ctx, db)
	if err != nil {
		return x, err
	}
	x.stats = of.stats
	x.rows, err = cut(ctx, a, stage.Pairs(of.rows), stage.ClosestPairs)
	return x, err
}

// objects makes objects of encounters.
func (a *answering) objects(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Objects], err error) {
	of, err := a.merged(ctx, db)
	if err != nil {
		return x, err
	}
	x.stats = of.stats
	x.rows, err = cut(ctx, a, stage.Objects(of.rows, a.queries.Trajectories(), !a.ask.searches()), stage.ClosestObjects)
	return x, err
}

// nearest finds the entries that come closest to each query.
func (a *answering) nearest(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Nearest], err error) {
	found, err := db.Nearest(ctx, a.search())
	if err != nil {
		return x, err
	}
	x.stats = found.Stats
	if x.rows, err = filtered(ctx, a, stage.Count(found.Chunks(), &a.counts.Found)); err == nil {
		x.rows = firstOf(a, x.rows)
	}
	return x, err
}

// cut leaves the rows that hold the conditions, and of these the closest, as Top has them, or the first.
func cut[T withRows[T]](ctx context.Context, a *answering, all stage.Stream[T], closest func(stage.Stream[T], int, uint64) stage.Stream[T]) (stage.Stream[T], error) {
	rows, err := filtered(ctx, a, stage.Count(all, &a.counts.All))
	if err != nil {
		return nil, err
	}
	if a.ask.Top > 0 {
		rows = closest(rows, int(min(a.ask.Top, math.MaxInt)), most(a.quota, closestPart))
	}
	return firstOf(a, rows), nil
}

// met are encounters.
type met = stage.Stream[trajectory.Encounters]

// merged finds encounters, joins them over gaps, and leaves out short ones.
func (a *answering) merged(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Encounters], err error) {
	if f := a.found; f != nil {
		x.rows, x.stats = f.Encounters(ctx, a.findingMemory()), f.stats
	} else if x, err = a.met(ctx, db); err != nil {
		return x, err
	}
	x.rows = stage.Count(x.rows, &a.counts.Found)
	join := func(rows met, gap float64) met { return stage.Count(stage.MergeGap(rows, gap), &a.counts.Merged) }
	x.rows = stage.Count(asking.Merged(&a.ask.Stages, x.rows, join, stage.MinDuration), &a.counts.Long)
	return x, nil
}

// met finds encounters, or visits.
func (a *answering) met(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Encounters], err error) {
	if a.ask.ofZones() {
		found, err := db.Visits(ctx, a.search())
		if err != nil {
			return x, err
		}
		return answerRows[trajectory.Encounters]{rows: found.Chunks(), stats: found.Stats}, nil
	}
	found, err := db.Encounters(ctx, a.search())
	if err != nil {
		return x, err
	}
	return answerRows[trajectory.Encounters]{rows: found.Chunks(), stats: found.Stats}, nil
}

// firstOf cuts rows to the first Limit of them, and counts them.
func firstOf[T stage.Rows[T]](a *answering, rows stage.Stream[T]) stage.Stream[T] {
	if a.ask.Limit > 0 {
		rows = stage.Limit(rows, a.ask.Limit)
	}
	return stage.Count(rows, &a.counts.Rows)
}

// search returns the search of the database, with the plan if there is one.
func (a *answering) search() flyby.Search {
	s := a.Job.search()
	s.Plan = a.plan
	return s
}
