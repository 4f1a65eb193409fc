package opencl

import (
	"context"
	"testing"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/kernel/cl/cltest"
	"flyby/kernel/kerneltest"
)

// TestQueriesAgainstPyramid wants the device's runs and boxes of a query set to
// have the bits of those that binindex makes, in row order.
func TestQueriesAgainstPyramid(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, dev := range cltest.Devices(t) {
		for manner, m := range manners() {
			if m.options.NoFloat64 {
				continue
			}
			d := m.open(t, dev)
			for name, w := range worlds() {
				x := newTrial(t, r, w)
				x.rule.Join = false
				entries := binindex.NewPyramid(x.entries, nil, x.set, 1)
				db, err := d.Load(context.Background(), kernel.Database{Store: x.entries, Pyramid: entries})
				must(t, err)
				t.Run(manner+" "+name, func(t *testing.T) { compareQueries(t, d, db.(*resident), x) })
				must(t, db.Close())
			}
			must(t, d.Close())
		}
	}
}

func compareQueries(t *testing.T, d *Driver, db *resident, x trial) {
	side, err := d.bringQueries(kernel.WalkWork{Rule: x.rule, Store: x.queries}, db.pyramid)
	must(t, err)
	runs, boxes, units := make([]binindex.Run, side.counts[0]), make([]binindex.Box, side.counts[0]), make([]uint32, side.counts[0])
	must(t, read(d.stream, side.runs.buffer, 0, words(runs)))
	must(t, read(d.stream, side.boxes.buffer, 0, words(boxes)))
	must(t, read(d.stream, side.units.buffer, 0, units))
	must(t, d.stream.finish())
	host := binindex.NewPyramid(x.queries, db.pyramid.Frame, side.Setting, 1)
	if len(host.Runs) != len(runs) {
		t.Fatalf("%d runs, want %d", len(runs), len(host.Runs))
	}
	place := map[uint32]int{}
	for i, run := range host.Runs {
		place[run.Row] = i
	}
	for i, run := range runs {
		k, ok := place[run.Row]
		if !ok || i > 0 && run.Row <= runs[i-1].Row || run != host.Runs[k] || boxes[i] != host.Levels[0][k] {
			t.Fatalf("run %d: %+v %+v, want %+v %+v", i, run, boxes[i], host.Runs[k], host.Levels[0][k])
		}
		twin := uint32(kernel.NoTwin)
		if x.rule.Twin != nil {
			twin = x.rule.Twin[run.Traj]
		}
		if units[i] != twin {
			t.Errorf("run %d is not compared with %d, want %d", i, units[i], twin)
		}
	}
}

// TestPoolKeepsBlocks wants blocks to be used again, the bound to hold, and a
// block that is held past the pool's end to stay whole until it comes back.
func TestPoolKeepsBlocks(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		d, err := New(dev, Options{})
		must(t, err)
		live := dev.Library().Live()
		q, err := d.context.CreateCommandQueue(0)
		must(t, err)
		p := newPool(d.context, q)
		p.most = 3 * leastBlock
		a, err := p.get(1)
		must(t, err)
		b, err := p.get(leastBlock + 1)
		must(t, err)
		if len(a.bytes) != leastBlock || len(b.bytes) != 2*leastBlock {
			t.Fatalf("blocks of %d and %d bytes", len(a.bytes), len(b.bytes))
		}
		if _, err := p.get(1); err != errPool {
			t.Errorf("past the bound: %v", err)
		}
		b.release()
		if c, err := p.get(2 * leastBlock); err != nil || c != b {
			t.Errorf("a block of the same size is made anew, %v", err)
		}
		b.release()
		c, err := p.get(1) // which frees b
		must(t, err)
		if p.held != 2*leastBlock {
			t.Errorf("%d bytes held", p.held)
		}
		must(t, p.close())
		copy(a.bytes[leastBlock-2:], "ok")
		if string(a.bytes[leastBlock-2:]) != "ok" {
			t.Error("memory is gone")
		}
		a.release()
		c.release()
		must(t, q.Release())
		if now := dev.Library().Live(); now != live {
			t.Errorf("%d objects, %d before", now, live)
		}
		must(t, d.Close())
	}
}

// TestStagingWithoutPool sends data as they are where there is no pinned memory.
func TestStagingWithoutPool(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, d *Driver) {
		d.pool.most = 0
		x := newTrial(t, kerneltest.Rand(t), worlds()["dense"])
		x.rule.Join = false
		entries := binindex.NewPyramid(x.entries, nil, x.set, 1)
		db, err := d.Load(context.Background(), kernel.Database{Store: x.entries, Pyramid: entries})
		must(t, err)
		compareQueries(t, d, db.(*resident), x)
		if d.flat.staging.block != nil {
			t.Error("pinned memory past the pool's bound")
		}
		must(t, db.Close())
	})
}
