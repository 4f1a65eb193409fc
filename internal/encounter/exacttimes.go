package encounter

import (
	"context"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// MakeExact makes encounters begin and end at the true instants where these are float64 values inside of segments, by threads goroutines, if a rule wants
// that. A time at which a segment begins or ends is left as it is, so that parts of a search that touch there still do
// (docs/decisions/0068-groups-by-a-sweep.md). Once ctx is done, e is of no use.
func MakeExact(ctx context.Context, e trajectory.Encounters, queries, entries *trajectory.Store, r interaction.Rule, threads int) {
	if !r.ExactTimes || r.HasHeights() {
		return
	}
	x := exactTimes{queries, entries, r}
	chunks := (e.Len() + exactAtOnce - 1) / exactAtOnce
	parallel.Each(ctx, chunks, threads, func(_, k int) {
		for i := k * exactAtOnce; i < min((k+1)*exactAtOnce, e.Len()); i++ {
			x.encounter(&e, i)
		}
	})
}

// exactAtOnce is the number of encounters between two looks at the context.
const exactAtOnce = 1 << 12

// exactTimes finds true instants.
type exactTimes struct {
	queries, entries *trajectory.Store
	rule             interaction.Rule
}

// encounter makes the times of an encounter exact. Its last time stays no less than its first, and its closest approach between them.
func (x *exactTimes) encounter(e *trajectory.Encounters, i int) {
	query, entry := int(e.QueryTraj[i]), int(e.EntryTraj[i])
	from, nearestFrom := x.time(query, entry, e.Enter[i], false)
	to, nearestTo := x.time(query, entry, e.Exit[i], true)
	if from > to {
		from, to = nearestFrom, nearestTo
	}
	e.Enter[i], e.Exit[i], e.Closest[i] = from, to, min(max(e.Closest[i], from), to)
}

// time returns the true instant at which two trajectories come within the threshold, or part, if it is a float64, otherwise t, the time as computed; and the
// float64 nearest to the true instant. Both are t where t is not inside of a segment of each trajectory, and of the window.
func (x *exactTimes) time(query, entry int, t float64, parts bool) (exact, nearest float64) {
	if w := &x.rule.Window; !(w.From < t && t < w.To) {
		return t, t
	}
	q, inside := x.queries.Around(query, t)
	if !inside {
		return t, t
	}
	e, inside := x.entries.Around(entry, t)
	if !inside {
		return t, t
	}
	from, to, hit := x.rule.Window.Settle(&q, &e, x.rule.Distance)
	if nearest = from; parts {
		nearest = to
	}
	if !hit || nearest == t || !interaction.Meets(&q, &e, x.rule.Distance, nearest) {
		return t, nearest
	}
	return nearest, nearest
}
