package engine

import (
	"context"
	"time"

	"flyby/internal/estimate"
	"flyby/internal/predict"
)

// Expected describes how a search would run, and its expected hits and time.
type Expected struct {
	Choice
	Parts      int           // the parts of the entries that the device holds, one after another
	Batches    int           // of the method temporal
	BatchSize  int           // query segments a batch, of batching.Periodic; 0: of other algorithms
	Candidates float64       // pairs of segments that are compared; 0: not known before
	Tunes      bool          // a performance model of the device is made first, which chooses the batches
	Hits       float64       // estimated
	Time       time.Duration // of the search alone, by the device's performance model; 0: it has none
}

// Explain returns how a task would run, without running it. Hits and candidates are estimated
// from a sample of the pairs of boxes; the candidates of batches are counted.
func (e *Engine) Explain(ctx context.Context, asked Task) (Expected, error) {
	t := task{Task: asked, pool: e.pool, pyramids: e.queries.of(asked.Queries), report: newReport(nil, "search")}
	defer e.queries.of(nil)
	var p *parts
	switch w := e.way.(type) {
	case *auto:
		if err := w.openAny(ctx, func() { w.choose(t) }); err != nil {
			return Expected{}, err
		}
		p = w.last
	case *singleWay:
		p = w.parts
	}
	return p.explain(t)
}

// explain is Explain for one method on one device.
func (g *parts) explain(t task) (Expected, error) {
	x := Expected{Choice: g.choice(), Parts: len(g.all)}
	if t.Queries.Trajectories() == 0 {
		return x, nil
	}
	index, err := g.indexes.pyramid()
	if err != nil {
		return Expected{}, err
	}
	walk := index.(*pyramidIndex)
	if !t.Join {
		if err := t.pyramids.need(walk.Pyramid); err != nil {
			return Expected{}, err
		}
	}
	count := walk.expect(t, g.model)
	x.Hits = count.Hits
	switch g.method.(type) {
	case spatiotemporal:
		x.Candidates = count.Interactions
		if g.model != nil {
			x.Time = g.model.PredictWalk(count).Time()
		}
	case temporal:
		if x.Tunes = g.tunes(t); x.Tunes {
			return x, nil
		}
		return x, g.explainBatches(t, &x)
	case bruteForce:
		x.Candidates = float64(t.Queries.Segments()) * float64(g.indexes.entries.Segments())
	}
	return x, nil
}

// expect counts the walk of a task by a large sample.
func (x *pyramidIndex) expect(t task, m *predict.Model) estimate.WalkCount {
	const pairs = 1 << 14
	stride := 1
	if m != nil {
		stride = m.Walk.Stride
	}
	queries := x.Pyramid
	if !t.Join {
		queries = t.pyramids.in(x.Pyramid)
	}
	return estimate.CountWalk(queries, x.Pyramid, t.Rule, stride, pairs, 1)
}

// explainBatches makes the batches of a task and counts their candidates.
func (g *parts) explainBatches(t task, x *Expected) error {
	index, err := g.indexes.bins()
	if err != nil {
		return err
	}
	bins := index.(*binsIndex)
	if err := bins.needBatches(t.Queries); err != nil {
		return err
	}
	queries := bins.sorted(t)
	made, err := bins.batches(t, stage{device: g.device.Device(), model: g.model, parts: len(g.all)}, queries)
	if err != nil {
		return err
	}
	x.Batches, x.BatchSize, x.Time = len(made.list), made.size, made.predicted
	w := queries.Work(made.list, t.Rule)
	for _, i := range w.Invocations {
		x.Candidates += float64(i.Interactions())
	}
	if g.model != nil && x.Batches > 0 && x.Time == 0 {
		x.Time = g.model.PredictBatches(bins.workload(queries, t.Rule), made.list).Time()
	}
	return nil
}
