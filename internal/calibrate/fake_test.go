package calibrate

import (
	"context"
	"fmt"
	"math"
	"time"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/estimate"
	"flyby/internal/predict"
	"flyby/kernel"
	"flyby/trajectory"
)

// law is the costs of a fake device, in seconds.
type law struct {
	launch, entry             float64 // of a kernel: per launch, and per candidate
	hit, miss, apart, grazing float64 // of an interaction
	invocation, query, perHit float64 // of the host: per invocation, per query segment, per hit
	crowded, rest             float64 // in whole searches alone: of a hit, for the kernel; of a query segment, for the host
	quantum                   int
	lanes                     float64 // candidates that run at once, before the others; 0: candidates of any number run at a constant rate
	room                      uint64
	walk                      predict.Walk
	silent                    bool // the device does not report kernel times
	idle                      bool // it can run empty kernels
	reach                     int  // the most entry segments that it has room for; 0: no limit
}

// kernelTime returns the true T_GPU of a batch.
func (l law) kernelTime(c, q float64, n outcome) float64 {
	fill := float64((int(q)+l.quantum-1)/l.quantum*l.quantum) - q
	missed := c*q - n.overlaps + c*fill
	waves := 1.0
	if l.lanes > 0 {
		waves = math.Ceil(c/l.lanes) * l.lanes / c
	}
	return l.launch + waves*(l.entry*c+l.hit*n.hits+l.grazing*n.grazing+l.miss*missed+l.apart*(n.overlaps-n.hits-n.grazing))
}

// hostTime returns the true time of a batch besides its kernel.
func (l law) hostTime(q, hits float64) float64 { return l.invocation + l.query*q + l.perHit*hits }

// fakeDriver is a driver that follows a law, with its own clock.
type fakeDriver struct {
	law
	now  time.Time
	memo map[string]outcome
	open int // number of residents

	waking float64 // additional seconds of a walk when the device is asleep
	asleep bool
}

func newFakeDriver(l law) *fakeDriver {
	l.quantum = max(l.quantum, 1)
	return &fakeDriver{law: l, now: time.Unix(0, 0), memo: map[string]outcome{}}
}

func (f *fakeDriver) clock() time.Time { return f.now }

func (f *fakeDriver) pass(seconds float64) { f.now = f.now.Add(time.Duration(seconds * 1e9)) }

func (f *fakeDriver) Device() kernel.Device {
	return kernel.Device{Name: "Fake (TM) 9000", Platform: "test", Driver: "1.0", Units: 4, Tile: f.quantum}
}

func (f *fakeDriver) Load(_ context.Context, db kernel.Database) (kernel.Resident, error) {
	if f.reach > 0 && db.Store.Segments() > f.reach {
		return nil, fmt.Errorf("fake: %w", kernel.ErrMemory)
	}
	f.open++
	r := &fakeResident{fakeDriver: f, db: db, workloads: map[*trajectory.Store]*estimate.Workload{}}
	if db.Order != nil {
		r.bins = binindex.NewBins(db.Store, 0) // the same bins as the calibration's
	}
	if f.idle {
		return fakeIdler{r}, nil
	}
	return r, nil
}

func (f *fakeDriver) Close() error { return nil }

type fakeResident struct {
	*fakeDriver
	db        kernel.Database
	bins      *binindex.Bins
	entries   *estimate.Entries
	workloads map[*trajectory.Store]*estimate.Workload
}

type fakeIdler struct{ *fakeResident }

func (f fakeIdler) Idle(_ context.Context, w kernel.RangeWork) (kernel.Stats, error) {
	return f.spend(f.launch, f.invocation), nil
}

func (f *fakeResident) Close() error {
	f.open--
	return nil
}

// spend advances the clock by the times of a call, and returns them as stats.
func (f *fakeDriver) spend(kernelTime, host float64) kernel.Stats {
	f.pass(kernelTime + host)
	if f.silent {
		return kernel.Stats{}
	}
	return kernel.Stats{KernelTime: int64(kernelTime * 1e9)}
}

func (f *fakeResident) Interact(_ context.Context, w kernel.RangeWork, out *kernel.Hits) (s kernel.Stats, err error) {
	for _, v := range w.Invocations {
		one, err := f.invoke(w, v)
		if err != nil {
			return kernel.Stats{}, err
		}
		s.Add(one)
	}
	return s, nil
}

func (f *fakeResident) invoke(w kernel.RangeWork, v kernel.Invocation) (kernel.Stats, error) {
	q := v.Batch.Len()
	c := int(v.Interactions()) / max(q, 1)
	n := f.count(w, v.Batch, c)
	if f.room > 0 && uint64(n.hits) > f.room {
		f.pass(f.kernelTime(float64(c), float64(q), n))
		return kernel.Stats{}, &kernel.OverflowError{Hits: uint64(n.hits), Room: f.room}
	}
	device, host := f.kernelTime(float64(c), float64(q), n), f.hostTime(float64(q), n.hits)
	if f.whole(w) {
		device, host = device+f.crowded*n.hits, host+f.rest*float64(q)
	}
	s := f.spend(device, host)
	s.Hits = uint64(n.hits)
	return s, nil
}

// whole reports whether a work is a rehearsed search.
func (f *fakeResident) whole(w kernel.RangeWork) bool {
	return w.Distance != idleDistance && f.db.Store.Trajectories() < f.db.Store.Segments()
}

// outcome is the numbers of overlaps, hits and grazing pairs of some interactions.
type outcome struct{ overlaps, hits, grazing float64 }

// count counts the outcomes of a work: one entry segment stands for all where the data is of one kind, and
// some entry segments where it is mixed.
func (f *fakeResident) count(w kernel.RangeWork, b batching.Batch, c int) outcome {
	key := fmt.Sprintf("%p %p %v %v %v", w.Queries, f.db.Store, w.Distance, b, c)
	if n, ok := f.memo[key]; ok {
		return n
	}
	var n outcome
	if w.Distance == idleDistance {
		return n // the time does not matter: it is reported as kernel time
	}
	if f.whole(w) {
		return f.sampled(w, b, c)
	}
	of := c
	if w.Distance == threshold {
		of = 1
	}
	m := estimate.SampleMix(f.db.Store, f.bins, w.Queries, w.Rows[b.First:b.Last], w.Rule, of)
	i := float64(c) * float64(b.Len())
	n = outcome{overlaps: i * (m.Alpha + m.Gamma), hits: i * m.Alpha, grazing: i * m.Grazing}
	f.memo[key] = n
	return n
}

// sampled counts the outcomes of a work on data like a search's, by the model's own counts: the overlaps are
// exact.
func (f *fakeResident) sampled(w kernel.RangeWork, b batching.Batch, c int) outcome {
	if f.entries == nil {
		f.entries = estimate.NewEntries(f.db.Store, f.bins)
	}
	o, ok := f.workloads[w.Queries]
	if !ok {
		o = f.entries.NewWorkload(w.Queries, w.Rule)
		o.EstimateHits(estimate.Sampling{Tests: rehearsedTests})
		f.workloads[w.Queries] = o
	}
	_, m := o.Mix(b)
	i := float64(c) * float64(b.Len())
	return outcome{overlaps: i * (m.Alpha + m.Gamma), hits: i * m.Alpha, grazing: i * m.Grazing}
}

func (f *fakeResident) Walk(_ context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	n := estimate.CountWalk(w.Prepared().Queries.Pyramid(), f.db.Pyramid, w.Rule, f.law.walk.Stride, -1, 0)
	seconds := f.law.walk.Time(n)
	if f.asleep {
		seconds += f.waking
		f.asleep = false
	}
	return f.spend(0, seconds), nil
}

var _ kernel.Driver = (*fakeDriver)(nil)

// gpu returns a law with the proportions of a graphics processor, and cpu one with a processor's.
func gpu() law {
	return law{
		launch: 4e-6, entry: 1e-10, hit: 4e-10, miss: 3e-11, apart: 1e-10, grazing: 3e-10,
		invocation: 1e-5, query: 2e-8, perHit: 3e-9, quantum: 1,
		walk: predict.Walk{Search: 1e-4, Step: 2e-5, BoxTest: 1e-10, Interaction: 2e-10, Hit: 3e-9, Query: 1e-7, Stride: 1},
	}
}

func cpu() law {
	return law{
		launch: 2e-6, entry: 3e-8, hit: 3e-8, miss: 1e-9, apart: 3e-9, grazing: 2.4e-8,
		query: 5e-8, quantum: 1, silent: true,
		walk: predict.Walk{Search: 5e-6, BoxTest: 1e-9, Interaction: 2e-8, Hit: 1e-8, Query: 1e-7, Stride: 2},
	}
}
