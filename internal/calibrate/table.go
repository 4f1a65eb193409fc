package calibrate

import (
	"context"
	"errors"
	"math"

	"flyby/internal/fit"
	"flyby/internal/queryset"
	"flyby/kernel"
)

// table is the measurements of one case on the grid.
type table struct {
	c, q         []float64
	kernel, host []float64 // [nc][nq] seconds
	hits         []float64 // [nc][nq]
	measured     []bool    // [nc][nq]; the other points are filled in
}

func newTable(c, q []float64) *table {
	n := len(c) * len(q)
	return &table{
		c: c, q: q, kernel: make([]float64, n), host: make([]float64, n),
		hits: make([]float64, n), measured: make([]bool, n),
	}
}

// at returns the index of a grid point.
func (t *table) at(i, j int) int { return i*len(t.q) + j }

// sweep measures a case over the grid, smaller points first. Points that would take more than twice their
// share of time, or return too many hits, are filled in.
func (c *calibrator) sweep(ctx context.Context, t *table, q *queryset.Set, share float64, hits bool) error {
	for i := range t.c {
		for j := range t.q {
			k := t.at(i, j)
			if !t.measured[k] && t.leastTime(i, j) > 2*share || hits && t.c[i]*t.q[j] > float64(c.hitLimit()) {
				continue
			}
			point, err := repeat(share, func() (timing, error) {
				return c.invoke(ctx, q, int(t.q[j]), int(t.c[i]), threshold)
			})
			if c.outgrown(err) && k > 0 {
				continue
			}
			if err != nil {
				return err
			}
			t.keep(k, point)
		}
	}
	return nil
}

// keep records a measurement of a point, or the lesser of two.
func (t *table) keep(k int, p timing) {
	p.kernel = max(p.kernel, shortest)
	if t.measured[k] {
		p.kernel, p.host = min(p.kernel, t.kernel[k]), min(p.host, t.host[k])
	}
	t.kernel[k], t.host[k], t.hits[k] = p.kernel, p.host, float64(p.hits)
	t.measured[k] = true
}

// shortest is the least kernel time that is recorded, in seconds: a coarse clock may measure 0.
const shortest = 1e-9

// hitLimit returns the most hits that an invocation of a measurement may have.
func (c *calibrator) hitLimit() uint64 {
	if room := c.model.Kernel.Room; room > 0 {
		return min(room, c.most)
	}
	return c.most
}

// outgrown reports whether err is a device's refusal of more hits than it has room for, and records the room.
func (c *calibrator) outgrown(err error) bool {
	var overflow *kernel.OverflowError
	if !errors.As(err, &overflow) {
		return false
	}
	c.model.Kernel.Room = max(1, overflow.Room)
	return true
}

// leastTime returns the least time that a point can take, judging by its smaller neighbours: infinite where one of
// them was not measured.
func (t *table) leastTime(i, j int) float64 {
	least := 0.0
	if i > 0 {
		least = t.knownTime(i-1, j)
	}
	if j > 0 {
		least = max(least, t.knownTime(i, j-1))
	}
	if i > 0 && j > 0 { // both steps added
		least = max(least, t.knownTime(i-1, j)+t.knownTime(i, j-1)-t.knownTime(i-1, j-1))
	}
	return least
}

// knownTime returns a measured time, infinite for a point that was not measured.
func (t *table) knownTime(i, j int) float64 {
	if k := t.at(i, j); t.measured[k] {
		return t.kernel[k]
	}
	return math.Inf(1)
}

// surface returns the table as a surface.
func (t *table) surface(i fit.Interpolation) (*fit.Surface, error) {
	return fit.NewSurface(t.c, t.q, t.kernel, i)
}

// corners reports whether all of a cell's corners were measured.
func (t *table) corners(i, j int) bool {
	return t.measured[t.at(i, j)] && t.measured[t.at(i+1, j)] && t.measured[t.at(i, j+1)] && t.measured[t.at(i+1, j+1)]
}

// relativeError returns |predicted - measured| / measured.
func relativeError(predicted, measured float64) float64 {
	return math.Abs(predicted-measured) / measured
}
