package calibrate

import (
	"context"
	"math"

	"flyby/internal/fit"
	"flyby/internal/queryset"
)

// HeldOut is the quality of a surface at points that it was not made from: the median relative errors of both
// interpolations, and the interpolation chosen by them.
type HeldOut struct {
	Surface     string            `json:"surface"` // T1, T2 or T3
	Points      int               `json:"points"`
	Linear      float64           `json:"linear"`
	Logarithmic float64           `json:"logarithmic"`
	Chosen      fit.Interpolation `json:"chosen"`
}

// heldOutPoints is the most points that are held out of a surface.
const heldOutPoints = 12

// choose measures points in the middle of cells and returns the surface with the interpolation that
// predicts these points better.
func (c *calibrator) choose(ctx context.Context, name string, t *table, q *queryset.Set, share float64) (*fit.Surface, error) {
	linear, err := t.surface(fit.Linear)
	if err != nil {
		return nil, err
	}
	logarithmic := linear.With(fit.Logarithmic)
	var errLinear, errLogarithmic []float64
	for _, cell := range c.cells(t) {
		x, y := between(t.c, cell[0], 1), between(t.q, cell[1], c.model.Kernel.Quantum)
		point, err := repeat(share, func() (timing, error) { return c.invoke(ctx, q, int(y), int(x), threshold) })
		if c.outgrown(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		measured := max(point.kernel, shortest)
		errLinear = append(errLinear, relativeError(linear.At(x, y), measured))
		errLogarithmic = append(errLogarithmic, relativeError(logarithmic.At(x, y), measured))
	}
	h := HeldOut{name, len(errLinear), median(errLinear), median(errLogarithmic), fit.Linear}
	if h.Logarithmic < h.Linear {
		h.Chosen = fit.Logarithmic
	}
	c.report.HeldOut = append(c.report.HeldOut, h)
	return linear.With(h.Chosen), nil
}

// cells picks cells at random among the measured ones with a point inside.
func (c *calibrator) cells(t *table) [][2]int {
	var all [][2]int
	for i := range len(t.c) - 1 {
		for j := range len(t.q) - 1 {
			if t.corners(i, j) && t.q[j+1]-t.q[j] > float64(c.model.Kernel.Quantum) {
				all = append(all, [2]int{i, j})
			}
		}
	}
	c.random.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	return all[:min(len(all), heldOutPoints)]
}

// between returns a multiple of a quantum near the geometric mean of two values of an axis.
func between(axis []float64, i, quantum int) float64 {
	n := float64(quantum)
	middle := math.Round(math.Sqrt(axis[i]*axis[i+1])/n) * n
	return min(max(middle, axis[i]+n), axis[i+1]-n)
}
