package lss

import (
	"math"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

// byDistance returns all rows of points except but, by their distance from p, and equal distances by row.
func byDistance(s *points.Store, p []float64, but int) (rows []uint32) {
	for row := range s.Len() {
		if row != but {
			rows = append(rows, uint32(row))
		}
	}
	slices.SortStableFunc(rows, func(a, b uint32) int {
		return pointjoin.Closer(p, s.Append(nil, int(a)), s.Append(nil, int(b)))
	})
	return rows
}

// TestNearest: nearest points are the first of all points by exact distance and then by row, for the points themselves
// and for queries far away, where distances are equal, and where chunks split intervals.
func TestNearest(t *testing.T) {
	tier.Full(t)
	for _, c := range []struct {
		count, n int
		values   float64
		lists    string
	}{{150, 1, 0, "standard"}, {150, 2, 0, "standard"}, {120, 2, 4, "1"}, {90, 3, 2, "random"}, {60, 16, 0, "log"}, {40, 70, 3, "3"}} {
		s, q := cloud(t, 11, c.count, c.n, c.values), queriesOf(t, c.n)
		own, others := orders(s, s, c.count-12), orders(s, q, 1)
		for _, room := range []int{40, 1 << 20} {
			devicetest.Each(t, cuts(room, 5), func(t *testing.T, d *device.Device) {
				x := loaded(t, d, s, pointjoin.Settings{"lss-lists": c.lists})
				for _, k := range []int{1, 3, 20, c.count} {
					checkNearest(t, x, pointjoin.NearestWork{K: k, First: c.count - 12, Last: c.count}, own)
					checkNearest(t, x, pointjoin.NearestWork{K: k, Queries: q, First: 1, Last: q.Len()}, others)
				}
			})
		}
	}
}

// orders returns, for each row of asked from first on, the rows of all points by distance; the point itself is left out.
func orders(s, asked *points.Store, first int) (all [][]uint32) {
	for row := first; row < asked.Len(); row++ {
		but := -1
		if asked == s {
			but = row
		}
		all = append(all, byDistance(s, asked.Append(nil, row), but))
	}
	return all
}

// checkNearest checks the nearest points of queries against all points in order.
func checkNearest(t *testing.T, x *index, w pointjoin.NearestWork, want [][]uint32) {
	t.Helper()
	k := w.Each(x.points.Len())
	got := make([]uint32, k*(w.Last-w.First))
	if _, err := x.Nearest(t.Context(), w, got); err != nil {
		t.Fatal(err)
	}
	for i, all := range want {
		if rows := got[i*k : (i+1)*k]; !slices.Equal(rows, all[:k]) {
			t.Fatalf("nearest %d of %d: %d, want %d", w.K, w.First+i, rows, all[:k])
		}
	}
}

// TestBound: the bound of a walker is no less than the distance of its k-th nearest point, and is the distance of some
// point.
func TestBound(t *testing.T) {
	tier.Full(t)
	s := cloud(t, 12, 200, 3, 0)
	devicetest.Each(t, cuts(100, 5), func(t *testing.T, d *device.Device) {
		x := loaded(t, d, s, nil)
		for _, k := range []int{1, 2, 7, 199} {
			j := &join{index: x, work: pointjoin.Work{Last: s.Len()}}
			if err := j.beginNearest(t.Context(), k); err != nil {
				t.Fatal(err)
			}
			far := 0.0
			for row, bound := range read[float64](t, x, j.walkers.each, s.Len()) {
				p := s.Append(nil, row)
				all := byDistance(s, p, row)
				least, most := pointjoin.Distance(p, s.Append(nil, int(all[k-1]))), pointjoin.Distance(p, s.Append(nil, int(all[len(all)-1])))
				if !(bound >= least) || bound > most*(1+1e-12) {
					t.Errorf("row %d, k %d: at most %v, the k-th is at %v, the last at %v", row, k, bound, least, most)
				}
				far = max(far, bound/least)
			}
			if math.IsInf(far, 0) || k == 1 && far == 1 {
				t.Errorf("k %d: bounds are %v times the distances, at most", k, far)
			}
			if err := j.end(); err != nil {
				t.Error(err)
			}
		}
	})
}
