package engine

import (
	"context"
	"errors"
	"time"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/estimate"
	"flyby/internal/memory"
	"flyby/internal/partition"
	"flyby/internal/predict"
	"flyby/internal/queryset"
	"flyby/kernel"
	"flyby/perfmodel"
	"flyby/trajectory"
)

// temporal is the paper's GPUTrajDistSearch: the query segments are sorted by t_start
// and cut into batches, and each batch is compared with its candidates in the
// temporal bins of the entries (paper §4 and §6).
type temporal struct{}

func (temporal) name() string { return "temporal" }

// pays returns 100 ms: planning batches takes some milliseconds.
func (temporal) pays() time.Duration { return 100 * time.Millisecond }

// floor returns a time by the number of overlaps: overlaps are compared whatever the batches.
func (temporal) floor(x *indexes, t task, m *predict.Model) time.Duration {
	return m.Floor(x.extents(), t.Queries, t.Rule)
}

func (temporal) index(x *indexes) (index, error) { return x.bins() }

func (temporal) wantsModel(t task) bool { return t.Batching == nil }

// FitBatches refuses more batches than the n query segments of all slabs, whose engines get parts of the query segments. A method without batches takes any algorithm.
func FitBatches(method string, asked batching.Algorithm, n int) error {
	if f, ok := asked.(batching.SetSplitFixed); ok && method == (temporal{}).name() {
		return f.Fits(n)
	}
	return nil
}

// check refuses a join in parts whose query segments cannot be cut into the batches asked for.
func (temporal) check(t task, g *parts) error {
	f, ok := t.Batching.(batching.SetSplitFixed)
	if !ok || !t.Join || len(g.all) < 2 {
		return nil
	}
	return f.Fits(binindex.CountWithin(g.indexes.entries, t.Window.From, t.Window.To))
}

// binsIndex is the index of temporal.
type binsIndex struct {
	store   *trajectory.Store
	bins    *binindex.Bins
	extents *estimate.Entries // for the model, made when first asked for
	counted uint64            // bytes for which needBatches found memory
}

func (x *binsIndex) database() kernel.Database {
	return kernel.Database{Store: x.store, Order: x.bins.Rows}
}

func (x *binsIndex) run(ctx context.Context, t task, on stage, out *kernel.Hits) (kernel.Stats, error) {
	if err := x.needBatches(t.Queries); err != nil {
		return kernel.Stats{}, err
	}
	queries := x.sorted(t)
	made, err := x.batches(t, on, queries)
	if err != nil {
		return kernel.Stats{}, err
	}
	stats := kernel.Stats{Batches: len(made.list), BatchSize: made.size, BatchingTime: int64(made.took), Predicted: int64(made.predicted)}
	w := queries.Work(made.list, t.Rule)
	w.Progress = t.report.update
	s, err := interact(ctx, w, on, out)
	stats.Add(s)
	return stats, err
}

// needBatches refuses queries for whose batches there is no memory. It asks once for a number of query segments:
// the memory is used again.
func (x *binsIndex) needBatches(queries *trajectory.Store) error {
	bytes := batchBytes * binindex.SortBytes(queries)
	if bytes <= x.counted {
		return nil
	}
	err := memory.Need("batches of "+memory.Count(queries.Segments())+" query segments", bytes)
	if err == nil {
		x.counted = bytes
	}
	return err
}

// batchBytes is the most memory that making batches takes, as a multiple of the sorted query segments
// (binindex.SortBytes), which are one of them: SetSplit and GreedySetSplit begin with a batch for each segment.
const batchBytes = 4

// batched is the batches of a task.
type batched struct {
	list      []batching.Batch
	size      int           // query segments a batch, of batching.Periodic; 0: of other algorithms
	took      time.Duration // to choose the size and to make the batches
	predicted time.Duration // of the search by the model; 0: it was not asked
}

// batches makes the batches: by the algorithm asked for, or in the size that the model finds best. Where progress
// is wanted the model predicts the time of any batches.
func (x *binsIndex) batches(t task, on stage, queries *queryset.Set) (made batched, err error) {
	start := time.Now()
	algorithm := t.Batching
	if f, ok := algorithm.(batching.SetSplitFixed); ok && t.Part {
		algorithm = f.AtMost(len(queries.Rows))
	}
	known := on.model != nil && len(queries.Rows) > 0
	switch {
	case algorithm == nil && known:
		plan := x.predict(t, queries, on.model)
		made.predicted, algorithm = plan.Time(), batching.Periodic{Size: plan.Size}
	case algorithm == nil:
		return made, nil // no query segment is left
	}
	if p, ok := algorithm.(batching.Periodic); ok {
		made.size = p.Size
	}
	made.list, err = algorithm.Batches(queries.Profile)
	made.took = time.Since(start)
	if known && made.predicted == 0 && t.report.wanted() && err == nil {
		made.predicted = on.model.PredictBatches(x.workload(queries, t.Rule), made.list).Time()
	}
	if made.predicted > 0 && err == nil {
		t.report.predict(made.predicted * time.Duration(on.parts))
	}
	return made, err
}

// workload returns the task as the model sees it.
func (x *binsIndex) workload(queries *queryset.Set, r interaction.Rule) *estimate.Workload {
	if x.extents == nil {
		x.extents = estimate.NewEntries(x.store, x.bins)
	}
	return x.extents.WorkloadOf(queries, r)
}

// plan predicts a search in batches of the best size.
func (x *binsIndex) plan(t task, m *predict.Model) perfmodel.Prediction {
	queries := x.sorted(t)
	if len(queries.Rows) == 0 {
		return perfmodel.Prediction{}
	}
	return x.predict(t, queries, m)
}

// searchPlan keeps the results of choosing a method that running the method temporal needs again: sorting query
// segments and picking a batch size takes a part of the search, which is not spent twice.
type searchPlan struct {
	index      *binsIndex // nil: nothing was planned
	model      *predict.Model
	queries    *queryset.Set
	prediction perfmodel.Prediction
}

// sorted returns the query segments of a task in order of time.
func (x *binsIndex) sorted(t task) *queryset.Set {
	if p := t.plan; p != nil && p.index == x && p.queries.Store == t.Queries {
		return p.queries
	}
	return queryset.New(t.Queries, x.bins, t.Window)
}

// predict predicts a task in batches of the best size, by the model of a device. queries are the result of sorted.
func (x *binsIndex) predict(t task, queries *queryset.Set, m *predict.Model) perfmodel.Prediction {
	if p := t.plan; p != nil && p.queries == queries && p.model == m {
		return p.prediction
	}
	prediction := m.Plan(x.workload(queries, t.Rule))
	if t.plan != nil {
		*t.plan = searchPlan{x, m, queries, prediction}
	}
	return prediction
}

// interact runs batches, in halves where their hits outgrow the device's buffer, or the device has no room for
// their query segments: it halves the batches first, in the end a candidate range.
func interact(ctx context.Context, w kernel.RangeWork, on stage, out *kernel.Hits) (kernel.Stats, error) {
	return partition.Hits(w, out, func(w kernel.RangeWork) (kernel.Stats, error) {
		if len(w.Invocations) == 0 {
			return kernel.Stats{}, ctx.Err()
		}
		return on.resident.(kernel.Ranger).Interact(ctx, w, out)
	}, func(w kernel.RangeWork, err error) []kernel.RangeWork {
		if !partition.Overflows(err) && !errors.Is(err, kernel.ErrMemory) {
			return nil
		}
		return w.Split()
	})
}
