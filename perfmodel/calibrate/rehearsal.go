package calibrate

import (
	"context"
	"errors"

	"flyby/interaction"
	"flyby/internal/queryset"
	"flyby/kernel"
	"flyby/perfmodel"
	"flyby/perfmodel/estimate"
	"flyby/trajectory"
)

// Rehearsal is a whole search by the temporal method on calibration data, with its time as measured and as
// predicted from its parts, in seconds.
type Rehearsal struct {
	Queries         int     `json:"queries"` // query segments
	Size            int     `json:"size"`    // s
	Distance        float64 `json:"distance"`
	Hits            float64 `json:"hits"`
	Kernel          float64 `json:"kernel"`
	Host            float64 `json:"host"`
	PredictedKernel float64 `json:"predictedKernel"`
	PredictedHost   float64 `json:"predictedHost"`
}

// rehearseShare is the part of the budget that a rehearsed search may take.
const rehearseShare = 0.03

// rehearsedTests is the number of interactions sampled to estimate the hits of a rehearsed search.
const rehearsedTests = 1 << 20

// rehearse measures whole searches of random walks, and fits the part of their times that their parts do not
// explain: the scale of kernel times, and the rest of the host's. The parts were measured alone, with the same
// branches taken every time and the caches to themselves.
func (c *calibrator) rehearse(ctx context.Context) (err error) {
	d, err := c.load(ctx, c.strolls)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.resident.Close()) }()
	entries := estimate.NewEntries(d.store, d.bins)
	for _, r := range c.rehearsals() {
		if err := c.rehearseOne(ctx, d, entries, r); err != nil {
			return err
		}
		c.step()
	}
	c.fitRest()
	return nil
}

// rehearsals lists the searches to rehearse: few and many queries, without and with hits, in small and large
// batches. Queries is the number of trajectories here.
func (c *calibrator) rehearsals() []Rehearsal {
	var all []Rehearsal
	for _, n := range []int{c.walkers / 100, c.walkers / 25} {
		for _, size := range []int{64, 256, 1024} {
			for _, distance := range []float64{0, 3} {
				all = append(all, Rehearsal{Queries: n, Size: size, Distance: distance})
			}
		}
	}
	return all
}

// rehearseOne predicts and measures one search, unless it would take too long.
func (c *calibrator) rehearseOne(ctx context.Context, d database, entries *estimate.Entries, r Rehearsal) error {
	store, err := c.strollers(max(1, r.Queries))
	if err != nil {
		return err
	}
	q := queryset.New(store, d.bins, interaction.Unbounded())
	w := entries.WorkloadOf(q, rule(r.Distance))
	w.EstimateHits(estimate.Sampling{Tests: rehearsedTests})
	p := c.model.Predict(w, r.Size)
	if p.Time().Seconds() > c.share(rehearseShare) {
		return nil
	}
	t, err := repeat(c.share(repeatShare), func() (timing, error) { return c.wholeSearch(ctx, d, store, r) })
	if c.outgrown(err) {
		return nil
	}
	r.Queries, r.Hits, r.Kernel, r.Host = len(q.Rows), float64(t.hits), t.kernel, t.host
	r.PredictedKernel, r.PredictedHost = p.Kernel.Seconds(), p.Host.Seconds()
	c.report.Rehearsals = append(c.report.Rehearsals, r)
	return err
}

// wholeSearch runs and times a search and the sorting of its hits.
func (c *calibrator) wholeSearch(ctx context.Context, d database, store *trajectory.Store, r Rehearsal) (timing, error) {
	var out kernel.Hits
	defer out.Truncate(0)
	c.Pause()
	t, err := c.search(ctx, d, store, r.Size, r.Distance, &out)
	if err != nil || !c.orders() {
		return t, err
	}
	start := c.Now()
	err = c.order(ctx, &out, store.Samples())
	finish := c.Now().Sub(start).Seconds()
	t.host, t.wall = t.host+finish, t.wall+finish
	return t, err
}

// fitRest computes the scale of kernel times, the median over rehearsals, and the rest of host times, the lower
// quartile over rehearsals with hits.
func (c *calibrator) fitRest() {
	var scales, rests []float64
	for _, r := range c.report.Rehearsals {
		if r.PredictedKernel > 0 && r.Kernel > 0 {
			scales = append(scales, r.Kernel/r.PredictedKernel)
		}
		if r.Hits > 0 {
			rests = append(rests, (r.Host-r.PredictedHost)/float64(r.Queries))
		}
	}
	if len(scales) > 0 {
		c.model.Kernel.Scale = min(max(median(scales), 1./perfmodel.MostScale), perfmodel.MostScale)
	}
	if len(rests) > 0 {
		c.model.Host.Rest = max(0, quartile(rests))
	}
}
