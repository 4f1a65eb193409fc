package opencl

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/kernel/cl/cltest"
	"flyby/kernel/kerneltest"
	"flyby/trajectory"
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

// TestWarmBareSearch wants a second search with other queries to allocate
// nothing on the device, nor pinned memory, and the first's to come back.
func TestWarmBareSearch(t *testing.T) {
	p, _ := disc(t, 0.3)
	for _, dev := range cltest.Devices(t) {
		d := grouped(t, dev, Options{}, groups{16, 16, true})
		r := load(t, d, p)
		bare := kernel.WalkWork{Rule: kernel.Rule{Distance: 0.3, Window: kernel.Unbounded()}, Entry: kernel.Root(p)}
		search := func(first, last int) int {
			bare.Store = p.Store.Slice(first, last)
			var out kernel.Hits
			defer out.Truncate(0)
			stats, err := r.Walk(context.Background(), bare, &out)
			must(t, err)
			if len(out.Pieces) != 1 || !out.Pieces[0].Ordered || stats.Hits != uint64(out.Len()) {
				t.Errorf("%d pieces, %d of %d hits", len(out.Pieces), out.Len(), stats.Hits)
			}
			return out.Len()
		}
		n := search(0, 100)
		held, pinned, live := len(d.memory.held), d.pool.held, dev.Library().Live()
		if m := search(50, 150); n < 1000 || m < 1000 {
			t.Errorf("%d and %d hits", n, m)
		}
		if len(d.memory.held) != held || d.pool.held != pinned || dev.Library().Live() != live {
			t.Errorf("%d buffers, %d before; %d bytes pinned, %d before", len(d.memory.held), held, d.pool.held, pinned)
		}
		must(t, r.Close())
		must(t, d.Close())
	}
}

// TestHitsGrow begins with little room and wants the walk to be done again with
// enough, unless the capacity is less.
func TestHitsGrow(t *testing.T) {
	p, w := disc(t, 1)
	for _, dev := range cltest.Devices(t) {
		d := grouped(t, dev, Options{}, groups{16, 16, true})
		r := load(t, d, p)
		must(t, d.makeHits(100, 100))
		var out kernel.Hits
		stats, err := r.Walk(context.Background(), w, &out)
		must(t, err)
		if n := uint64(out.Len()); stats.Hits != n || d.hits.room < int(n) || n < 1000 || len(out.Pieces) != 1 {
			t.Errorf("%d hits of %d, room for %d", n, stats.Hits, d.hits.room)
		}
		out.Truncate(0)
		d.options.HitCapacity = 1000
		must(t, d.makeHits(100, 100))
		var overflow *kernel.OverflowError
		if _, err := r.Walk(context.Background(), w, &out); !errors.As(err, &overflow) || out.Len() != 0 {
			t.Errorf("%v, %d hits", err, out.Len())
		}
		must(t, r.Close())
		must(t, d.Close())
	}
}

// TestPoolCollects wants the block of a result that nobody holds to come back to
// the next search.
func TestPoolCollects(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, d *Driver) {
		b, err := d.pool.get(collectFrom)
		must(t, err)
		result := &struct{ bytes []byte }{b.bytes}
		runtime.AddCleanup(result, func(b *block) { b.release() }, b)
		held := d.pool.held
		d.pool.expect()
		again, err := d.pool.get(collectFrom)
		must(t, err)
		if again != b || d.pool.held != held {
			t.Errorf("%d bytes pinned, %d before", d.pool.held, held)
		}
		// A search after one that took no large block leaves the garbage.
		d.pool.expect()
		<-d.pool.collected
		d.pool.collected = nil
		d.pool.expect()
		if d.pool.collected != nil {
			t.Error("garbage collected for a small search")
		}
		again.release()
	})
}

// TestSegmentBoxes wants the device's boxes of segments to have the bits of
// those of runs of one segment, and empty ones past the ends of runs.
func TestSegmentBoxes(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, dev := range cltest.Devices(t) {
		d := grouped(t, dev, Options{}, groups{16, 64, true})
		for name, w := range worlds() {
			x := newTrial(t, r, w)
			p := binindex.NewPyramid(x.entries, nil, x.set, 1)
			db := load(t, d, p).(*resident)
			boxes := make([]binindex.Box, len(p.Runs)*p.Setting.RunLength)
			must(t, read(d.stream, db.pyramid.segments.buffer, 0, words(boxes)))
			must(t, d.stream.finish())
			single := binindex.NewPyramid(x.entries, p.Frame, binindex.Setting{RunLength: 1}, 1)
			want := map[uint32]binindex.Box{}
			for i, run := range single.Runs {
				want[run.Row] = single.Levels[0][i]
			}
			for i, box := range boxes {
				run, k := p.Runs[i/p.Setting.RunLength], i%p.Setting.RunLength
				expected := binindex.EmptyBox()
				if k < int(run.Count) {
					expected = want[run.Row+uint32(k)]
				}
				if box != expected {
					t.Fatalf("%s: segment %d of run %+v: %+v, want %+v", name, k, run, box, expected)
				}
			}
			must(t, db.Close())
		}
		must(t, d.Close())
	}
}

// TestFilterKeepsHits tries pairs at the threshold, each as a database and a
// query set of its own: what boxes in float32 discard must be no hit.
func TestFilterKeepsHits(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, dev := range cltest.Devices(t) {
		d := grouped(t, dev, Options{}, groups{16, 64, true})
		verdicts := [2]int{}
		for p := range kerneltest.Pairs(r, 400) {
			queries, entries := storeOf(t, p.Query), storeOf(t, p.Entry)
			rule := kernel.Rule{Distance: p.Distance, Window: p.Window}
			index := binindex.NewPyramid(entries, nil, binindex.Setting{RunLength: 4}, 1)
			db := load(t, d, index)
			var out kernel.Hits
			_, err := db.Walk(context.Background(), kernel.WalkWork{Rule: rule, Store: queries, Entry: kernel.Root(index)}, &out)
			must(t, err)
			got, want := settled(out, queries, entries, rule), reference(queries, entries, rule)
			if !slices.Equal(got, want) {
				t.Fatalf("%v: hits %v, want %v", p, got, want)
			}
			verdicts[len(want)]++
			must(t, db.Close())
		}
		if min(verdicts[0], verdicts[1]) < 40 {
			t.Errorf("%d misses and %d hits: too easy", verdicts[0], verdicts[1])
		}
		must(t, d.Close())
	}
}

// storeOf makes a store of one segment, which owns its end.
func storeOf(t *testing.T, s trajectory.Segment) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for i, at := range [][3]float64{s.P0, s.P1} {
		if i == 1 && s.T0 == s.T1 {
			break
		}
		c.ID.Int, c.R = append(c.ID.Int, 0), append(c.R, s.R)
		c.T = append(c.T, []float64{s.T0, s.T1}[i])
		c.X, c.Y, c.Z = append(c.X, at[0]), append(c.Y, at[1]), append(c.Z, at[2])
	}
	store, err := trajectory.New(c, trajectory.BuildOptions{})
	must(t, err)
	return store
}

// TestPieceOutlivesDriver wants the memory of a piece to stay until it is
// released, whatever becomes of the driver.
func TestPieceOutlivesDriver(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		d, err := New(dev, Options{})
		must(t, err)
		const n = mostCopied / hitBytes * 2
		p := d.hostFor(n).piece(n)
		if p.Release == nil {
			t.Fatal("not of the pool")
		}
		must(t, d.Close())
		for i := range p.List {
			p.List[i] = kernel.HitRow{Query: uint32(i), Enter: float64(i)}
		}
		for i, h := range p.List {
			if h.Query != uint32(i) || h.Enter != float64(i) {
				t.Fatalf("hit %d is %+v", i, h)
			}
		}
		p.Release() // what is left of the driver goes too
	}
}
