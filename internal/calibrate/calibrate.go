package calibrate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/internal/predict"
	"flyby/internal/queryset"
	"flyby/kernel"
	"flyby/trajectory"
)

// Options are the parameters of Calibrate. The zero value is the default.
type Options struct {
	// Budget is about the time that the calibration may take: 0 means 40 s. Measurements that would take
	// longer than their share are left out, and extrapolated from smaller ones.
	Budget time.Duration
	// Quick measures a coarse grid, and a budget of 1 s: for tests.
	Quick bool
	// Threads is the number of threads that build the indexes of a search: 0 means 1.
	Threads int
	// Pool sorts the hits of searches, as a database's pool does; the sorting is timed. Nil: hits are not sorted.
	Pool *parallel.Pool
	// Pause stands for the time between two searches of a user: it is called before each walk and each whole
	// search, untimed. Nil: a search follows another at once, with caches, clocks and threads as the other left them.
	Pause func()
	// Progress, if set, is called with the part that is done.
	Progress func(done, total float64)
	// Now is the clock: nil means time.Now.
	Now  func() time.Time
	Seed uint64

	finish func(hits *kernel.Hits, queries int) // in place of the order, for tests with a clock of their own
}

// Calibrate measures a device and makes its model: T1, T2, T3 and Theta on a grid over candidates and query
// segments, T1_CPU and T2_CPU, and the costs of a pyramid walk; then it rehearses whole searches. It loads its own
// data and frees it.
func Calibrate(ctx context.Context, d kernel.Driver, o Options) (*predict.Model, error) {
	c := newCalibrator(d, o)
	start := c.Now()
	for _, part := range []func(context.Context) error{c.kernelTimes, c.hostTimes, c.walkTimes, c.rehearse} {
		if err := part(ctx); err != nil {
			return nil, fmt.Errorf("calibrate: device %q: %w", d.Device().Name, err)
		}
	}
	c.model.Device, c.model.Made = predict.Identify(d.Device()), c.Now().UTC().Truncate(time.Second)
	c.report.Seconds = c.Now().Sub(start).Seconds()
	var err error
	if c.model.Report, err = json.Marshal(c.report); err != nil {
		return nil, fmt.Errorf("calibrate: device %q: report: %w", d.Device().Name, err)
	}
	return c.model, nil
}

// calibrator is one calibration.
type calibrator struct {
	Options
	plan
	driver  kernel.Driver
	random  *rand.Rand
	model   *predict.Model
	report  Report
	store   database          // of entryFlights
	strolls *trajectory.Store // the entries of walks and rehearsals
	next    int               // the candidate that the next work begins with
	done    int               // number of steps done
	ordered bool              // the driver's hits come in order
}

// plan is the points that a calibration measures.
type plan struct {
	candidates, segments []float64 // the grid: c, and q in quanta
	most                 uint64    // the most hits of one measurement
	queries              []int     // |Q| of the curves of T1_CPU
	idle                 int       // entry segments for these curves
	walkers, walkSteps   int       // trajectories and segments of each
}

func newCalibrator(d kernel.Driver, o Options) *calibrator {
	p := plan{
		candidates: doubling(1<<8, 2, 13), segments: doubling(1, 2, 13), most: 1 << 22,
		queries: []int{1000, 10_000, 40_000}, idle: 20_000, walkers: 5000, walkSteps: 200,
	}
	if o.Quick {
		p = plan{
			candidates: doubling(1<<8, 8, 3), segments: doubling(1, 8, 3), most: 1 << 17,
			queries: []int{500, 4000}, idle: 8000, walkers: 200, walkSteps: 50,
		}
	}
	if o.Budget <= 0 {
		o.Budget = 40 * time.Second
		if o.Quick {
			o.Budget = time.Second
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Pause == nil {
		o.Pause = func() {}
	}
	o.Threads = min(max(o.Threads, 1), parallel.Threads(o.Threads))
	return &calibrator{Options: o, plan: p, driver: d, random: rand.New(rand.NewPCG(o.Seed, 0xca1)), model: &predict.Model{}}
}

// doubling returns n values from first on, each factor times the one before.
func doubling(first, factor float64, n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = first
		first *= factor
	}
	return values
}

// step reports that one more step is done. Steps are each case in each pass over the grid, the choices made on
// other points, each curve of T1_CPU, each set of walks and each rehearsal.
func (c *calibrator) step() {
	c.done++
	if total := sweepPasses*len(cases(&c.model.Kernel)) + 2 + len(c.queries) + len(c.walkSets()) + len(c.rehearsals()); c.Progress != nil {
		c.Progress(float64(c.done), float64(total))
	}
}

// share returns a part of the budget, in seconds.
func (c *calibrator) share(part float64) float64 { return part * c.Budget.Seconds() }

// load indexes a store and makes it resident on the device.
func (c *calibrator) load(ctx context.Context, s *trajectory.Store) (database, error) {
	d := database{store: s, bins: binindex.NewBins(s, 0)}
	r, err := c.resident(ctx, kernel.Database{Store: s, Order: d.bins.Rows})
	if err != nil {
		return d, err
	}
	d.resident = r.(kernel.Ranger)
	return d, nil
}

// resident loads a database on the device, and returns an error where the device lacks an ability for it.
func (c *calibrator) resident(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := c.driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	if err := db.Able(r); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// timing is the times of an invocation and of its call, in seconds: kernel of the invocation's kernel as the device
// measures it, or of the whole where the device does not; host of the call besides its kernels; wall of the whole call.
type timing struct {
	kernel, host, wall float64
	hits               uint64 // of the call
}

// invoke runs a batch of size query segments, from the middle of q, against candidates. It runs a short
// invocation several times in one call, each against other candidates, as a search enqueues its batches.
func (c *calibrator) invoke(ctx context.Context, q *queryset.Set, size, candidates int, d float64) (timing, error) {
	work := c.work(q, size, candidates, d, c.together(size, candidates))
	var out kernel.Hits
	t, err := c.timed(func() (kernel.Stats, error) { return c.store.resident.Interact(ctx, work, &out) })
	t.kernel /= float64(len(work.Invocations))
	c.ordered = c.ordered || len(out.Lists) == 1 && out.Lists[0].Ordered
	out.Truncate(0)
	return t, err
}

// together returns the number of invocations in a call: enough interactions that the first and the last invocation
// matter little, no more hits than hitLimit, and no more candidates than the database has.
func (c *calibrator) together(size, candidates int) int {
	const most, enough = 16, 1 << 21
	each := uint64(size) * uint64(candidates)
	fit := len(c.store.bins.Rows) / candidates
	return max(1, min(most, fit, int(min(enough, c.hitLimit())/each)))
}

// timed times one call.
func (c *calibrator) timed(run func() (kernel.Stats, error)) (timing, error) {
	start := c.Now()
	stats, err := run()
	t := timing{wall: c.Now().Sub(start).Seconds(), hits: stats.Hits}
	if t.kernel = float64(stats.KernelTime-stats.OrderTime) * 1e-9; t.kernel <= 0 {
		t.kernel = t.wall
	}
	t.host = max(0, t.wall-t.kernel)
	return t, err
}

// rule returns the rule of all measurements, with a distance.
func rule(d float64) interaction.Rule {
	return interaction.Rule{Distance: d, Window: interaction.Unbounded()}
}

// work returns n invocations of the batch of a size in the middle of the queries, each against other candidates, which
// begin at least a quarter of the candidates after the last work's, as candidates move on in a search: all candidates
// are alike, but caches would have the last ones.
func (c *calibrator) work(q *queryset.Set, size, candidates int, d float64, n int) kernel.RangeWork {
	first := (len(q.Rows) - size) / 2
	if c.next+n*candidates > len(c.store.bins.Rows) {
		c.next = 0
	}
	w := kernel.RangeWork{Rule: rule(d), Queries: q.Store, Rows: q.Rows}
	for k := range n {
		w.Invocations = append(w.Invocations, kernel.Invocation{
			Batch:  batching.Batch{First: first, Last: first + size},
			Ranges: []binindex.Range{{First: c.next + k*candidates, Last: c.next + (k+1)*candidates}},
		})
	}
	c.next += max((candidates+3)/4, (n-1)*candidates)
	return w
}
