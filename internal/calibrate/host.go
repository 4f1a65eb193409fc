package calibrate

import (
	"context"
	"errors"
	"math"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/internal/queryset"
	"flyby/kernel"
	"flyby/trajectory"
)

// fewCandidates bounds the hits of a query segment in measurements of the host's cost of hits: as few as in
// searches, so that sorting them takes no more work than in searches.
const fewCandidates = 1 << 10

// transfers makes T2_CPU: the cost per hit by a fit of the host times of sweeps with hits, less the host times
// without hits, over the number of hits; and from a batch with few hits the cost of reading any.
func (c *calibrator) transfers(ctx context.Context, hits, misses *table) error {
	var rows [][]float64
	var y []float64
	for i := range hits.c {
		for j := range hits.q {
			k := hits.at(i, j)
			extra := hits.host[k] - misses.host[k]
			if hits.c[i] <= fewCandidates && hits.measured[k] && misses.measured[k] && extra > 0 {
				rows, y = append(rows, []float64{1, hits.hits[k]}), append(y, extra)
			}
		}
	}
	if len(rows) < 2 {
		return nil // the driver has no device times: the kernel times include the transfers
	}
	c.model.Host.SecondsPerByte = fit.NonNegative(fit.Relative(rows, y))[1] / predict.HitBytes
	read, err := c.fewHits(ctx, misses)
	c.model.Host.Read = read
	return err
}

// fewHits returns the host time of the smallest batch with one query segment that hits, less its host time
// without hits.
func (c *calibrator) fewHits(ctx context.Context, misses *table) (float64, error) {
	size, candidates := int(misses.q[0]), int(misses.c[0])
	q, err := c.queriesOf(map[kind]int{hitting: 1, missing: size - 1})
	if err != nil {
		return 0, err
	}
	least := math.Inf(1)
	for range sweepPasses {
		t, err := repeat(c.share(repeatShare), func() (timing, error) { return c.invoke(ctx, q, size, candidates, threshold) })
		if err != nil {
			return 0, err
		}
		least = min(least, t.host-float64(t.hits)*predict.HitBytes*c.model.Host.SecondsPerByte)
	}
	return max(0, least-misses.host[0]), nil
}

// idleDistance is the threshold of idle searches, which have no hits.
const idleDistance = 1

// idleShare is the part of the budget for one search of T1_CPU, and repeatShare the part for repeating it.
const (
	idleShare   = 0.01
	repeatShare = 0.002
)

// hostTimes makes T1_CPU by searches without hits and with little work for the kernel, over the range of s
// for several |Q| (paper §8.2).
func (c *calibrator) hostTimes(ctx context.Context) (err error) {
	store, err := c.wandering(c.idle, 0)
	if err != nil {
		return err
	}
	d, err := c.load(ctx, store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.resident.Close()) }()
	for _, n := range c.queries {
		curve, err := c.idleCurve(ctx, d, n)
		if err != nil {
			return err
		}
		c.model.Host.Curves = append(c.model.Host.Curves, curve)
		c.step()
	}
	return c.finishing(ctx)
}

// wandering makes n segments of random walks at a height, as many for each trajectory as the paper's have.
func (c *calibrator) wandering(n int, height float64) (*trajectory.Store, error) {
	walks := (n + 399) / 400
	return wanderers(c.random, walks, n/walks, 600, 10, height)
}

// idleCurve measures and fits T1_CPU for n query segments, from large batches on to smaller ones until its
// time runs out.
func (c *calibrator) idleCurve(ctx context.Context, d database, n int) (predict.HostCurve, error) {
	store, err := c.wandering(n, 1000)
	if err != nil {
		return predict.HostCurve{}, err
	}
	curve := predict.HostCurve{Queries: store.Segments()}
	for pass := range sweepPasses {
		if err := c.idlePass(ctx, d, store, &curve, pass); err != nil {
			return curve, err
		}
	}
	curve.Law = fit.FitPowerLaw(curve.Sizes, curve.Measured)
	return curve, nil
}

// fewestSizes is the least number of sizes on a curve, which are measured whatever their time.
const fewestSizes = 4

// idlePass measures the sizes of a curve, in later passes only the sizes that the first pass had time for.
func (c *calibrator) idlePass(ctx context.Context, d database, store *trajectory.Store, curve *predict.HostCurve, pass int) error {
	wall := 0.0
	for k, size := 0, curve.Queries/8; size >= 1; k, size = k+1, size*2/3 {
		if pass == 0 && k >= fewestSizes && wall > c.share(idleShare) || pass > 0 && k == len(curve.Sizes) {
			break
		}
		point, err := repeat(c.share(repeatShare), func() (timing, error) {
			t, err := c.search(ctx, d, store, size, idleDistance, new(kernel.Hits))
			wall = t.kernel + t.host
			return t, err
		})
		if err != nil {
			return err
		}
		if host := max(point.host, shortest); pass > 0 {
			curve.Measured[k] = min(curve.Measured[k], host)
		} else {
			curve.Sizes, curve.Measured = append(curve.Sizes, meanSize(curve.Queries, size)), append(curve.Measured, host)
		}
	}
	return nil
}

// meanSize returns the mean size of the batches when n query segments are cut into batches of s, the last of
// which may be smaller.
func meanSize(n, s int) float64 {
	return float64(n) / float64((n+s-1)/s)
}

// search runs and times a search by the temporal method in batches of a size; the time of its kernels is
// separate.
func (c *calibrator) search(ctx context.Context, d database, store *trajectory.Store, size int, distance float64, out *kernel.Hits) (total timing, err error) {
	start := c.Now()
	q := queryset.New(store, d.bins, interaction.Unbounded())
	batches, err := batching.Periodic{Size: size}.Batches(q.Profile)
	if err != nil {
		return total, err
	}
	w := q.Work(batches, rule(distance))
	total, err = c.timed(func() (kernel.Stats, error) { return d.resident.Interact(ctx, w, out) })
	if err != nil {
		return total, err
	}
	total.host = max(0, c.Now().Sub(start).Seconds()-total.kernel)
	return total, nil
}

// finishing times the sorting of hits, at two numbers of hits. Hits that come in order are not sorted.
func (c *calibrator) finishing(ctx context.Context) error {
	if !c.orders() || c.ordered {
		return nil
	}
	var t [2]float64
	n := [2]int{int(c.most / 16), int(c.most / 2)}
	for i := range n {
		point, err := repeat(c.share(repeatShare), func() (timing, error) {
			hits := c.scattered(n[i])
			start := c.Now()
			err := c.order(ctx, hits, n[0])
			took := c.Now().Sub(start).Seconds()
			return timing{host: took, wall: took}, err
		})
		if err != nil {
			return err
		}
		t[i] = point.host
	}
	c.model.Host.Finish = max(0, (t[1]-t[0])/float64(n[1]-n[0]))
	return nil
}

// scattered makes n hits in random order, as devices return them.
func (c *calibrator) scattered(n int) *kernel.Hits {
	list := make([]interaction.HitRow, n)
	for i := range list {
		list[i] = interaction.HitRow{Query: uint32(c.random.IntN(int(c.most / 16))), Entry: uint32(c.random.IntN(1 << 20)), Exit: 1}
	}
	return &kernel.Hits{Lists: []kernel.HitList{{List: list}}}
}
