package flyby

import (
	"context"
	"errors"
	"time"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/perfmodel"
	"flyby/trajectory"
)

// interact is a search by MethodTemporal on one part: the query segments are
// sorted by t_start and cut into batches, and each batch is compared with its
// candidates (paper §4 and §6).
func (g *deviceEngine) interact(ctx context.Context, t task, p *part, out *kernel.Hits) (kernel.Stats, error) {
	if err := g.needBatches(t.queries); err != nil {
		return kernel.Stats{}, err
	}
	profile, rows := newProfile(t.queries, p.Bins, t.Window)
	start := time.Now()
	batches, err := g.batches(t, p, profile, rows)
	if err != nil {
		return kernel.Stats{}, err
	}
	stats := kernel.Stats{Batches: len(batches), BatchingTime: int64(time.Since(start))}
	w := kernel.RangeWork{Rule: t.Rule, Queries: t.queries, Rows: rows, Progress: t.report.tell}
	for _, b := range batches {
		start, end := profile.Extent(b)
		if ranges := p.Bins.Candidates(start, end, nil); len(ranges) > 0 {
			w.Invocations = append(w.Invocations, kernel.Invocation{Batch: b, Ranges: ranges})
		}
	}
	s, err := interactSplit(ctx, w, p, out)
	stats.Add(s)
	return stats, err
}

// needBatches refuses queries for whose batches there is no memory; of as many as
// before there is.
func (g *deviceEngine) needBatches(queries *trajectory.Store) error {
	bytes := batchBytes * binindex.SortBytes(queries)
	if bytes <= g.counted {
		return nil
	}
	err := memory.Need("batches of "+memory.Count(queries.Segments())+" query segments", bytes)
	if err == nil {
		g.counted = bytes
	}
	return err
}

// batchBytes is what making batches takes beside the query segments in order, that
// included, as many times as much as these: SetSplit and GreedySetSplit begin with a
// batch for each.
const batchBytes = 4

// batches makes the batches: by the algorithm asked for, or in the size that
// the model finds best. Where progress is wanted the model predicts the time.
func (g *deviceEngine) batches(t task, p *part, profile batching.Profile, rows []uint32) ([]batching.Batch, error) {
	algorithm := g.settings.algorithm
	if f, ok := algorithm.(batching.SetSplitFixed); ok && t.parted {
		algorithm = f.AtMost(len(rows))
	}
	predicted := time.Duration(0)
	if g.model != nil && len(rows) > 0 && (algorithm == nil || t.report.wanted()) {
		w := p.workload(t, profile, rows)
		plan := g.model.Plan(w)
		predicted = plan.Time()
		if algorithm == nil {
			algorithm = batching.Periodic{Size: plan.Size}
		}
	}
	if algorithm == nil {
		return nil, nil // no query segment is left
	}
	batches, err := algorithm.Batches(profile)
	if predicted > 0 && err == nil {
		t.report.predict(predicted * time.Duration(len(g.parts)))
	}
	return batches, err
}

// fits refuses a join whose query segments cannot be cut into the batches asked for.
func (g *deviceEngine) fits(t task) error {
	f, ok := g.settings.algorithm.(batching.SetSplitFixed)
	if !ok || g.settings.Method != MethodTemporal {
		return nil
	}
	return f.Fits(binindex.CountWithin(g.indexes.entries, t.Window.From, t.Window.To))
}

// workload is a search as the model sees it.
func (p *part) workload(t task, profile batching.Profile, rows []uint32) *perfmodel.Workload {
	if p.extents == nil {
		p.extents = perfmodel.NewEntries(p.Store, p.Bins)
	}
	return p.extents.NewWorkload(t.queries, rows, profile, t.Rule)
}

// interactSplit runs batches, in halves where their hits outgrow the device's
// buffer, or the device has no room for their query segments: half the batches
// first, half a candidate range in the end.
func interactSplit(ctx context.Context, w kernel.RangeWork, p *part, out *kernel.Hits) (kernel.Stats, error) {
	if len(w.Invocations) == 0 {
		return kernel.Stats{}, ctx.Err()
	}
	stats, err := p.resident.Interact(ctx, w, out)
	var overflow *kernel.OverflowError
	if !errors.As(err, &overflow) && !errors.Is(err, kernel.ErrMemory) {
		return stats, err
	}
	halves := w.Split()
	if len(halves) == 0 {
		return stats, err
	}
	for _, half := range halves {
		s, err := interactSplit(ctx, half, p, out)
		stats.Add(s)
		if err != nil {
			return stats, err
		}
	}
	return stats, nil
}

// newProfile sorts the query segments that the window leaves by t_start.
func newProfile(queries *trajectory.Store, entries *binindex.Bins, w interaction.Window) (batching.Profile, []uint32) {
	rows, starts, ends := binindex.SortedByStart(queries, w.From, w.To)
	return batching.Profile{Start: starts, End: ends, Candidates: entries.Count}, rows
}
