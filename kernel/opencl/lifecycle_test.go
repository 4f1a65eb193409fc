package opencl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/rig"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

func TestAgainstHost(t *testing.T) {
	p, w := rig.Disc(t, 2.5)
	var want kernel.Hits
	_, err := rig.Load(t, host.New(0), p).Walk(context.Background(), w, &want)
	rig.Must(t, err)
	reference := rig.Settled(want, p.Store, p.Store, w.Rule)
	if len(reference) < 10_000 {
		t.Fatalf("only %d hits", len(reference))
	}
	for _, o := range []Options{{}, {PairCapacity: 2000}, {HitCapacity: 1000}, {NoFloat64: true, PairCapacity: 5000}} {
		t.Run(fmt.Sprint(o.PairCapacity, o.HitCapacity, o.NoFloat64), func(t *testing.T) {
			onEach(t, o, func(t *testing.T, d *clDriver) {
				r := rig.Load(t, d, p)
				var out kernel.Hits
				defer out.Truncate(0)
				splits, err := walkAll(r, p, w, &out)
				rig.Must(t, err)
				rig.SameHits(t, rig.Settled(out, p.Store, p.Store, w.Rule), reference)
				if (splits > 0) != (o.HitCapacity > 0) {
					t.Errorf("%d splits", splits)
				}
			})
		})
	}
}

// TestStats: counts do not depend on the room of lists, and progress grows to 1.
func TestStats(t *testing.T) {
	p, w := rig.Disc(t, 0.5)
	onEach(t, Options{PairCapacity: 1000, TimeWalks: true}, func(t *testing.T, d *clDriver) {
		var shares []float64
		w.Progress = func(done, total float64) { shares = append(shares, done/total) }
		var out kernel.Hits
		defer out.Truncate(0)
		cut, err := rig.Load(t, d, p).Walk(context.Background(), w, &out)
		rig.Must(t, err)
		if len(shares) < 10 || !slices.IsSorted(shares) || shares[len(shares)-1] < 0.999 {
			t.Errorf("progress %v", shares)
		}
		whole, err := newOn(d.dev.Context.Device(), Options{PairCapacity: 1 << 20, TimeWalks: true})
		rig.Must(t, err)
		defer whole.Close()
		stats, err := rig.Load(t, whole, p).Walk(context.Background(), w, &out)
		rig.Must(t, err)
		if stats.Interactions != cut.Interactions || stats.Hits != cut.Hits || stats.Hits*2 != uint64(out.Len()) {
			t.Errorf("in chunks %+v, whole %+v, %d hits", cut, stats, out.Len())
		}
		if stats.BoxTests == 0 || cut.BoxTests < stats.BoxTests || stats.KernelTime <= 0 {
			t.Errorf("in chunks %+v, whole %+v", cut, stats)
		}
	})
}

func TestCancel(t *testing.T) {
	p, w := rig.Disc(t, 1)
	onEach(t, Options{PairCapacity: 1000}, func(t *testing.T, d *clDriver) {
		r := rig.Load(t, d, p)
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		w.Progress = func(done, total float64) {
			if calls++; calls == 3 {
				cancel()
			}
		}
		out := kernel.Hits{Lists: []kernel.HitList{{List: []interaction.HitRow{{Query: 1, Entry: 2, Enter: 3, Exit: 4}}}}}
		defer out.Truncate(0)
		if _, err := r.Walk(ctx, w, &out); !errors.Is(err, context.Canceled) || calls != 3 || out.Len() != 1 {
			t.Errorf("%v after %d steps, %d hits", err, calls, out.Len())
		}
		if _, err := d.Load(ctx, kernel.Database{Store: p.Store, Pyramid: p}); !errors.Is(err, context.Canceled) {
			t.Errorf("load: %v", err)
		}
		db := kernel.Database{Store: p.Store, Order: binindex.NewBins(p.Store, 0).Rows}
		b, err := d.Load(context.Background(), db)
		rig.Must(t, err)
		rows, _, _ := binindex.SortedByStart(p.Store, w.Window.From, w.Window.To)
		work := kernel.RangeWork{Rule: w.Rule, Queries: p.Store, Rows: rows, Invocations: []kernel.Invocation{
			{Batch: batching.Batch{Last: 10}, Ranges: []binindex.Range{{First: 0, Last: 10}}},
		}}
		if _, err := b.(kernel.Ranger).Interact(ctx, work, &out); !errors.Is(err, context.Canceled) || out.Len() != 1 {
			t.Errorf("interact: %v, %d hits", err, out.Len())
		}
		// The driver works as before.
		w.Progress = nil
		if _, err := r.Walk(context.Background(), w, &out); err != nil || out.Len() < 1000 {
			t.Errorf("%v, %d hits", err, out.Len())
		}
	})
}

// TestMemory bounds the largest buffer: where the entries fit, capacities are halved
// until they fit too; where the entries do not fit, Load returns ErrMemory and frees its
// buffers.
func TestMemory(t *testing.T) {
	p, w := rig.Disc(t, 0.2)
	onEach(t, Options{MaxAlloc: 1 << 20}, func(t *testing.T, d *clDriver) {
		r := rig.Load(t, d, p)
		var out kernel.Hits
		defer out.Truncate(0)
		_, err := r.Walk(context.Background(), w, &out)
		rig.Must(t, err)
		if d.list.Hits.Room > 1<<20/hitlist.HitBytes || d.walker.Lists.Capacity > 1<<20/pair.PairBytes || d.list.Hits.Room < 1<<19/hitlist.HitBytes {
			t.Errorf("room for %d hits and %d pairs", d.list.Hits.Room, d.walker.Lists.Capacity)
		}
	})
	onEach(t, Options{MaxAlloc: 1 << 16}, func(t *testing.T, d *clDriver) {
		held := d.dev.Memory.Count()
		for _, db := range []kernel.Database{{Store: p.Store, Pyramid: p}, {Store: p.Store, Order: binindex.NewBins(p.Store, 0).Rows}} {
			if _, err := d.Load(context.Background(), db); !errors.Is(err, kernel.ErrMemory) || errors.Is(err, kernel.ErrDeviceLost) {
				t.Errorf("load: %v", err)
			}
		}
		if d.dev.Memory.Count() != held {
			t.Errorf("%d buffers, %d before", d.dev.Memory.Count(), held)
		}
	})
}

func TestFault(t *testing.T) {
	d := &clDriver{device: kernel.Device{Name: "x"}}
	overflow := &kernel.OverflowError{Hits: 2, Room: 1}
	for _, c := range []struct{ err, want, not error }{
		{nil, nil, kernel.ErrDeviceLost},
		{context.Canceled, context.Canceled, kernel.ErrDeviceLost},
		{overflow, overflow, kernel.ErrDeviceLost},
		{fmt.Errorf("buffer: %w: %w", kernel.ErrMemory, &cl.Error{Status: cl.OutOfResources}), kernel.ErrMemory, kernel.ErrDeviceLost},
		{&cl.Error{Status: cl.MemObjectAllocationFailure}, kernel.ErrMemory, kernel.ErrDeviceLost},
		{&cl.Error{Status: cl.OutOfResources}, kernel.ErrDeviceLost, kernel.ErrMemory},
		{&cl.Error{Status: cl.Status(-9999)}, kernel.ErrDeviceLost, kernel.ErrMemory},
		{&cl.BuildError{Cause: &cl.Error{Status: cl.BuildProgramFailure}}, cl.BuildProgramFailure, kernel.ErrDeviceLost},
	} {
		if got := d.fault("walk", c.err); !errors.Is(got, c.want) || errors.Is(got, c.not) {
			t.Errorf("fault(%v) = %v", c.err, got)
		}
	}
}

func TestDevices(t *testing.T) {
	found := cltest.Devices(t)
	lib := found[0].Library()
	devices, err := list(lib)
	rig.Must(t, err)
	for _, d := range devices {
		if d.Name == "" || d.Kind == "" || d.Memory == 0 || d.MaxAlloc == 0 || d.Units == 0 {
			t.Errorf("%+v", d)
		}
		opened, err := openListed(lib, d.Selector, Options{})
		rig.Must(t, err)
		if opened.Device() != d {
			t.Errorf("opened %+v, want %+v", opened.Device(), d)
		}
		rig.Must(t, opened.Close())
		rig.Must(t, opened.Close())
	}
	for _, selector := range []string{"cpu", "opencl:", "opencl:-1", "opencl:99", "opencl:0x"} {
		if d, err := openListed(lib, selector, Options{}); err == nil {
			t.Errorf("opened %v as %q", d.Device(), selector)
		}
	}
}

// TestHitsOfBatchesGrow: batches with too little room for their hits are done again with
// enough, and counted once.
func TestHitsOfBatchesGrow(t *testing.T) {
	s, err := datasets.Disc(20, 50, 3)
	rig.Must(t, err)
	bins := binindex.NewBins(s, 10)
	rule := interaction.Rule{Distance: 8, Window: interaction.Unbounded(), Join: true}
	rows, _, _ := binindex.SortedByStart(s, rule.Window.From, rule.Window.To)
	w := kernel.RangeWork{Rule: rule, Queries: s, Rows: rows, Invocations: []kernel.Invocation{{
		Batch: batching.Batch{Last: len(rows)}, Ranges: []binindex.Range{{First: 0, Last: len(bins.Rows)}},
	}}}
	want := rig.Reference(s, s, rule)
	for _, dev := range cltest.Devices(t) {
		d := setup{}.open(t, dev)
		r, err := d.Load(context.Background(), kernel.Database{Store: s, Order: bins.Rows})
		rig.Must(t, err)
		rig.Must(t, d.list.MakeHits(100, 100))
		var out kernel.Hits
		stats, err := r.(kernel.Ranger).Interact(context.Background(), w, &out)
		rig.Must(t, err)
		if n := uint64(out.Len()); stats.Hits != n || stats.Interactions != w.Interactions() || d.list.Hits.Room < int(n) || n < 1000 {
			t.Errorf("%d hits of %d, room for %d, %d interactions of %d", n, stats.Hits, d.list.Hits.Room, stats.Interactions, w.Interactions())
		}
		rig.SameHits(t, rig.Settled(out, s, s, rule), want)
		out.Truncate(0)
		rig.Must(t, r.Close())
		rig.Must(t, d.Close())
	}
}
