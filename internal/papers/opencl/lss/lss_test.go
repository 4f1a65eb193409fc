package lss

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/clrttest"
	"flyby/internal/testing/devicetest"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/points"
)

func TestArguments(t *testing.T) {
	clrttest.CheckArguments(t, source(clrt.Groups{}))
	clrttest.CheckConstants(t, source(clrt.Groups{}))
}

// cuts returns cuts with room for some elements and borderline pairs.
func cuts(room, doubts int) device.Cuts { return device.Cuts{Room: room, Doubts: doubts} }

// cloud returns points of n dimensions, evenly distributed in [0, 1), or of few values, so that many codes are equal.
func cloud(t testing.TB, seed uint64, count, n int, values float64) *points.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(62, seed))
	return pointjointest.Drawn(t, count, n, func(int, int) float64 {
		v := r.Float64()
		if values > 0 {
			v = float64(int(v*values)) / values
		}
		return v
	})
}

func within(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	w, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// loaded returns points on a device, and closes them when the test ends.
func loaded(t *testing.T, d *device.Device, s *points.Store, settings pointjoin.Settings) *index {
	t.Helper()
	held := d.Memory.Count()
	r, err := Load(t.Context(), d, nil, pointjoin.Set{Points: s, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil || d.Memory.Count() != held {
			t.Errorf("%v, %d buffers, want %d", err, d.Memory.Count(), held)
		}
	})
	return r.(*index)
}

// read returns count values of a buffer.
func read[T cl.Scalar](t *testing.T, x *index, b *cl.Buffer, count int) []T {
	t.Helper()
	all := make([]T, count)
	if err := clrt.ReadNow(x.dev.Queues, b, 0, all); err != nil {
		t.Fatal(err)
	}
	return all
}

// hostLists returns the lists of the host, with the same shifts.
func hostLists(t *testing.T, x *index) *zorder.Lists {
	t.Helper()
	l, err := zorder.NewLists(t.Context(), zorder.NewFrame(x.points), x.points, x.options.Shifts, 2)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// oracle returns the pairs of a self-join, by comparing all.
func oracle(s *points.Store, w pointjoin.Threshold) (pairs []pointjoin.Pair) {
	for a := range s.Len() {
		for b := a + 1; b < s.Len(); b++ {
			if w.Within(s.Append(nil, a), s.Append(nil, b)) {
				pairs = append(pairs, pointjoin.PairOf(uint32(a), uint32(b)))
			}
		}
	}
	return pairs
}

// found returns the pairs of a work, in order.
func found(t *testing.T, x *index, w pointjoin.Work) []pointjoin.Pair {
	t.Helper()
	var out pointjoin.Found
	stats, err := x.Pairs(t.Context(), w, &out)
	if err != nil {
		t.Fatal(err)
	}
	var all []pointjoin.Pair
	for _, l := range out.Lists {
		if l.Ordered && !slices.IsSorted(l.Pairs) {
			t.Error("an ordered list is not in order")
		}
		all = append(all, l.Pairs...)
	}
	if stats.Pairs != uint64(len(all)) {
		t.Errorf("%d pairs, counted %d", len(all), stats.Pairs)
	}
	slices.Sort(all)
	return all
}

// TestSort: the lists of a device are the host's, row by row, with equal codes, and with more points than a tile has.
func TestSort(t *testing.T) {
	tier.Full(t)
	for _, c := range []struct {
		count, n int
		values   float64
		lists    string
	}{
		{1, 2, 0, "standard"}, {sortTile, 2, 0, "2"}, {sortTile + 1, 1, 0, "standard"}, {3000, 2, 0, "standard"}, {2100, 2, 5, "random"},
		{1100, 16, 0, "log"}, {1100, 16, 2, "log"}, {700, 64, 3, "3"}, {600, 1024, 2, "2"}, {300, 1024, 0, "3"},
	} {
		s := cloud(t, uint64(c.count), c.count, c.n, c.values)
		devicetest.Each(t, cuts(100, 10), func(t *testing.T, d *device.Device) {
			x := loaded(t, d, s, pointjoin.Settings{"lss-lists": c.lists})
			want := hostLists(t, x)
			rows := read[uint32](t, x, x.rows, c.count*want.Len())
			keys := read[uint64](t, x, x.keys, c.count*want.Len())
			for i := range want.Len() {
				got := rows[i*c.count : (i+1)*c.count]
				if !slices.Equal(got, want.List(i).Rows()) {
					t.Errorf("%d points of %d dimensions, list %d: %d, want %d", c.count, c.n, i, got[:min(8, c.count)], want.List(i).Rows()[:min(8, c.count)])
				}
				if !slices.IsSorted(keys[i*c.count : (i+1)*c.count]) {
					t.Errorf("keys of list %d are not in order", i)
				}
			}
		})
	}
}

// TestIntervals: intervals and their sums are the host's.
func TestIntervals(t *testing.T) {
	tier.Full(t)
	for _, c := range []struct {
		count, n    int
		values, eps float64
	}{{700, 1, 0, 0.01}, {900, 2, 0, 0.05}, {900, 2, 6, 0.2}, {300, 16, 3, 0.4}, {200, 64, 0, 1}, {60, 1024, 2, 0}} {
		s, q := cloud(t, 5, c.count, c.n, c.values), queriesOf(t, c.n)
		devicetest.Each(t, cuts(100, 10), func(t *testing.T, d *device.Device) {
			x := loaded(t, d, s, pointjoin.Settings{"lss-lists": "log"})
			for _, w := range []pointjoin.Work{
				{First: 3, Last: c.count, Threshold: within(t, c.eps)}, {Queries: q, First: 1, Last: q.Len(), Threshold: within(t, c.eps)},
			} {
				checkIntervals(t, x, w)
			}
		})
	}
}

// queriesOf returns points within the bounds of others, and beyond them.
func queriesOf(t *testing.T, n int) *points.Store {
	t.Helper()
	columns := make([][]float64, n)
	for j := range columns {
		columns[j] = []float64{0.5, 0.25, -3, 1e300, float64(j % 2), -1e-300, 1.01}
	}
	return pointjointest.Columns(t, columns)
}

// checkIntervals checks the intervals of a work against the host's.
func checkIntervals(t *testing.T, x *index, w pointjoin.Work) {
	t.Helper()
	j := &join{index: x, work: w}
	if err := j.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	asked := x.points
	if !w.Self() {
		asked = w.Queries
	}
	lists := hostLists(t, x)
	low, high := make([]uint32, x.points.Dimensions()), make([]uint32, x.points.Dimensions())
	var want []zorder.Interval
	got := read[uint32](t, x, j.walkers.intervals, 4*j.walkers.count)
	for i := range j.walkers.count {
		var v zorder.Interval
		if lists.Frame().Corners(low, high, asked.Append(nil, w.First+i), w.Threshold.Eps()) {
			v = lists.Shortest(low, high)
		}
		want = append(want, v)
		row := uint32(w.First + i - j.base)
		if g := got[4*i : 4*i+4]; !slices.Equal(g, []uint32{v.List, v.First, v.Last, row}) {
			t.Fatalf("walker %d: %d, want %+v of row %d", i, g, v, row)
		}
	}
	if sums := zorder.NewSums(want); !slices.Equal(j.sums, sums) {
		t.Errorf("sums %d, want %d", j.sums, sums)
	}
	if err := j.end(); err != nil {
		t.Error(err)
	}
}

// TestHalves: on sets for which the half intervals of the paper lose a tenth of the pairs or more (internal/papers/lss),
// each pair is found once, on the list that the host chooses, too, for all rows and for ranges of them.
func TestHalves(t *testing.T) {
	tier.Full(t)
	for _, c := range []struct {
		n, count int
		values   float64
		eps      float64
	}{{2, 1200, 0, 0.02}, {2, 600, 0, 0.05}, {4, 700, 0, 0.1}, {2, 300, 6, 0.2}} {
		s, w := cloud(t, 26, c.count, c.n, c.values), within(t, c.eps)
		want := oracle(s, w)
		devicetest.Each(t, cuts(5000, 100), func(t *testing.T, d *device.Device) {
			x := loaded(t, d, s, pointjoin.Settings{"lss-half": "on"})
			if got := found(t, x, pointjoin.Work{Last: c.count, Threshold: w}); !slices.Equal(got, want) {
				t.Errorf("%d dimensions, eps %v: %d pairs, want %d", c.n, c.eps, len(got), len(want))
			}
			checkHalves(t, x, w)
			first := found(t, x, pointjoin.Work{Last: 2 * c.count / 3, Threshold: w})
			rest := found(t, x, pointjoin.Work{First: 2 * c.count / 3, Last: c.count, Threshold: w})
			if all := append(first, rest...); !slices.Equal(all, want) {
				t.Errorf("in ranges: %d pairs, want %d", len(all), len(want))
			}
		})
	}
}

// checkHalves checks half intervals against the host's, on the list with the least sum of them.
func checkHalves(t *testing.T, x *index, within pointjoin.Threshold) {
	t.Helper()
	lists := hostLists(t, x)
	low, high := make([]uint32, x.points.Dimensions()), make([]uint32, x.points.Dimensions())
	ends := make([][]uint32, lists.Len())
	shortest, least := 0, ^uint64(0)
	for i := range ends {
		sum := uint64(0)
		for at, row := range lists.List(i).Rows() {
			lists.Frame().Corners(low, high, x.points.Append(nil, int(row)), within.Eps())
			ends[i] = append(ends[i], uint32(lists.List(i).After(high, at+1)))
			sum += uint64(ends[i][at])
		}
		if sum < least {
			shortest, least = i, sum
		}
	}
	j := &join{index: x, work: pointjoin.Work{Last: x.points.Len(), Threshold: within}}
	if err := j.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer j.end()
	if j.walkers.list != shortest || !slices.Equal(j.order, lists.List(shortest).Rows()) {
		t.Errorf("list %d, want %d", j.walkers.list, shortest)
	}
	got := read[uint32](t, x, j.walkers.intervals, 4*j.walkers.count)
	for at, end := range ends[shortest] {
		if v := got[4*at : 4*at+4]; !slices.Equal(v, []uint32{uint32(shortest), uint32(at) + 1, end, j.order[at]}) {
			t.Fatalf("place %d: %d, want %d to %d", at, v, at+1, end)
		}
	}
}

// TestDoubts: borderline pairs that outgrow their room are settled, and kept or dropped, in pairs and in counts.
func TestDoubts(t *testing.T) {
	// distances are the float64 nearest to a tenth, or about that
	s, w := pointjointest.Drawn(t, 300, 2, func(i, j int) float64 { return float64([]int{i % 17, i / 17}[j]) / 10 }), within(t, 0.1)
	want := oracle(s, w)
	devicetest.Each(t, cuts(1<<16, 3), func(t *testing.T, d *device.Device) {
		for _, half := range []string{"off", "on"} {
			t.Run("half "+half, func(t *testing.T) {
				checkDoubts(t, loaded(t, d, s, pointjoin.Settings{"lss-half": half}), pointjoin.Work{Last: s.Len(), Threshold: w}, want)
			})
		}
	})
}

// checkDoubts checks pairs, and their counts, of which more than three are borderline.
func checkDoubts(t *testing.T, x *index, w pointjoin.Work, want []pointjoin.Pair) {
	t.Helper()
	if got := found(t, x, w); !slices.Equal(got, want) {
		t.Errorf("%d pairs, want %d", len(got), len(want))
	}
	counts := make([]uint32, x.points.Len())
	stats, err := x.Counts(t.Context(), w, counts)
	if err != nil || stats.Pairs != uint64(len(want)) || stats.Exact <= 3 || stats.Exact >= stats.Candidates {
		t.Errorf("%+v: %v", stats, err)
	}
	for _, p := range want {
		a, b := pointjoin.Rows(p)
		counts[a]--
		counts[b]--
	}
	if slices.Max(counts) > 0 {
		t.Errorf("counts are off by %d", counts)
	}
}

// TestSettings: an invalid setting is refused, and no memory stays taken on the device.
func TestSettings(t *testing.T) {
	s := cloud(t, 3, 50, 2, 0)
	devicetest.Each(t, cuts(100, 10), func(t *testing.T, d *device.Device) {
		_, err := Load(t.Context(), d, nil, pointjoin.Set{Points: s, Settings: pointjoin.Settings{"lss-lists": "2000000"}})
		if !errors.As(err, new(*pointjoin.SettingError)) || d.Memory.Count() > 0 {
			t.Errorf("%v, %d buffers are left", err, d.Memory.Count())
		}
	})
}

// TestCancelled: a cancelled sort returns the cause, and no memory stays taken on the device.
func TestCancelled(t *testing.T) {
	s := cloud(t, 3, 50, 2, 0)
	devicetest.Each(t, cuts(100, 10), func(t *testing.T, d *device.Device) {
		ctx, cancel := context.WithCancelCause(t.Context())
		enough := errors.New("enough")
		cancel(enough)
		if _, err := Load(ctx, d, nil, pointjoin.Set{Points: s}); !errors.Is(err, enough) || d.Memory.Count() > 0 {
			t.Errorf("%v, %d buffers are left", err, d.Memory.Count())
		}
	})
}
