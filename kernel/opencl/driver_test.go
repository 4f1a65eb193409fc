package opencl

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/rig"
	"flyby/internal/tier"
	"flyby/kernel"
)

// walkTrial returns the hits of Walk with a query pyramid, or, if bare, with the query
// set alone, in pinned memory or not.
func walkTrial(t *testing.T, x rig.Trial, d kernel.Driver, bare, pinned bool) []rig.Hit {
	t.Helper()
	entries := binindex.NewPyramid(x.Entries, nil, x.Set, 1)
	r, err := d.Load(context.Background(), kernel.Database{Store: x.Entries, Pyramid: entries})
	rig.Must(t, err)
	defer func() { rig.Must(t, r.Close()) }()
	queries := entries
	if !x.Rule.Join {
		queries = binindex.NewPyramid(x.Queries, entries.Frame, x.Set.OfQueries(x.Queries), 1)
	}
	var out kernel.Hits
	w := kernel.WalkWork{Rule: x.Rule, Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: kernel.Root(entries)}
	if bare && !x.Rule.Join {
		w.Query = kernel.Boxes{}
		if d, ok := d.(*clDriver); ok && pinned {
			store, done := rig.PinnedCopy(t, d.dev, x.Queries)
			defer done()
			w.Queries.Store = store
		}
	}
	defer out.Truncate(0)
	_, err = walkAll(r.(kernel.Walker), entries, w, &out)
	rig.Must(t, err)
	return rig.Settled(out, x.Queries, x.Entries, x.Rule)
}

// interactTrial returns the hits of Interact.
func interactTrial(t *testing.T, x rig.Trial, d kernel.Driver, size int) []rig.Hit {
	t.Helper()
	bins := binindex.NewBins(x.Entries, 50)
	r, err := d.Load(context.Background(), kernel.Database{Store: x.Entries, Order: bins.Rows})
	rig.Must(t, err)
	defer func() { rig.Must(t, r.Close()) }()
	var out kernel.Hits
	defer out.Truncate(0)
	rig.Must(t, interactAll(r.(kernel.Ranger), bins, x.Queries, x.Rule, size, &out))
	return rig.Settled(out, x.Queries, x.Entries, x.Rule)
}

// setup is a way to run a device in tests.
type setup struct{ options Options }

// setups lists setups with large and tiny buffers, with and without float64, and
// with the tuning of a GPU on a CPU.
func setups() map[string]setup {
	return map[string]setup{
		"default":        {},
		"tiny":           {Options{HitCapacity: 3, PairCapacity: 1}},
		"small":          {Options{HitCapacity: 100, PairCapacity: 3000}},
		"nofloat64":      {Options{NoFloat64: true}},
		"nofloat64 tiny": {Options{NoFloat64: true, PairCapacity: 1}},
		"gpu":            {Options{}.LikeGPU()},
		"gpu tiny":       {Options{HitCapacity: 3, PairCapacity: 1}.LikeGPUFromRoots()},
		"gpu small":      {Options{HitCapacity: 100, PairCapacity: 3000}.LikeGPUInBlocks()},
		"gpu nofloat64":  {Options{NoFloat64: true}.LikeGPU()},
	}
}

// open opens a device in the setup.
func (m setup) open(t testing.TB, dev cl.Device) *clDriver {
	t.Helper()
	d, err := newOn(dev, m.options)
	rig.Must(t, err)
	d.dev.Memory.Canary = 256
	return d
}

// newOn opens a device. Kernels are built when a database is loaded.
func newOn(dev cl.Device, o Options) (*clDriver, error) {
	found, err := dev.Library().Devices()
	n := slices.Index(found, dev)
	if n < 0 {
		return nil, fmt.Errorf("opencl: new driver: the library does not list the device: %w", err)
	}
	return newDriver(dev, n, o)
}

// TestSuite runs the suite of drivers in every setup: with large and tiny buffers,
// and without float64.
func TestSuite(t *testing.T) {
	tier.Full(t)
	devices := cltest.Devices(t)
	for name, m := range map[string]setup{
		"default":   {},
		"tiny":      {Options{HitCapacity: 200, PairCapacity: 1}},
		"nofloat64": {Options{NoFloat64: true, PairCapacity: 1}},
		"gpu":       {Options{HitCapacity: 1000, PairCapacity: 5000}.LikeGPU()},
	} {
		t.Run(name, func(t *testing.T) {
			for _, dev := range devices {
				kerneltest.Run(t, func(t testing.TB) kernel.Driver { return m.open(t, dev) }, kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins)
			}
		})
	}
}

// TestAgainstBruteForce compares both methods, in every setup and on random
// stores, with brute force.
func TestAgainstBruteForce(t *testing.T) {
	tier.Full(t)
	for name, m := range setups() {
		t.Run(name, func(t *testing.T) {
			for _, dev := range cltest.Devices(t) {
				d := m.open(t, dev)
				defer d.Close()
				r := kerneltest.Rand(t)
				for name, w := range rig.Worlds() {
					for range 2 {
						x := rig.NewTrial(t, r, w)
						t.Logf("%s: %v", name, x)
						want := rig.Reference(x.Queries, x.Entries, x.Rule)
						rig.SameHits(t, walkTrial(t, x, d, false, false), want)
						rig.SameHits(t, walkTrial(t, x, d, true, false), want)
						rig.SameHits(t, walkTrial(t, x, d, true, true), want)
						rig.SameHits(t, interactTrial(t, x, d, 1+r.IntN(200)), want)
						rig.Must(t, d.dev.Memory.Overrun())
					}
				}
			}
		})
	}
}

// onEach runs f as a subtest for every device.
func onEach(t *testing.T, o Options, f func(t *testing.T, d *clDriver)) {
	t.Helper()
	for _, dev := range cltest.Devices(t) {
		d, err := newOn(dev, o)
		rig.Must(t, err)
		t.Run(d.Device().Name, func(t *testing.T) {
			defer func() { rig.Must(t, d.Close()) }()
			f(t, d)
		})
	}
}

// grouped opens a device with the launches of a GPU, with its walk program built.
func grouped(t *testing.T, dev cl.Device, o Options, size clrt.Groups) *clDriver {
	t.Helper()
	o = o.LikeGPU()
	d := setup{o}.open(t, dev)
	d.list.Tuning.Groups, d.walker.Tuning.Groups = size, size
	s, err := datasets.Disc(2, 2, 1)
	rig.Must(t, err)
	_, err = d.Load(context.Background(), kernel.Database{Store: s, Pyramid: binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 1}, 1)})
	rig.Must(t, err)
	return d
}
