package gpujoin

import (
	"math"
	"slices"
	"testing"

	"flyby/internal/papers/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// indexOf returns an index of points.
func indexOf(t *testing.T, columns [][]float64, eps float64, o options) *index {
	t.Helper()
	s, err := points.New(columns, points.RowIDs(len(columns[0])))
	if err != nil {
		t.Fatal(err)
	}
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	x, err := build(arrange(t.Context(), pointjoin.Set{Points: s, Threshold: within}, o))
	if err != nil {
		t.Fatal(err)
	}
	return x.(*index)
}

// done does each task of a work separately, and returns the pairs of each.
func done(t *testing.T, x *index, w pointjoin.Work) (tasks [][]pointjoin.Pair, stats points.Stats) {
	t.Helper()
	w.Threshold = x.threshold
	all, err := x.Begin(t.Context(), w, 1)
	if err != nil {
		t.Fatal(err)
	}
	for task := range all.Len() {
		f := finder.NewFinder(t.Context(), w, nil)
		f.Begin(task)
		all.Do(task, f)
		segments, over := f.End()
		if over {
			t.Fatal("no memory")
		}
		var pairs []pointjoin.Pair
		for _, s := range segments {
			pairs = append(pairs, s.Pairs...)
		}
		tasks = append(tasks, pairs)
		stats.Add(f.Stats)
	}
	return tasks, stats
}

// TestOneCellIsShared: where one cell has all points, many tasks share it, and each pair is found by one task, for
// each kind of visits.
func TestOneCellIsShared(t *testing.T) {
	const count = 1000
	columns := [][]float64{make([]float64, count), make([]float64, count)}
	for _, o := range []options{{k: 2, visits: pointindex.Unicomp}, {k: 2, visits: pointindex.Greater}, {k: 1, sortIDU: true}, {k: 2, work: true}} {
		tasks, stats := done(t, indexOf(t, columns, 1, o), pointjoin.Work{Last: count})
		if len(tasks) < count/leastTask {
			t.Errorf("%+v: %d tasks", o, len(tasks))
		}
		for i, pairs := range tasks {
			if n := len(pairs); n == 0 || n > leastTask*count {
				t.Errorf("%+v: task %d of %d found %d pairs", o, i, len(tasks), n)
			}
		}
		all := slices.Concat(tasks...)
		slices.Sort(all)
		if len(all) != count*(count-1)/2 || len(slices.Compact(all)) != count*(count-1)/2 || stats.Pairs != uint64(len(all)) {
			t.Errorf("%+v: %d pairs, counted %d", o, len(all), stats.Pairs)
		}
	}
}

// TestSchedule: cells are in their own order, or the fullest first, and the starts of their points add up.
func TestSchedule(t *testing.T) {
	columns := [][]float64{{0, 5, 5, 5, 10, 20, 20, 30, 30, 30, 30}}
	for _, c := range []struct {
		work   bool
		cells  []uint32
		starts []int
	}{
		{false, []uint32{0, 1, 2, 3, 4}, []int{0, 1, 4, 5, 7, 11}},
		{true, []uint32{4, 1, 3, 0, 2}, []int{0, 4, 7, 9, 10, 11}},
	} {
		x := indexOf(t, columns, 1, options{k: 1, work: c.work})
		if !slices.Equal(x.cells, c.cells) || !slices.Equal(x.starts, c.starts) {
			t.Errorf("work %t: cells %d, starts %d", c.work, x.cells, x.starts)
		}
	}
}

// TestBorderline: pairs at exactly eps are decided by exact arithmetic and counted as such; others are not.
func TestBorderline(t *testing.T) {
	columns := [][]float64{{0, 3, math.Nextafter(3, 4), -4, 9}, {0, 4, 4, 3, 9}}
	for _, o := range []options{{k: 2, visits: pointindex.Unicomp}, {k: 2}, {k: 1, sortIDU: true}} {
		tasks, stats := done(t, indexOf(t, columns, 5, o), pointjoin.Work{Last: 5})
		all := slices.Concat(tasks...)
		slices.Sort(all)
		if want := []pointjoin.Pair{pointjoin.PairOf(0, 1), pointjoin.PairOf(0, 3), pointjoin.PairOf(1, 2)}; !slices.Equal(all, want) {
			t.Errorf("%+v: pairs %x, want %x", o, all, want)
		}
		if stats.Exact < 3 || stats.Exact > 6 || stats.Float64 != stats.Candidates {
			t.Errorf("%+v: %+v", o, stats)
		}
	}
}

// TestSpans: neighbour cells that lie side by side become one range of places, unless each is searched by itself.
func TestSpans(t *testing.T) {
	columns := [][]float64{{0.5, 1.6, 2.7, 8, 0.5}, {0, 0, 0, 0, 1.5}}
	for _, c := range []struct {
		sorted bool
		want   []span
	}{
		{false, []span{{0, 3}, {4, 5}}},
		{true, []span{{0, 1}, {1, 2}, {2, 3}, {4, 5}}},
	} {
		x := indexOf(t, columns, 1, options{k: 2, sortIDU: c.sorted})
		s := newScan(&tasks{index: x}, nil)
		if s.ofPoint([]float64{1.6, 0.7}); !slices.Equal(s.near, c.want) {
			t.Errorf("sorted %t: %v", c.sorted, s.near)
		}
	}
	s := newScan(&tasks{index: indexOf(t, columns, 1, options{k: 2})}, nil)
	if s.ofCell(1); len(s.near) != 2 {
		t.Errorf("%v", s.near)
	}
	if s.cut(1, 3); !slices.Equal(s.near, []span{{1, 1}, {1, 2}, {2, 3}, {4, 4}}) {
		t.Errorf("rows 1 and 2: %v", s.near)
	}
}

// TestCosts: work that is left out costs nothing, and where points lie apart along one dimension only, that one is
// indexed.
func TestCosts(t *testing.T) {
	plain, short := costs(64, options{}), costs(64, options{shortC: true, sortIDU: true})
	if short.Compare >= plain.Compare || !short.Sorted || plain.Sorted || costs(2, options{}).Compare >= plain.Compare {
		t.Errorf("%+v and %+v", plain, short)
	}
	columns := make([][]float64, 3)
	for i := range 500 {
		columns[0] = append(columns[0], float64(i%3))
		columns[1] = append(columns[1], float64(i))
		columns[2] = append(columns[2], 0.1*float64(i%5))
	}
	x := indexOf(t, columns, 0.5, options{reorder: true})
	if x.k != 1 || x.order[0] != 1 {
		t.Errorf("k %d, dimensions %d", x.k, x.order)
	}
}
