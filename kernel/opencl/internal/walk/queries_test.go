package walk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/clrt"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/rig"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl/internal/pair"
)

// TestQueriesAgainstPyramid: the device makes the same runs and boxes of a query
// set as binindex, to the bit and in row order.
func TestQueriesAgainstPyramid(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	for _, dev := range cltest.Devices(t) {
		for _, g := range []rigging{{groups: clrt.Groups{Size: 1, Block: 128}}, {groups: small, runs: true}, {groups: small}, {groups: clrt.Groups{Size: 16, Block: 64, Claim: true}}} {
			d := openWalker(t, dev, g)
			for name, w := range rig.Worlds() {
				x := rig.NewTrial(t, r, w)
				x.Rule.Join = false
				entries := binindex.NewPyramid(x.Entries, nil, x.Set, 1)
				db := loadIndex(t, d, entries)
				t.Run(fmt.Sprint(name, g), func(t *testing.T) { compareQueries(t, d, db, x) })
				rig.Must(t, db.Close())
			}
			closeWalker(t, d)
		}
	}
}

func compareQueries(t *testing.T, d *Walker, db *Index, x rig.Trial) {
	side, err := d.bringQueries(kernel.WalkWork{Rule: x.Rule, Queries: kernel.Side{Store: x.Queries}}, db.pyramid)
	rig.Must(t, err)
	rig.Must(t, d.sendQueries())
	rig.Must(t, d.makeQueries(db.pyramid, side.whole(), nil))
	runs, boxes, units := make([]binindex.Run, side.counts[0]), make([]binindex.Box, side.counts[0]), make([]uint32, side.counts[0])
	rig.Must(t, clrt.Read(d.dev.Queues, side.runs.Buffer, 0, pair.Words(runs)))
	rig.Must(t, clrt.Read(d.dev.Queues, side.boxes.Buffer, 0, pair.Words(boxes)))
	rig.Must(t, clrt.Read(d.dev.Queues, side.units.Buffer, 0, units))
	rig.Must(t, d.dev.Queues.Finish())
	host := binindex.NewPyramid(x.Queries, db.pyramid.Frame, side.Setting, 1)
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
		excluded := uint32(interaction.NoneExcluded)
		if x.Rule.Excluded != nil {
			excluded = x.Rule.Excluded[run.Traj]
		}
		if units[i] != excluded {
			t.Errorf("run %d is not compared with %d, want %d", i, units[i], excluded)
		}
	}
}

// TestStagingWithoutPool sends data from ordinary memory where there is no pinned memory.
func TestStagingWithoutPool(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, rigging{groups: small})
		d.dev.Pool.Bound(0)
		x := rig.NewTrial(t, kerneltest.Rand(t), rig.Worlds()["dense"])
		x.Rule.Join = false
		entries := binindex.NewPyramid(x.Entries, nil, x.Set, 1)
		db := loadIndex(t, d, entries)
		compareQueries(t, d, db, x)
		if d.flat.staging.Block != nil {
			t.Error("pinned memory past the pool's bound")
		}
		rig.Must(t, db.Close())
		closeWalker(t, d)
	}
}

// TestWarmBareSearch: a third search with other queries allocates no memory on the
// device and no pinned memory, and the second's is reused: the first search
// determines how much to read.
func TestWarmBareSearch(t *testing.T) {
	p, _ := rig.Disc(t, 0.3)
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, rigging{groups: small})
		r := loadIndex(t, d, p)
		bare := kernel.WalkWork{Rule: interaction.Rule{Distance: 0.3, Window: interaction.Unbounded()}, Entry: kernel.Root(p)}
		search := func(first, last int) int {
			bare.Queries.Store = p.Store.Slice(first, last)
			var out kernel.Hits
			defer out.Truncate(0)
			stats, err := r.Walk(context.Background(), bare, &out)
			rig.Must(t, err)
			if len(out.Lists) != 1 || !out.Lists[0].Ordered || stats.Hits != uint64(out.Len()) {
				t.Errorf("%d lists, %d of %d hits", len(out.Lists), out.Len(), stats.Hits)
			}
			return out.Len()
		}
		search(10, 110)
		n := search(0, 100)
		held, pinned, live := d.dev.Memory.Count(), d.dev.Pool.Usage(0).Held, dev.Library().Live()
		if m := search(50, 150); n < 1000 || m < 1000 {
			t.Errorf("%d and %d hits", n, m)
		}
		if d.dev.Memory.Count() != held || d.dev.Pool.Usage(0).Held != pinned || dev.Library().Live() != live {
			t.Errorf("%d buffers, %d before; %d bytes pinned, %d before", d.dev.Memory.Count(), held, d.dev.Pool.Usage(0).Held, pinned)
		}
		rig.Must(t, r.Close())
		closeWalker(t, d)
	}
}

// TestExpectedHits walks with more and with fewer hits than the last walk had, in
// all the ways of reading hits, timed and not.
func TestExpectedHits(t *testing.T) {
	tier.Full(t)
	p, w := rig.Disc(t, 0)
	for _, dev := range cltest.Devices(t) {
		for _, timed := range []bool{false, true} {
			d := openWalker(t, dev, rigging{groups: small, timed: timed})
			d.list.Tuning.Few, d.list.Tuning.Early, d.list.Tuning.Part = 300, 5000, 4000
			r := loadIndex(t, d, p)
			for _, distance := range []float64{0.3, 2, 2, 0.8, 0.3, 0.3, 0, 2, 0.8, 0.8} {
				w.Distance = distance
				var out, want kernel.Hits
				_, err := rig.Load(t, host.New(1), p).Walk(context.Background(), w, &want)
				rig.Must(t, err)
				stats, err := r.Walk(context.Background(), w, &out)
				rig.Must(t, err)
				if len(out.Lists) > 1 || out.Len() > 0 && !out.Lists[0].Ordered || !slices.IsSortedFunc(out.List(), rig.CompareRows) || timed != (stats.KernelTime > 0) {
					t.Errorf("d = %v: %d lists, %d ns", distance, len(out.Lists), stats.KernelTime)
				}
				rig.SameHits(t, rig.Settled(out, p.Store, p.Store, w.Rule), rig.Settled(want, p.Store, p.Store, w.Rule))
				out.Truncate(0)
			}
			rig.Must(t, r.Close())
			closeWalker(t, d)
		}
	}
}

// TestHitsGrow: a walk with too little room for its hits is done again with enough,
// unless the capacity is less.
func TestHitsGrow(t *testing.T) {
	tier.Full(t)
	p, w := rig.Disc(t, 1)
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, rigging{groups: small})
		r := loadIndex(t, d, p)
		rig.Must(t, d.list.MakeHits(100, 100))
		var out kernel.Hits
		stats, err := r.Walk(context.Background(), w, &out)
		rig.Must(t, err)
		if n := uint64(out.Len()); stats.Hits != n || d.list.Hits.Room < int(n) || n < 1000 || len(out.Lists) != 1 {
			t.Errorf("%d hits of %d, room for %d", n, stats.Hits, d.list.Hits.Room)
		}
		out.Truncate(0)
		d.list.Tuning.Capacity = 1000
		rig.Must(t, d.list.MakeHits(100, 100))
		var overflow *kernel.OverflowError
		if _, err := r.Walk(context.Background(), w, &out); !errors.As(err, &overflow) || out.Len() != 0 {
			t.Errorf("%v, %d hits", err, out.Len())
		}
		rig.Must(t, r.Close())
		closeWalker(t, d)
	}
}

// TestJoinedHitsGrow: a walk that is done again for want of room makes the same encounters
// as a walk with enough room.
func TestJoinedHitsGrow(t *testing.T) {
	p, w := rig.Disc(t, 1)
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, rigging{groups: small})
		r := loadIndex(t, d, p)
		joined := func() (encounters int) {
			var out kernel.Hits
			defer out.Truncate(0)
			_, err := r.WalkJoined(context.Background(), w, &out)
			rig.Must(t, err)
			for _, list := range out.Lists {
				if list.Joined != nil {
					encounters += list.Joined.Encounters.Len()
				}
			}
			return encounters
		}
		want := joined()
		rig.Must(t, d.list.MakeHits(100, 100))
		if got := joined(); got != want || want < 100 || d.list.Hits.Room < 1000 {
			t.Errorf("%d encounters, %d with room from the start; room for %d hits", got, want, d.list.Hits.Room)
		}
		rig.Must(t, r.Close())
		closeWalker(t, d)
	}
}

// TestWarmSearch: a second search with the same queries allocates and uploads nothing.
func TestWarmSearch(t *testing.T) {
	p, w := rig.Disc(t, 0.1)
	w.Join = false
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, rigging{groups: small})
		q := binindex.NewPyramid(p.Store, p.Frame, p.Setting, 1)
		w.Queries, w.Query = kernel.Built(q), kernel.Root(q)
		r := loadIndex(t, d, p)
		var first, second kernel.Hits
		defer first.Truncate(0)
		defer second.Truncate(0)
		_, err := r.Walk(context.Background(), w, &first)
		rig.Must(t, err)
		held, boxes := d.dev.Memory.Count(), d.query.boxes.Buffer
		// The second search must use the boxes on the device as they are.
		rig.Must(t, d.dev.Queues.Fill(boxes, []byte{0}, 0, boxes.Size()))
		_, err = r.Walk(context.Background(), w, &second)
		rig.Must(t, err)
		if d.dev.Memory.Count() != held || first.Len() == 0 || second.Len() != 0 {
			t.Errorf("%d buffers, %d before; %d hits, then %d", d.dev.Memory.Count(), held, first.Len(), second.Len())
		}
		closeWalker(t, d)
	}
}
