package engine

import (
	"context"
	"time"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/estimate"
	"flyby/internal/partition"
	"flyby/kernel"
)

// spatiotemporal walks the queries' pyramid of boxes against the entries' pyramid.
type spatiotemporal struct{}

func (spatiotemporal) name() string { return "spatiotemporal" }

func (spatiotemporal) index(x *indexes) (index, error) { return x.pyramid() }

// pyramidIndex is the index of spatiotemporal.
type pyramidIndex struct {
	kernel.Database
	known knownWalk
}

func (x *pyramidIndex) database() kernel.Database { return x.Database }

// run searches the listed pairs of a range, or all query trajectories, in halves where the
// device has no room for all.
func (x *pyramidIndex) run(ctx context.Context, t task, on stage, out *kernel.Hits) (stats kernel.Stats, err error) {
	if t.Join {
		return x.runPart(ctx, t, on, out)
	}
	if l := x.list(t, on); l != nil {
		if stats, err = l.run(ctx, t, x.Store.Trajectories(), out); err != nil || l.used {
			return stats, err
		}
	}
	searched, err := x.runQueries(ctx, t, on, out)
	stats.Add(searched)
	return stats, err
}

// runQueries runs a task that is no join.
func (x *pyramidIndex) runQueries(ctx context.Context, t task, on stage, out *kernel.Hits) (kernel.Stats, error) {
	return partition.Hits(partition.Whole(t.Queries), out, func(queries *partition.Part) (kernel.Stats, error) {
		pair := partition.Pair{Queries: queries, Entries: partition.Whole(x.Store)}
		sub := t
		if queries.Store != t.Queries {
			sub.Queries, sub.Excluded, sub.pyramids = queries.Store, pair.Excluded(t.Rule), newPyramids(queries.Store, t.pool)
		}
		from := len(out.Lists)
		stats, err := x.runPart(ctx, sub, on, out)
		pair.MoveBack(out.Lists[from:])
		return stats, err
	}, halvesForMemory)
}

// runPart runs a task on a part of the queries, for all of which the device may have no
// room.
func (x *pyramidIndex) runPart(ctx context.Context, t task, on stage, out *kernel.Hits) (kernel.Stats, error) {
	w := kernel.WalkWork{Rule: t.Rule, Entry: kernel.Root(x.Pyramid), Progress: t.report.update}
	if t.Join {
		w.Queries, w.Query = kernel.Built(x.Pyramid), w.Entry
	} else {
		if err := x.needQueries(t, on); err != nil {
			return kernel.Stats{}, err
		}
		w.Queries = kernel.Side{Store: t.Queries, Pyramid: func() *binindex.Pyramid { return t.pyramids.in(x.Pyramid) }}
	}
	predicted := time.Duration(0)
	if on.model != nil && t.report.wanted() {
		count := estimate.CountWalk(w.Queries.Pyramid(), x.Pyramid, t.Rule, on.model.Walk.Stride, 0, 1)
		predicted = on.model.PredictWalk(count).Time()
		t.report.predict(predicted * time.Duration(on.parts))
	}
	stats, err := x.walk(ctx, w, t.Encounters, on, out)
	stats.Predicted = int64(predicted)
	return stats, err
}

// needQueries refuses queries whose pyramid, made by a driver on the cpu, does not fit.
func (x *pyramidIndex) needQueries(t task, on stage) error {
	if on.device.Kind != kernel.CPU {
		return nil
	}
	return t.pyramids.need(x.Pyramid)
}

// walk runs a walk, in parts where its hits outgrow the device's buffer. Where the hits of
// two runs alone do, their segments are compared here, on the host. joins says that
// encounters are wanted.
func (x *pyramidIndex) walk(ctx context.Context, w kernel.WalkWork, joins bool, on stage, out *kernel.Hits) (kernel.Stats, error) {
	walk := on.resident.(kernel.Walker).Walk
	if j, ok := on.resident.(kernel.Joiner); ok && joins {
		walk = j.WalkJoined
	}
	return partition.Hits(w, out, func(w kernel.WalkWork) (kernel.Stats, error) {
		stats, err := walk(ctx, w, out)
		if partition.Overflows(err) && len(w.Prepared().Split(x.Pyramid)) == 0 {
			return partition.Meet(w.Prepared(), x.Pyramid, out), ctx.Err()
		}
		return stats, err
	}, func(w kernel.WalkWork, err error) []kernel.WalkWork {
		if !partition.Overflows(err) {
			return nil
		}
		return w.Prepared().Split(x.Pyramid)
	})
}

// choicePairs is the number of pairs of boxes in the sample of a walk by which a device is
// chosen.
const choicePairs = 128

// count estimates the walk of a task with a stride by a small sample.
func (x *pyramidIndex) count(t task, stride int) estimate.WalkCount {
	if !x.known.like(t) {
		x.known = knownWalk{t.Rule, t.Queries.Segments(), map[int]estimate.WalkCount{}}
	}
	count, ok := x.known.counts[stride]
	if !ok {
		queries := x.Pyramid
		if !t.Join {
			queries = t.pyramids.in(x.Pyramid)
		}
		count = estimate.CountWalk(queries, x.Pyramid, t.Rule, stride, choicePairs, 1)
		if !t.pyramids.ended() {
			x.known.counts[stride] = count
		}
	}
	return count
}

// knownWalk is the walk that was counted last: a similar search is not counted again.
type knownWalk struct {
	rule    interaction.Rule
	queries int
	counts  map[int]estimate.WalkCount // by stride
}

// like reports whether a search is similar to the one counted: of the same rule, and of
// about as many query segments.
func (k *knownWalk) like(t task) bool {
	n := t.Queries.Segments()
	return k.counts != nil && k.rule.Distance == t.Distance && k.rule.Window == t.Window && k.rule.Join == t.Join &&
		n <= 2*k.queries && k.queries <= 2*n
}
