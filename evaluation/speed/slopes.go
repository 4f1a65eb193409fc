package speed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation"
	"flyby/evaluation/measure"
	"flyby/evaluation/results"
	"flyby/trajectory"
)

// Curve is the time of a search over one quantity that it grows with.
type Curve struct {
	Name   string  `json:"curve"` // "|D|"
	What   string  `json:"what"`  // the quantities held fixed
	Points []Point `json:"points"`
	// Skipped says why points are missing, "" where none are.
	Skipped string `json:"skipped,omitempty"`
}

// Point is a point of a curve.
type Point struct {
	X       float64 `json:"x"`
	Seconds float64 `json:"seconds"`       // median of the trials
	CPU     float64 `json:"cpu,omitempty"` // of the processors on all threads, the same; 0: not known
	Hits    uint64  `json:"hits"`
}

// slopeQueries seeds the queries, whose stars are not among the entries.
const slopeQueries = 5

// Slopes measures time against |D|, |Q|, d and the number of cores on GAL, and the command's time in bounded memory
// against hits and segments. Rows and Peer have no effect. At scale 1 |D| and segments go to 10⁷, at 10 to 10⁸; the
// other curves have 10⁶ entry segments. All have fewer, and fewer queries, at a scale below 1.
func Slopes(ctx context.Context, o Options) (curves []Curve, err error) {
	if o, err = o.settle(); err != nil {
		return nil, err
	}
	m, err := evaluation.Here(o.Device)
	if err != nil {
		return nil, err
	}
	l := newLab(o, m)
	defer func() { err = errors.Join(err, l.close()) }()
	l.Scale = min(o.Scale, 1)
	overEntries := func(ctx context.Context) (Curve, error) { return l.overEntries(ctx, starCounts(o.Scale)) }
	overSegments := func(ctx context.Context) (Curve, error) { return l.overSegments(ctx, o.Scale) }
	parts := []func(context.Context) (Curve, error){overEntries, l.overQueries, l.overDistance, l.overCores, l.overHits, overSegments}
	for i, part := range parts {
		o.Progress(measure.Progress{Phase: "slopes", Done: float64(i), Total: float64(len(parts))})
		c, err := part(ctx)
		if err != nil {
			return curves, fmt.Errorf("speed: slope over %s: %w", c.Name, err)
		}
		curves = append(curves, c)
	}
	return curves, nil
}

// strangers makes queries of n stars that are not among the entries, fewer at scales below 1.
func (l *lab) strangers(n, steps int) (*trajectory.Store, error) {
	return datasets.Disc(scaled(n, l.Scale), steps, slopeQueries)
}

// galSize writes the number of entry segments of GAL.
func (l *lab) galSize() string { return fmt.Sprintf("10^%.3g entry segments", 6+math.Log10(l.Scale)) }

// galAndStrangers returns GAL and 100 stars that are not in it.
func (l *lab) galAndStrangers() (entries, queries *trajectory.Store, err error) {
	if entries, err = l.store(gal()); err != nil {
		return nil, nil, err
	}
	queries, err = l.strangers(100, 400)
	return entries, queries, err
}

// overEntries measures time against |D|, the segments of a number of stars each, with 100 trajectories searching.
func (l *lab) overEntries(ctx context.Context, stars []int) (Curve, error) {
	c := Curve{Name: "|D|", What: "40,000 query segments, d = 0.05"}
	queries, err := l.strangers(100, 400)
	if err != nil {
		return c, err
	}
	for _, n := range stars {
		entries, err := datasets.Disc(n, 400, 2)
		if err != nil {
			return c, err
		}
		if err := l.point(ctx, &c, float64(entries.Segments()), entries, queries, 0.05, 0); err != nil {
			return c, err
		}
	}
	return c, nil
}

// starCounts returns the numbers of stars of the points of |D|, two to a decade: 25 to 25,000, fewer of all at a scale
// below 1, further up at one above.
func starCounts(scale float64) (all []int) {
	for n := 25.0; n < 25_001*max(scale, 1); n *= math.Sqrt(10) {
		all = append(all, scaled(int(math.Round(n)), min(scale, 1)))
	}
	return all
}

// overQueries measures time against |Q|.
func (l *lab) overQueries(ctx context.Context) (Curve, error) {
	c := Curve{Name: "|Q|", What: l.galSize() + ", d = 0.05"}
	entries, err := l.store(gal())
	if err != nil {
		return c, err
	}
	for _, n := range [][2]int{{1, 1}, {1, 10}, {1, 100}, {3, 333}, {25, 400}, {250, 400}, {2500, 400}} {
		queries, err := l.strangers(n[0], n[1])
		if err != nil {
			return c, err
		}
		if k := len(c.Points); k > 0 && float64(queries.Segments()) <= c.Points[k-1].X {
			continue // no more segments than the last point, at small scales
		}
		if err := l.point(ctx, &c, float64(queries.Segments()), entries, queries, 0.05, 0); err != nil {
			return c, err
		}
	}
	return c, nil
}

// overDistance measures time against d.
func (l *lab) overDistance(ctx context.Context) (Curve, error) {
	c := Curve{Name: "d", What: l.galSize() + ", 40,000 query segments"}
	entries, queries, err := l.galAndStrangers()
	if err != nil {
		return c, err
	}
	for _, d := range []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10} {
		if err := l.point(ctx, &c, d, entries, queries, d, 0); err != nil {
			return c, err
		}
	}
	return c, nil
}

// overCores measures time against the number of cores; on another device than the host, the cores of the host's part of
// the work.
func (l *lab) overCores(ctx context.Context) (Curve, error) {
	c := Curve{Name: "cores", What: l.galSize() + ", 40,000 query segments, d = 0.5"}
	entries, queries, err := l.galAndStrangers()
	if err != nil {
		return c, err
	}
	for _, cores := range measure.Threads(l.machine.Cores) {
		if err := l.point(ctx, &c, float64(cores), entries, queries, 0.5, cores); err != nil {
			return c, err
		}
	}
	return c, nil
}

// point measures a point of a curve on a database of its own.
func (l *lab) point(ctx context.Context, c *Curve, x float64, entries, queries *trajectory.Store, d float64, threads int) error {
	db, err := flyby.Open(ctx, entries, flyby.Options{
		Method: flyby.MethodSpatiotemporal, Device: l.machine.Device.Selector, Threads: threads,
	})
	if err != nil {
		return err
	}
	all, err := l.repeatPinned(ctx, db, freshQueries(queries), d)
	c.Points = append(c.Points, Point{x, median(all.seconds), median(all.cpu), all.last.hits})
	return errors.Join(err, db.Close())
}

// Slope returns the slope of the line through log time over log X; NaN for fewer than two points.
func (c Curve) Slope() float64 {
	if len(c.Points) < 2 {
		return math.NaN()
	}
	var x, y []float64
	for _, p := range c.Points {
		x, y = append(x, math.Log(p.X)), append(y, math.Log(p.Seconds))
	}
	return results.FitLine(x, y).B
}

// Local returns the slopes from point i-1 to point i of log time and of log hits, 0 where there are none.
func (c Curve) Local(i int) (time, hits float64) {
	a, b := c.Points[i-1], c.Points[i]
	dx := math.Log(b.X / a.X)
	return math.Log(b.Seconds/a.Seconds) / dx, math.Log(max(1, float64(b.Hits))/max(1, float64(a.Hits))) / dx
}

// steep is the most that a local slope may exceed its bound: a point's noise.
const steep = 0.15

// Bends lists the points into which time grows faster than the work: faster than X, and than the hits.
// Over the cores, time must not grow.
func (c Curve) Bends() (at []float64) {
	for i := 1; i < len(c.Points); i++ {
		time, hits := c.Local(i)
		bound := max(1, hits)
		if c.Name == "cores" {
			bound = 0
		}
		if time > bound+steep {
			at = append(at, c.Points[i].X)
		}
	}
	return slices.Clip(at)
}
