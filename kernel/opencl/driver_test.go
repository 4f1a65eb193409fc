package opencl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/cl/cltest"
	"flyby/kernel/kerneltest"
	"flyby/trajectory"
)

// trial is one search or join of random stores.
type trial struct {
	queries, entries *trajectory.Store
	rule             interaction.Rule
	set              binindex.Setting
}

func newTrial(t testing.TB, r *rand.Rand, w world) trial {
	x := trial{entries: w.store(t, r), set: binindex.Setting{RunLength: 1 + r.IntN(6), RunLevels: r.IntN(3)}}
	x.queries = x.entries
	x.rule = interaction.Rule{Distance: pick(r, 0, 0.25, 0.5, 1, 3), Window: interaction.Unbounded()}
	if r.IntN(3) == 0 {
		from := r.Float64() * 20
		x.rule.Window = interaction.Window{From: from, To: from + r.Float64()*20}
	}
	if r.IntN(3) == 0 {
		x.rule.Join = true
		return x
	}
	w.trajectories = 1 + w.trajectories/2
	x.queries = w.store(t, r)
	if r.IntN(2) == 0 {
		x.rule.Excluded = make([]uint32, x.queries.Trajectories())
		for i := range x.rule.Excluded {
			x.rule.Excluded[i] = interaction.NoneExcluded
			if r.IntN(3) > 0 {
				x.rule.Excluded[i] = r.Uint32N(uint32(x.entries.Trajectories()))
			}
		}
	}
	return x
}

func (x trial) String() string {
	return fmt.Sprintf("d %v, window %v, join %v, excluded pairs %v, setting %v, %d against %d segments",
		x.rule.Distance, x.rule.Window, x.rule.Join, x.rule.Excluded != nil, x.set, x.queries.Segments(), x.entries.Segments())
}

// walk returns the hits of Walk with a query pyramid, or with the query set as
// it is, in pinned memory or not.
func (x trial) walk(t *testing.T, d kernel.Driver, bare, pinned bool) []hit {
	t.Helper()
	entries := binindex.NewPyramid(x.entries, nil, x.set, 1)
	r, err := d.Load(context.Background(), kernel.Database{Store: x.entries, Pyramid: entries})
	must(t, err)
	defer func() { must(t, r.Close()) }()
	queries := entries
	if !x.rule.Join {
		queries = binindex.NewPyramid(x.queries, entries.Frame, binindex.QuerySetting(x.queries, x.set), 1)
	}
	var out kernel.Hits
	w := kernel.WalkWork{Rule: x.rule, Queries: queries, Query: kernel.Root(queries), Entry: kernel.Root(entries)}
	if bare && !x.rule.Join {
		w.Queries, w.Store, w.Pyramid = nil, x.queries, func() *binindex.Pyramid { return queries }
		if d, ok := d.(*Driver); ok && pinned {
			store, done := pinnedCopy(t, d, x.queries)
			defer done()
			w.Store = store
		}
	}
	defer out.Truncate(0)
	_, err = walkAll(r.(kernel.Walker), entries, w, &out)
	must(t, err)
	return settled(out, x.queries, x.entries, x.rule)
}

// interact returns the hits of Interact.
func (x trial) interact(t *testing.T, d kernel.Driver, size int) []hit {
	t.Helper()
	bins := binindex.NewBins(x.entries, 50)
	r, err := d.Load(context.Background(), kernel.Database{Store: x.entries, Order: bins.Rows})
	must(t, err)
	defer func() { must(t, r.Close()) }()
	var out kernel.Hits
	defer out.Truncate(0)
	must(t, interactAll(r.(kernel.Ranger), bins, x.queries, x.rule, size, &out))
	return settled(out, x.queries, x.entries, x.rule)
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// manner is a way to run a device.
type manner struct{ options Options }

// manners lists roomy and tiny buffers, devices with and without float64, and
// on a CPU the tuning of a GPU.
func manners() map[string]manner {
	return map[string]manner{
		"default":        {},
		"tiny":           {Options{HitCapacity: 3, PairCapacity: 1}},
		"small":          {Options{HitCapacity: 100, PairCapacity: 3000}},
		"nofloat64":      {Options{NoFloat64: true}},
		"nofloat64 tiny": {Options{NoFloat64: true, PairCapacity: 1}},
		"gpu":            {Options{Manner: LikeGPU}},
		"gpu tiny":       {Options{HitCapacity: 3, PairCapacity: 1, Manner: LikeGPUFromRoots}},
		"gpu small":      {Options{HitCapacity: 100, PairCapacity: 3000, Manner: LikeGPUInBlocks}},
		"gpu nofloat64":  {Options{NoFloat64: true, Manner: LikeGPU}},
	}
}

// open opens a device in the manner.
func (m manner) open(t testing.TB, dev cl.Device) *Driver {
	t.Helper()
	d, err := New(dev, m.options)
	must(t, err)
	d.dev.Memory.Canary = 256
	return d
}

// TestSuite runs the suite of every driver, with roomy and with tiny buffers,
// and without float64.
func TestSuite(t *testing.T) {
	devices := cltest.Devices(t)
	for name, m := range map[string]manner{
		"default":   {},
		"tiny":      {Options{HitCapacity: 200, PairCapacity: 1}},
		"nofloat64": {Options{NoFloat64: true, PairCapacity: 1}},
		"gpu":       {Options{HitCapacity: 1000, PairCapacity: 5000, Manner: LikeGPU}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, dev := range devices {
				kerneltest.Run(t, func(t testing.TB) kernel.Driver { return m.open(t, dev) }, kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins)
			}
		})
	}
}

// TestAgainstBruteForce runs both methods in every manner on random stores
// against all pairs decided one by one.
func TestAgainstBruteForce(t *testing.T) {
	for name, m := range manners() {
		t.Run(name, func(t *testing.T) {
			for _, dev := range cltest.Devices(t) {
				d := m.open(t, dev)
				defer d.Close()
				r := kerneltest.Rand(t)
				for name, w := range worlds() {
					for range 2 {
						x := newTrial(t, r, w)
						t.Logf("%s: %v", name, x)
						want := reference(x.queries, x.entries, x.rule)
						sameHits(t, x.walk(t, d, false, false), want)
						sameHits(t, x.walk(t, d, true, false), want)
						sameHits(t, x.walk(t, d, true, true), want)
						sameHits(t, x.interact(t, d, 1+r.IntN(200)), want)
						must(t, d.dev.Memory.Overrun())
					}
				}
			}
		})
	}
}
