package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"flyby/internal/estimate"
	"flyby/perfmodel"
)

// Curve is the time of a task by the method temporal over the number of query segments in a batch, as a performance model predicts it.
type Curve struct {
	Choice
	Queries int                    // query segments in the window of the task
	Best    perfmodel.Prediction   // of the size that a search by the model takes
	Sizes   []perfmodel.Prediction // of all sizes, Best among them, ascending
	Tuning  time.Duration          // to make the model first, where there was none
}

// curveTests bounds the interactions that are tested for a curve: about a second on one core.
const curveTests = 1 << 24

// Curve predicts a task in batches of the given sizes; nil means sizes around the best, a factor of the square root of two apart. For
// a device without a performance model, Curve makes the model first. A size above the number of query segments counts as that number.
func (e *Engine) Curve(ctx context.Context, asked Task, sizes []int) (Curve, error) {
	if e.config.Method != (temporal{}).name() {
		return Curve{}, fmt.Errorf("engine: tune: method %s: makes no batches, method %s does", e.config.Method, temporal{}.name())
	}
	asked.Batching = nil // the model's
	e.takesOf(asked)
	return e.way.(*singleWay).curve(ctx, task{Task: asked, pool: e.pool, report: newReport(nil, "search"), plan: new(searchPlan)}, sizes)
}

// curve is Engine.Curve.
func (g *parts) curve(ctx context.Context, t task, sizes []int) (c Curve, err error) {
	c.Choice = g.choice()
	if n := len(g.all); n != 1 {
		return c, fmt.Errorf("engine: tune: %s holds the entries in %d parts, one after another, and predictions are of one", g.device.Device().Name, n)
	}
	tuning, err := g.prepare(ctx, t)
	if err != nil {
		return c, err
	}
	c.Tuning = time.Duration(tuning)
	bins := g.all[0].index.(*binsIndex)
	if err := bins.needBatches(t.Queries); err != nil {
		return c, err
	}
	queries := bins.sorted(t)
	if c.Queries = len(queries.Rows); c.Queries == 0 {
		return c, nil
	}
	chosen := bins.predict(t, queries, g.model).Size
	if len(sizes) == 0 {
		sizes = sizesAround(chosen, g.model.Kernel.Quantum)
	}
	w := bins.workload(queries, t.Rule)
	w.CountOverlaps(0)
	w.EstimateHits(estimate.Sampling{Tests: curveTests})
	for _, s := range ascending(append([]int{chosen}, sizes...), c.Queries) {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		p := g.model.Predict(w, s)
		if c.Sizes = append(c.Sizes, p); s == chosen {
			c.Best = p
		}
	}
	return c, nil
}

// sizesAround returns sizes of batches up to 64 times smaller and larger than one, a factor of the square root of two apart. On a device that rounds batches up,
// sizes above its quantum are multiples of the quantum.
func sizesAround(size, quantum int) (all []int) {
	const octaves = 6
	for s, k := float64(size)/(1<<octaves), 0; k <= 2*2*octaves; s, k = s*math.Sqrt2, k+1 {
		n := max(int(math.Round(s)), 1)
		if n > quantum {
			n = (n + quantum/2) / quantum * quantum
		}
		all = append(all, n)
	}
	return all
}

// ascending returns sizes of at most most query segments, each once.
func ascending(sizes []int, most int) []int {
	for i := range sizes {
		sizes[i] = min(sizes[i], most)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}
