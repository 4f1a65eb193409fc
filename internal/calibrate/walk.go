package calibrate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"flyby/binindex"
	"flyby/internal/estimate"
	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/kernel"
	"flyby/trajectory"
)

// walkShare is the part of the budget for one walk.
const walkShare = 0.01

// walkTimes makes the costs of a pyramid walk. It times walks of different kinds, with the building of their query
// pyramids and the sorting of their hits, counts them in full, and fits the costs that explain the times best.
func (c *calibrator) walkTimes(ctx context.Context) (err error) {
	entries, err := c.strollers(c.walkers)
	if err != nil {
		return err
	}
	c.strolls = entries
	p := binindex.NewPyramid(entries, nil, binindex.ChooseSetting(entries, c.Threads), c.Threads)
	resident, err := c.resident(ctx, kernel.Database{Store: entries, Pyramid: p})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, resident.Close()) }()
	var points [estimate.MaxStride + 1][]WalkPoint
	for _, n := range c.walkSets() {
		if err := c.walkSet(ctx, resident.(kernel.Walker), p, n, &points); err != nil {
			return err
		}
		c.step()
	}
	c.fitStride(&points)
	return nil
}

// farAway is a height far from all entries: a search there has the costs of its queries alone.
const farAway = 1e4

// walkSet measures walks of one number of query trajectories.
func (c *calibrator) walkSet(ctx context.Context, r kernel.Walker, entries *binindex.Pyramid, n int, points *[estimate.MaxStride + 1][]WalkPoint) error {
	for _, place := range []struct {
		height    float64
		distances []float64
	}{{0, []float64{0, 1, 3, 7}}, {farAway, []float64{1}}} {
		queries, err := c.strollersAt(n, place.height)
		if err != nil {
			return err
		}
		for _, d := range place.distances {
			if err := c.walks(ctx, r, queries, entries, d, points); err != nil {
				return err
			}
		}
	}
	return nil
}

// walkSets returns the numbers of query trajectories of the walks.
func (c *calibrator) walkSets() []int {
	return []int{max(1, c.walkers/2500), c.walkers/500 + 1, c.walkers / 100, c.walkers / 20}
}

// walks measures one search and counts it in every stride.
func (c *calibrator) walks(ctx context.Context, r kernel.Walker, queries *trajectory.Store, entries *binindex.Pyramid, d float64, points *[estimate.MaxStride + 1][]WalkPoint) error {
	pyramid := func() *binindex.Pyramid {
		return binindex.NewPyramid(queries, entries.Frame, entries.Setting.OfQueries(queries), c.Threads)
	}
	var stats kernel.Stats
	t, err := repeat(c.share(walkShare), func() (timing, error) {
		var out kernel.Hits
		defer out.Truncate(0)
		c.Pause()
		start := c.Now()
		var err error
		stats, err = r.Walk(ctx, kernel.WalkWork{Rule: rule(d), Queries: kernel.Side{Store: queries, Pyramid: pyramid}, Entry: kernel.Root(entries)}, &out)
		if err == nil {
			err = c.order(ctx, &out, queries.Samples())
		}
		took := c.Now().Sub(start).Seconds()
		return timing{host: took, wall: took}, err
	})
	if c.outgrown(err) {
		return nil
	}
	if err != nil {
		return err
	}
	q := pyramid()
	for stride := 1; stride <= estimate.MaxStride; stride++ {
		n := estimate.CountWalk(q, entries, rule(d), stride, -1, 0)
		points[stride] = append(points[stride], WalkPoint{Count: n, Tests: float64(stats.BoxTests), Seconds: max(t.host, shortest)})
	}
	return nil
}

// fitStride fits the costs in the stride whose counts come closest to the driver's own counts of box tests; where
// the driver counts none, in the stride that explains the times best.
func (c *calibrator) fitStride(points *[estimate.MaxStride + 1][]WalkPoint) {
	least := math.Inf(1)
	for stride := 1; stride <= estimate.MaxStride; stride++ {
		w, loss := fitWalk(points[stride], stride)
		if off, told := offTests(points[stride]); told {
			loss = off
		}
		if loss < least {
			c.model.Walk, c.report.Walks, least = w, points[stride], loss
		}
	}
	for i := range c.report.Walks {
		p := &c.report.Walks[i]
		p.Predicted = c.model.Walk.Time(p.Count)
	}
}

// offTests returns the mean absolute difference of the logarithms of counted box tests and of the driver's own;
// told is false where the driver counts none.
func offTests(points []WalkPoint) (off float64, told bool) {
	for _, p := range points {
		if p.Tests > 0 {
			off += math.Abs(math.Log(p.Count.BoxTests/p.Tests)) / float64(len(points))
			told = true
		}
	}
	return off, told
}

// strollers makes n walks for the calibration of walks, spread over a cube with a volume of 108 for each of
// c.walkers walks.
func (c *calibrator) strollers(n int) (*trajectory.Store, error) { return c.strollersAt(n, 0) }

// strollersAt is strollers, moved to a height.
func (c *calibrator) strollersAt(n int, height float64) (*trajectory.Store, error) {
	return wanderers(c.random, n, c.walkSteps, float64(c.walkSteps)/4, math.Cbrt(108*float64(c.walkers)), height)
}

// wanderers makes n random walks of unit steps, one per unit of time: starts are spread over a time, and over a
// cube of a side at a height.
func wanderers(r *rand.Rand, n, steps int, spread, side, height float64) (*trajectory.Store, error) {
	var cols trajectory.Columns
	for id := range n {
		start := r.Float64() * spread
		p := [3]float64{side * r.Float64(), side * r.Float64(), height + side*r.Float64()}
		for i := range steps + 1 {
			cols.ID.Int = append(cols.ID.Int, int64(id))
			cols.T = append(cols.T, start+float64(i))
			cols.X, cols.Y, cols.Z = append(cols.X, p[0]), append(cols.Y, p[1]), append(cols.Z, p[2])
			p = stepFrom(p, r)
		}
	}
	return trajectory.New(cols, trajectory.BuildOptions{})
}

// stepFrom returns the position one random step from p.
func stepFrom(p [3]float64, r *rand.Rand) [3]float64 {
	for k := range p {
		p[k] += r.NormFloat64() / math.Sqrt(3)
	}
	return p
}

// fitWalk returns the costs of least relative error, none negative, and the mean square of that error.
func fitWalk(points []WalkPoint, stride int) (predict.Walk, float64) {
	var rows [][]float64
	var y []float64
	for _, p := range points {
		f := p.Count.Parts()
		rows, y = append(rows, f[:]), append(y, p.Seconds)
	}
	a, ones := fit.Relative(rows, y)
	x := fit.NonNegative(a, ones)
	return predict.Walk{Search: x[0], Step: x[1], BoxTest: x[2], Interaction: x[3], Hit: x[4], Query: x[5], Stride: stride}, fit.Residual(a, x, ones) / float64(len(points))
}
