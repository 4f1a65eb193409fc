package tile

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/pointjoin/tiling"
	"flyby/points"

	"flyby/internal/testing/processor"
)

// seek does all tasks of a work.
func seek(t testing.TB, x *index, w pointjoin.NearestWork) ([]uint32, points.Stats) {
	t.Helper()
	tasks, err := x.BeginNearest(t.Context(), w, 2)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]uint32, (w.Last-w.First)*w.Each(x.store.Len()))
	f := finder.NewFinder(t.Context(), pointjoin.Work{Queries: w.Queries}, nil)
	for i := range tasks.Len() {
		tasks.Do(i, rows, f)
	}
	return rows, f.Stats
}

// nearest finds nearest points by offering every point to every query.
func nearest(s *points.Store, w pointjoin.NearestWork) []uint32 {
	k, queries := finder.NewNearest(finder.NewMatrix(s), nil), w.Queries
	if queries == nil {
		queries = s
	}
	each := w.Each(s.Len())
	rows := make([]uint32, (w.Last-w.First)*each)
	for q := w.First; q < w.Last && each > 0; q++ {
		k.Reset(queries.Append(nil, q), each)
		for row := range s.Len() {
			if w.Queries != nil || row != q {
				k.Offer(row)
			}
		}
		k.End(rows[(q-w.First)*each:][:each], &points.Stats{})
	}
	return rows
}

// TestNearest: for every scene, mostly with ties, every kernel finds the same nearest points as looking at all points,
// for all points, for a range of them, and for queries.
func TestNearest(t *testing.T) { nearestAgree(t, []int{2, 270}, []int{3, 17}) }

func nearestAgree(t *testing.T, sizes, shapes []int) {
	t.Helper()
	r := rand.New(rand.NewPCG(10, 5))
	for _, c := range scenes(r) {
		for _, n := range shapes {
			for i, rows := range sizes {
				s, other := store(t, rows, n, c.value), store(t, sizes[(i+1)%len(sizes)]/4, n, c.value)
				if rows > 40 && heavy(c) {
					continue
				}
				most := []int{1, 3, 10, 600}[(i+n)%4]
				if rows > 40 {
					most = min(most, 10)
				}
				for _, w := range []pointjoin.NearestWork{
					{K: most, Last: rows}, {K: most, First: rows / 3, Last: rows / 2}, {K: most, Queries: other, First: other.Len() / 4, Last: other.Len()},
				} {
					want := nearest(s, w)
					for _, k := range kernels() {
						if got, _ := seek(t, build(s, 1, k), w); !slices.Equal(got, want) {
							t.Fatalf("%s, %d points of %d dimensions, %s, %d of rows %d to %d: %v", c.name, rows, n, k.name, most, w.First, w.Last, differ(got, want, w.Each(rows)))
						}
					}
				}
			}
		}
	}
}

// TestNearestAcrossTiles: a tile is looked at for the sake of one query that has its neighbour there, while all others of
// its tile have theirs within the tile: one in the middle of the tile's order, at its end and at its beginning.
func TestNearestAcrossTiles(t *testing.T) {
	for _, of := range []int{0, tileRows / 2, tileRows - 1} {
		s := store(t, 2*tileRows, 1, func(row, _ int) float64 {
			switch {
			case row == of:
				return 10
			case row < tileRows:
				return 0.001 * float64(row)
			}
			return 10.5 + 0.001*float64(row-tileRows)
		})
		w := pointjoin.NearestWork{K: 1, Last: s.Len()}
		want := nearest(s, w)
		if want[of] != tileRows {
			t.Fatalf("the nearest of row %d is %d", of, want[of])
		}
		for _, k := range kernels() {
			if got, _ := seek(t, build(s, 1, k), w); !slices.Equal(got, want) {
				t.Errorf("%s: %v", k.name, differ(got, want, 1))
			}
		}
	}
}

// differ describes the first query with wrong neighbours.
func differ(got, want []uint32, each int) string {
	for i := 0; i < len(got); i += each {
		if g, w := got[i:i+each], want[i:i+each]; !slices.Equal(g, w) {
			return fmt.Sprintf("query %d has %v, want %v", i/each, g, w)
		}
	}
	return ""
}

// TestNearestLooksAtFew: in few dimensions most tiles are beyond the farthest kept; in many, float32 rules most points
// out.
func TestNearestLooksAtFew(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct {
		n         int
		far, open float64 // greatest fractions of all pairs that are looked at, and that are offered
	}{{2, 0.5, 0.03}, {24, 1, 0.03}} {
		s := store(t, 20*tileRows, c.n, func(_, _ int) float64 { return r.ExpFloat64() })
		_, stats := seek(t, build(s, 1, bestKernel()), pointjoin.NearestWork{K: 5, Last: s.Len()})
		all := float64(s.Len()) * float64(s.Len())
		if float64(stats.Candidates) > c.far*all || float64(stats.Float64) > c.open*all {
			t.Errorf("%d dimensions: %+v of %v pairs", c.n, stats, all)
		}
	}
}

// BenchmarkNearest finds the ten nearest of exponentially distributed points; the metric is the processor time for each
// query and point, on one thread.
func BenchmarkNearest(b *testing.B) {
	for _, n := range []int{16, 64} {
		r := rand.New(rand.NewPCG(1, 2))
		s := store(b, 20_000, n, func(_, _ int) float64 { return min(r.ExpFloat64()/40, 1) })
		x := build(s, 1, bestKernel())
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			var stats points.Stats
			before := processor.Time()
			for b.Loop() {
				_, stats = seek(b, x, pointjoin.NearestWork{K: 10, Last: s.Len()})
			}
			all := float64(s.Len()) * float64(s.Len())
			b.ReportMetric(float64((processor.Time()-before).Nanoseconds())/float64(b.N)/all, "ns/pair")
			b.ReportMetric(float64(stats.Float64)/float64(s.Len()), "float64/query")
		})
	}
}

// TestAim: the sum of a point that is as far as the farthest kept is at most 0, with offsets up to 2^20 times its
// distance; the sum of a point three times as far is above 0 where offsets are small.
func TestAim(t *testing.T) {
	const cases = 4_000
	r := rand.New(rand.NewPCG(6, 6))
	beyond := 0
	for range cases {
		n := 1 + r.IntN(70)
		size := math.Ldexp(1, r.IntN(20)-2)
		p, q := make([]float64, n), make([]float64, n)
		for j := range p {
			p[j] = (r.Float64() - 0.5) * size
			q[j] = p[j] + (r.Float64()-0.5)*2
		}
		f := tiling.Frame{Order: make([]int, n), Centre: make([]float64, n), Scale: 1}
		k := finder.NewNearest(finder.Matrix{Values: q, Dimensions: n}, nil)
		k.Reset(p, 1)
		k.Offer(0)
		s := seeker{nearestTasks: &nearestTasks{queries: &set{frame: &f}}, kept: []*finder.Nearest{k}, filter: newFilter(0, &f)}
		var a, b float64
		for j := range p {
			o, u := float64(f.Offset(j, p[j])), float64(f.Offset(j, q[j]))
			a, b = a+o*o, b+u*u
		}
		s.off = displaced(math.Sqrt(a)) + displaced(math.Sqrt(b))
		s.aim(0)
		same, far := s.start[0], s.start[0]
		for j := range p {
			o, u := f.Offset(j, p[j]), f.Offset(j, q[j])
			same += float32((o - u) * (o - u))
			far += float32(9 * (o - u) * (o - u))
		}
		if same > 0 {
			t.Fatalf("%v and %v: the sum comes to %v from %v", p, q, same, s.start[0])
		}
		if far > 0 {
			beyond++
		} else if size < 100 {
			t.Fatalf("%v and %v: the sum of what is three times as far comes to %v from %v", p, q, far, s.start[0])
		}
	}
	if beyond < cases/2 {
		t.Errorf("%d of %d are found to be beyond", beyond, cases)
	}
}
