package calibrate

import (
	"context"
	"errors"

	"flyby/interaction"
	"flyby/internal/estimate"
	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/internal/queryset"
	"flyby/kernel"
	"flyby/trajectory"
)

// Rehearsal is a whole search by the temporal method on calibration data, with its time as measured and as
// predicted from its parts, in seconds.
type Rehearsal struct {
	Queries         int     `json:"queries"` // query segments
	Size            int     `json:"size"`    // s
	Batches         int     `json:"batches"`
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

// rehearse measures whole searches of random walks, and fits the part of their times that their parts do not explain: the
// scale of kernel times, the time of a hit that comes among others, the rest of the host's, and the pace of choosing a size.
// The parts were measured alone, with the same branches taken every time and the caches to themselves.
func (c *calibrator) rehearse(ctx context.Context) (err error) {
	d, err := c.load(ctx, c.strolls)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.resident.Close()) }()
	entries := estimate.NewEntries(d.store, d.bins)
	var paces []float64
	for _, r := range c.rehearsals() {
		pace, err := c.rehearseOne(ctx, d, entries, r)
		if err != nil {
			return err
		}
		paces = append(paces, pace)
		c.step()
	}
	c.model.Host.Choosing = median(paces)
	c.fitRest()
	return nil
}

// rehearsals lists the searches to rehearse: few and many queries, without hits up to many, in small batches and in the
// batches that a search would choose (Size 0). Queries is the number of trajectories here.
func (c *calibrator) rehearsals() []Rehearsal {
	var all []Rehearsal
	for _, n := range []int{c.walkers / 100, c.walkers / 25} {
		for _, size := range []int{0, 256} {
			for _, distance := range []float64{0, 3, 8, 20} {
				all = append(all, Rehearsal{Queries: n, Size: size, Distance: distance})
			}
		}
	}
	return all
}

// rehearseOne predicts and measures one search, unless it would take too long. It returns the ratio of the time of choosing
// its batch size to the time by the model.
func (c *calibrator) rehearseOne(ctx context.Context, d database, entries *estimate.Entries, r Rehearsal) (pace float64, err error) {
	store, err := c.strollers(max(1, r.Queries))
	if err != nil {
		return 0, err
	}
	q := queryset.New(store, d.bins, interaction.Unbounded())
	c.Pause()
	start := c.Now()
	plan := c.model.Plan(entries.WorkloadOf(q, rule(r.Distance)))
	pace = c.Now().Sub(start).Seconds() / plan.Choosing.Seconds()
	if r.Size == 0 {
		r.Size = plan.Size
	}
	w := entries.WorkloadOf(q, rule(r.Distance))
	w.EstimateHits(estimate.Sampling{Tests: rehearsedTests})
	p := c.model.Predict(w, r.Size)
	if p.Time().Seconds() > c.share(rehearseShare) {
		return pace, nil
	}
	t, err := repeat(c.share(repeatShare), func() (timing, error) { return c.wholeSearch(ctx, d, store, r) })
	if c.outgrown(err) {
		return pace, nil
	}
	r.Queries, r.Batches, r.Hits, r.Kernel, r.Host = len(q.Rows), p.Batches, float64(t.hits), t.kernel, t.host
	r.PredictedKernel, r.PredictedHost = p.Kernel.Seconds(), p.Host.Seconds()
	c.report.Rehearsals = append(c.report.Rehearsals, r)
	return pace, err
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

// fitRest fits what the parts of rehearsed searches do not explain, by least absolute errors, as parts of the searches: other
// work on the machine made a few of them longer.
func (c *calibrator) fitRest() {
	var kernels, hosts [][]float64
	var times, rests []float64
	for _, r := range c.report.Rehearsals {
		if r.Kernel <= 0 {
			continue
		}
		all := r.Kernel + r.Host
		kernels, times = append(kernels, []float64{r.PredictedKernel, r.Hits}), append(times, r.Kernel)
		hosts = append(hosts, []float64{float64(r.Queries) / all, float64(r.Batches) / all, r.Hits / all})
		rests = append(rests, max(0, r.Host-r.PredictedHost)/all)
	}
	if len(kernels) == 0 {
		return
	}
	if x := fit.LeastAbsolute(fit.Relative(kernels, times)); x[0] > 0 {
		c.model.Kernel.Scale = min(max(x[0], 1./predict.MostScale), predict.MostScale)
		c.model.Kernel.HitSeconds = x[1]
	}
	x := fit.LeastAbsolute(hosts, rests)
	h := &c.model.Host
	h.RestQuery, h.RestBatch, h.RestHit = x[0], x[1], x[2]
}
