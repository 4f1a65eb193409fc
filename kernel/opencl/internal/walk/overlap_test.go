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
	"flyby/internal/testing/rig"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
)

// bareWalk returns a search in a pyramid for a hundred of its own stars.
func bareWalk(p *binindex.Pyramid, d float64) kernel.WalkWork {
	return kernel.WalkWork{Rule: interaction.Rule{Distance: d, Window: interaction.Unbounded()}, Entry: kernel.Root(p), Queries: kernel.Side{Store: p.Store.Slice(1, 100)}}
}

// waveCase is a walk to be done wave by wave.
type waveCase struct {
	*binindex.Pyramid
	d        float64
	pairs    int // capacity
	expected int // expected hits; 0: the right number
	share    int // hits from which on there are waves, as a divisor of the expected hits
	told     int // number of calls of Progress; 0: not known
}

// waveWay is the way in which a walk's queries are sent.
type waveWay struct{ timed, streamed, pinned bool }

// TestWaves: walks wave by wave that find as many hits as expected, more, fewer, none,
// too many of one query row, or pairs that outgrow their lists, have the same hits and
// counts as walks in one go. Progress is called for each wave.
func TestWaves(t *testing.T) {
	tier.Full(t)
	some, wide := rig.Crowd(t, 150, 100), rig.Crowd(t, 1200, 10)
	for name, c := range map[string]waveCase{
		"two":        {some, 1, 0, 0, 1, 2},
		"four":       {some, 1, 0, 0, 4, 4},
		"more":       {some, 1, 0, 40, 4, 4},
		"fewer":      {some, 1, 0, 200_000, 4, 4},
		"none":       {some, 0, 0, 1000, 4, 4},
		"long rows":  {wide, 40, 0, 0, 4, 4},
		"new long":   {wide, 40, 0, 1_200_000, 4, 4},
		"tiny lists": {some, 1, 1, 0, 4, 0},
	} {
		for _, way := range []waveWay{{}, {timed: true}, {pinned: true}, {streamed: true}, {streamed: true, pinned: true}} {
			t.Run(fmt.Sprintf("%s %+v", name, way), func(t *testing.T) { c.test(t, way) })
		}
	}
}

func (c waveCase) test(t *testing.T, way waveWay) {
	asGPU(t, rigging{groups: small, pairs: c.pairs, timed: way.timed}, c.Pyramid, func(d *Walker, r *Index) {
		told := 0
		w := bareWalk(c.Pyramid, c.d)
		w.Progress = func(float64, float64) { told++ }
		for q := range w.Queries.Store.Trajectories() {
			w.Excluded = append(w.Excluded, uint32(q+1))
		}
		whole, want := walkOf(t, r, w)
		retried := told > 1 // a list outgrew its room
		if c.expected > 0 {
			d.found, d.list.Order.Longest = c.expected, 0
		}
		told, d.Tuning.Overlap = 0, max(d.found/c.share, 1)
		if way.streamed {
			d.Tuning.Streamed = 1
			rig.Must(t, d.dev.Queues.Fill(d.flat.samples.Buffer, []byte{0xff}, 0, d.flat.size())) // no samples of earlier walks
			rig.Must(t, d.dev.Queues.Finish())
		}
		done := func() {}
		if way.pinned {
			w.Queries.Store, done = rig.PinnedCopy(t, d.dev, w.Queries.Store)
		}
		stats, got := walkOf(t, r, w)
		if retried {
			whole.BoxTests = stats.BoxTests
		}
		if stats.KernelTime, whole.KernelTime = 0, 0; stats != whole {
			t.Errorf("%+v, in one go %+v", stats, whole)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d hits are not the %d of a walk in one go", len(got), len(want))
		}
		if c.told > 0 && told != c.told {
			t.Errorf("told of %d waves, want %d", told, c.told)
		}
		done()
		rig.Must(t, d.dev.Memory.Overrun())
	})
}

// walkOf returns the hits of a walk, in one ordered list.
func walkOf(t *testing.T, r *Index, w kernel.WalkWork) (kernel.Stats, []interaction.HitRow) {
	t.Helper()
	var out kernel.Hits
	defer out.Truncate(0)
	stats, err := r.Walk(context.Background(), w, &out)
	rig.Must(t, err)
	if len(out.Lists) > 1 || len(out.Lists) == 1 && !out.Lists[0].Ordered {
		t.Fatalf("%d lists", len(out.Lists))
	}
	return stats, out.List()
}

// asGPU runs a test on every device with the launches of a GPU, with a pyramid loaded.
func asGPU(t *testing.T, g rigging, p *binindex.Pyramid, test func(d *Walker, r *Index)) {
	t.Helper()
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, g)
		r := loadIndex(t, d, p)
		test(d, r)
		rig.Must(t, r.Close())
		closeWalker(t, d)
	}
}

// TestWavesEnd: a walk in waves that is cancelled after the first wave, or whose hits
// outgrow a buffer that may not grow, leaves no memory in use.
func TestWavesEnd(t *testing.T) {
	p, _ := rig.Disc(t, 0)
	asGPU(t, rigging{groups: small}, p, func(d *Walker, r *Index) {
		w := kernel.WalkWork{Rule: interaction.Rule{Distance: 1, Window: interaction.Unbounded()}, Entry: kernel.Root(p), Queries: kernel.Side{Store: p.Store.Slice(0, 100)}}
		_, want := walkOf(t, r, w)
		d.Tuning.Overlap = 1
		walkOf(t, r, w)
		free := d.dev.Pool.Usage(clrt.BlockSize(hitlist.HeadBytes + hitlist.HitBytes*len(want))).Free

		ctx, cancel := context.WithCancel(context.Background())
		w.Progress = func(float64, float64) { cancel() }
		var out kernel.Hits
		if _, err := r.Walk(ctx, w, &out); !errors.Is(err, context.Canceled) || len(out.Lists) > 0 {
			t.Errorf("%v, %d lists", err, len(out.Lists))
		}
		w.Progress = nil
		room, most := d.list.Hits.Room, d.list.Tuning.Capacity
		d.list.Tuning.Capacity = len(want) / 2
		rig.Must(t, d.list.MakeHits(len(want)/2, 1))
		var overflow *kernel.OverflowError
		if _, err := r.Walk(context.Background(), w, &out); !errors.As(err, &overflow) || len(out.Lists) > 0 {
			t.Errorf("%v, %d lists", err, len(out.Lists))
		}
		if got := d.dev.Pool.Usage(clrt.BlockSize(hitlist.HeadBytes + hitlist.HitBytes*len(want))).Free; got != free {
			t.Errorf("%d blocks free, %d before", got, free)
		}
		d.list.Tuning.Capacity = most
		rig.Must(t, d.list.MakeHits(room, 1))
		if _, got := walkOf(t, r, w); !slices.Equal(got, want) {
			t.Errorf("%d hits after all that, want %d", len(got), len(want))
		}
	})
}

// TestWavesOutgrowHits: where hits outgrow their room in a wave, while rows of several
// tiles are merged, the room grows once, to the hits of all waves.
func TestWavesOutgrowHits(t *testing.T) {
	tier.Full(t)
	p := rig.Crowd(t, 1200, 10)
	asGPU(t, rigging{groups: small}, p, func(d *Walker, r *Index) {
		_, want := walkOf(t, r, bareWalk(p, 20))
		_, before := walkOf(t, r, bareWalk(p, 14))
		if !d.list.Order.Long() || len(before) > len(want)-1500 {
			t.Fatalf("%d hits, then %d; long rows: %v", len(before), len(want), d.list.Order.Long())
		}
		rig.Must(t, d.list.MakeHits(len(want)-1500, 1))
		d.list.Order.Room, d.Tuning.Overlap = 0, d.found/4
		rig.Must(t, d.list.RoomForOrder(bareWalk(p, 20).Queries.Store.Samples(), 1))
		sorted := d.list.Order.Sorted.Buffer // no kernel may depend on it where no hits were ordered
		rig.Must(t, d.dev.Queues.Fill(sorted, []byte{0, 0, 0, 0x7f}, 0, sorted.Size()-d.dev.Memory.Canary))
		rig.Must(t, d.dev.Queues.Finish())
		if _, got := walkOf(t, r, bareWalk(p, 20)); !slices.Equal(got, want) {
			t.Errorf("%d hits are not the %d wanted", len(got), len(want))
		}
		if room := len(want) + len(want)/4; d.list.Hits.Room != room {
			t.Errorf("room for %d hits, want %d", d.list.Hits.Room, room)
		}
		rig.Must(t, d.dev.Memory.Overrun())
	})
}

// TestWavesHoldLittle: after a search with many hits, the few hits of the next hold
// memory of their own size.
func TestWavesHoldLittle(t *testing.T) {
	p := rig.Crowd(t, 150, 100)
	asGPU(t, rigging{groups: small}, p, func(d *Walker, r *Index) {
		d.found = 4 * d.Tuning.Overlap
		large := clrt.BlockSize(hitlist.HeadBytes + hitlist.HitBytes*d.found)
		var out kernel.Hits
		_, err := r.Walk(context.Background(), bareWalk(p, 0.1), &out)
		rig.Must(t, err)
		if out.Len() == 0 || d.dev.Pool.Usage(large).Out != 0 || d.dev.Pool.Usage(large).Free != 1 {
			t.Errorf("%d hits; %d large blocks with results, %d free", out.Len(), d.dev.Pool.Usage(large).Out, d.dev.Pool.Usage(large).Free)
		}
		out.Truncate(0)
	})
}

// TestWavesGiveUp: after a list outgrew its room in a wave, later walks do without waves,
// and progress does not go back.
func TestWavesGiveUp(t *testing.T) {
	p := rig.Crowd(t, 150, 100)
	asGPU(t, rigging{groups: small, pairs: 1}, p, func(d *Walker, r *Index) {
		w := bareWalk(p, 1)
		told := []float64{}
		w.Progress = func(done, _ float64) { told = append(told, done) }
		_, want := walkOf(t, r, w)
		d.Tuning.Overlap = d.found / 4
		for n := range 2 {
			told = told[:0]
			for i := range d.list.Notes.Memory {
				d.list.Notes.Memory[i] = 0xee
			}
			if _, got := walkOf(t, r, w); !slices.Equal(got, want) {
				t.Errorf("%d hits are not the %d wanted", len(got), len(want))
			}
			tried := d.list.Notes.Memory[0] != 0xee
			if tried != (n == 0) || !d.outgrown || !slices.IsSorted(told) {
				t.Errorf("walk %d: tried %v, given up %v, progress in order %v", n, tried, d.outgrown, slices.IsSorted(told))
			}
		}
	})
}
