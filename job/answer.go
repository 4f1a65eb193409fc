package job

import (
	"context"
	"math"

	"flyby"
	"flyby/question"
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
	Found  uint64 // hits, or encounters, as the search finds them
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

// hits searches for hits.
func (a *answering) hits(ctx context.Context, from finder) (answerRows[trajectory.Hits], error) {
	found, err := from.hits(ctx, a.search())
	if err != nil {
		return answerRows[trajectory.Hits]{}, err
	}
	rows, err := filtered(ctx, a, stage.Count(found.Chunks(), &a.counts.Found))
	if err != nil {
		return answerRows[trajectory.Hits]{}, err
	}
	x := answerRows[trajectory.Hits]{rows: firstOf(a, rows), stats: found.Stats, total: found.Stats().Hits}
	if lent, ok := found.(*flyby.Hits); ok {
		x.free = lent.Release
	}
	if a.found != nil && a.found.Range.N > 1 {
		x.total = 0 // Stats count the hits of all ranges
	}
	return x, nil
}

// encounters searches for encounters, and keeps the closest of them if Top is set.
func (a *answering) encounters(ctx context.Context, from finder) (answerRows[trajectory.Encounters], error) {
	x, err := a.merged(ctx, from)
	if err != nil {
		return x, err
	}
	if x.rows, err = filtered(ctx, a, stage.Count(x.rows, &a.counts.All)); err != nil {
		return x, err
	}
	if a.ask.Top > 0 {
		x.rows = stage.Closest(x.rows, a.closest(), most(a.quota, closestPart))
	}
	x.rows = firstOf(a, x.rows)
	return x, nil
}

// pairs makes pairs of encounters, and keeps the closest of them if Top is set.
func (a *answering) pairs(ctx context.Context, from finder) (answerRows[trajectory.Pairs], error) {
	x, err := a.merged(ctx, from)
	if err != nil {
		return answerRows[trajectory.Pairs]{}, err
	}
	pairs, err := filtered(ctx, a, stage.Count(stage.Pairs(x.rows), &a.counts.All))
	if err != nil {
		return answerRows[trajectory.Pairs]{}, err
	}
	if a.ask.Top > 0 {
		pairs = stage.ClosestPairs(pairs, a.closest(), most(a.quota, closestPart))
	}
	return answerRows[trajectory.Pairs]{rows: firstOf(a, pairs), stats: x.stats}, nil
}

// objects makes objects of encounters, and keeps the closest of them if Top is set.
func (a *answering) objects(ctx context.Context, from finder) (answerRows[trajectory.Objects], error) {
	x, err := a.merged(ctx, from)
	if err != nil {
		return answerRows[trajectory.Objects]{}, err
	}
	objects := stage.Objects(x.rows, a.queries.Trajectories(), !a.ask.searches())
	if objects, err = filtered(ctx, a, stage.Count(objects, &a.counts.All)); err != nil {
		return answerRows[trajectory.Objects]{}, err
	}
	if a.ask.Top > 0 {
		objects = stage.ClosestObjects(objects, a.closest(), most(a.quota, closestPart))
	}
	return answerRows[trajectory.Objects]{rows: firstOf(a, objects), stats: x.stats}, nil
}

// met are encounters.
type met = stage.Stream[trajectory.Encounters]

// merged searches for encounters, joins them over gaps, and leaves out short ones.
func (a *answering) merged(ctx context.Context, from finder) (x answerRows[trajectory.Encounters], err error) {
	found, err := from.encounters(ctx, a.search())
	if err != nil {
		return x, err
	}
	x.stats, x.rows = found.Stats, stage.Count(found.Chunks(), &a.counts.Found)
	join := func(rows met, gap float64) met { return stage.Count(stage.MergeGap(rows, gap), &a.counts.Merged) }
	x.rows = stage.Count(question.Merged(&a.ask.Stages, x.rows, join, stage.MinDuration), &a.counts.Long)
	return x, nil
}

// firstOf cuts rows to the first Limit of them, and counts them.
func firstOf[T stage.Rows[T]](a *answering, rows stage.Stream[T]) stage.Stream[T] {
	if a.ask.Limit > 0 {
		rows = stage.Limit(rows, a.ask.Limit)
	}
	return stage.Count(rows, &a.counts.Rows)
}

// closest returns the number of rows that Top asks for.
func (a *answering) closest() int { return int(min(a.ask.Top, math.MaxInt)) }

// search returns the search of the database, with the plan if there is one.
func (a *answering) search() flyby.Search {
	s := a.Job.search()
	s.Plan = a.plan
	return s
}
