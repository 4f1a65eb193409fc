package calibrate

import (
	"context"

	"flyby/internal/fit"
	"flyby/internal/queryset"
	"flyby/kernel"
)

// Idler is a resident database that can run an empty kernel with the arguments of a work: its time is Theta
// of the paper. It is an ability outside of the drivers' contract, found by assertion.
type Idler interface {
	Idle(ctx context.Context, w kernel.RangeWork) (kernel.Stats, error)
}

// Values of predict.Kernel.Overhead: the source of Empty, the surface for Theta.
const (
	// overheadEmpty is a measured invocation of an empty kernel, the paper's Theta.
	overheadEmpty = "empty kernel"
	// overheadIntercept is the time of an invocation with temporal misses only, extrapolated to no query segment:
	// its cost before the first interaction, with the load of its entry segments.
	overheadIntercept = "intercept"
)

// emptyKernel measures Theta by empty kernels; nil where the driver has none.
func (c *calibrator) emptyKernel(ctx context.Context, q *queryset.Set, share float64) (*fit.Surface, error) {
	idler, ok := c.store.resident.(Idler)
	if !ok {
		return nil, nil
	}
	t := newTable(c.candidates, c.segments)
	for i := range t.c {
		for j := range t.q {
			work := c.work(q, int(t.q[j]), int(t.c[i]), threshold, 1)
			point, err := repeat(share/float64(len(t.kernel)), func() (timing, error) {
				return c.timed(func() (kernel.Stats, error) { return idler.Idle(ctx, work) })
			})
			if err != nil {
				return nil, err
			}
			t.kernel[t.at(i, j)] = max(point.kernel, shortest)
		}
	}
	return t.surface(fit.Linear)
}

// intercept extrapolates the times of temporal misses to no query segment, by fitting a straight line to each
// row of the grid in relative error: the shortest batches determine its overhead and the longest its slope. The
// overhead is the same for all batches.
func intercept(misses *table) (*fit.Surface, error) {
	t := newTable(misses.c, misses.q)
	for i := range t.c {
		var rows [][]float64
		var y []float64
		for j := range t.q {
			rows, y = append(rows, []float64{1, t.q[j]}), append(y, misses.kernel[t.at(i, j)])
		}
		line := fit.NonNegative(fit.Relative(rows, y))
		for j := range t.q {
			t.kernel[t.at(i, j)] = min(max(line[0], leastOverhead*y[0]), y[0])
		}
	}
	return t.surface(fit.Linear)
}

// leastOverhead is the least part of the shortest batch's time that counts as overhead, whatever the line.
const leastOverhead = 0.05
