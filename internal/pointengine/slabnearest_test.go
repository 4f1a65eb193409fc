package pointengine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/points"
)

// nearestOf returns the nearest points that an engine finds, once it is prepared for them.
func nearestOf(t *testing.T, e *pointengine.Engine, queries *points.Store, k int) points.Nearest {
	t.Helper()
	if err := e.Prepare(t.Context(), 0, threshold(t, 0), k); err != nil {
		t.Fatal(err)
	}
	n, _, err := e.Nearest(t.Context(), queries, k)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNearestInSlabsAgree: slabs of any size give the nearest points of one index by every method that finds them, of the points
// themselves and of queries, on lattices, where most distances are equal, among equal points, and of even points with clumps.
func TestNearestInSlabsAgree(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(69, 1))
	lattice := pointjointest.Drawn(t, 600, 2, func(int, int) float64 { return float64(r.IntN(12)) * 0.1 })
	for name, s := range map[string]*points.Store{"cloud": cloud(t, 700, 2), "lattice": lattice, "equal": store(t, make([]float64, 90))} {
		outside := slices.Repeat([]float64{-3, 0.5, 0.1, 7}, s.Dimensions())[:s.Dimensions()*4]
		columns := make([][]float64, s.Dimensions())
		for j := range columns {
			columns[j] = append(slices.Clone(s.Column(j)[:60]), outside[j*4:(j+1)*4]...)
		}
		for _, q := range []*points.Store{nil, store(t, columns...)} {
			for _, k := range []int{1, 4, 30, 2000} {
				want := nearestOf(t, opened(t, s, 0, pointengine.Config{Method: "kdtree"}), q, k)
				for _, m := range host.Methods() {
					for _, slab := range []int{s.Len() - 1, 200, 23} {
						if !m.Nearest || k > 30 && slab < 200 {
							continue
						}
						got := nearestOf(t, opened(t, s, 0, pointengine.Config{Method: m.Name, Slab: slab}), q, k)
						if got.Each != want.Each || !slices.Equal(got.Rows, want.Rows) {
							t.Fatalf("%s, %s in slabs of %d: other %d nearest points, of queries: %t", name, m.Name, slab, k, q != nil)
						}
					}
				}
			}
		}
	}
}

// TestNearestOfRanges: ranges of rows of a few points, in slabs of one point and more, equal the result of all comparisons.
func TestNearestOfRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(69, 2))
	for range 80 {
		n, size := 1+r.IntN(4), 1+r.IntN(60)
		s := tenths(t, r, size, n, 9)
		first, k := r.IntN(size), 1+r.IntN(size+2)
		w := pointjoin.NearestWork{K: k, First: first, Last: first + r.IntN(size-first+1)}
		c := pointengine.Config{Slab: 1 + r.IntN(size)}
		slabs := loadedSlabs(t, s, "kdtree", c)
		each := w.Each(size)
		got := make([]uint32, each*(w.Last-w.First))
		if _, err := slabs.(pointjoin.Nearer).Nearest(t.Context(), w, got); err != nil {
			t.Fatal(err)
		}
		for row := w.First; row < w.Last; row++ {
			var want []uint32
			for other := range uint32(size) {
				if int(other) != row {
					want = append(want, other)
				}
			}
			p := s.Append(nil, row)
			slices.SortStableFunc(want, func(a, b uint32) int { return pointjoin.Closer(p, s.Append(nil, int(a)), s.Append(nil, int(b))) })
			if at := (row - w.First) * each; !slices.Equal(got[at:at+each], want[:each]) {
				t.Fatalf("%d points of %d-D in slabs of %d, row %d: %v, want %v", size, n, c.Slab, row, got[at:at+each], want[:each])
			}
		}
	}
}

// counted is a driver that counts the points it loads, and from some load on has room for fewer.
type counted struct {
	pointjoin.Driver
	loads *int
	most  func(load int) int
}

func (d counted) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	if *d.loads++; s.Points.Len() > d.most(*d.loads) {
		return nil, kernel.ErrMemory
	}
	return d.Driver.Load(ctx, s)
}

// clumps returns a number of points around each of ten places of a line, in random order.
func clumps(t *testing.T, each int) *points.Store {
	var line []float64
	for i := range 10 * each {
		line = append(line, float64(100*(i%10))+math.Sqrt(float64(i)))
	}
	rand.New(rand.NewPCG(69, 3)).Shuffle(len(line), func(i, k int) { line[i], line[k] = line[k], line[i] })
	return store(t, line)
}

// TestSlabsTooFar: a slab is indexed again, and asked, where points behind it may have neighbours in it, and not otherwise.
func TestSlabsTooFar(t *testing.T) {
	s := clumps(t, 100) // clumps of 32, 68 apart
	whole := opened(t, s, 0, pointengine.Config{Method: "tiles"})
	for _, c := range []struct{ k, loads int }{{3, 10}, {99, 10}, {100, 19}} {
		want := nearestOf(t, whole, nil, c.k)
		loads := 0
		d := counted{host.New(2), &loads, func(int) int { return math.MaxInt }}
		got := nearestOf(t, engine(t, s, pointengine.Config{Method: "kdtree", Slab: 100, Threads: 2}, d), nil, c.k)
		if !slices.Equal(got.Rows, want.Rows) || loads != c.loads {
			t.Errorf("%d nearest: slabs indexed %d times, want %d", c.k, loads, c.loads)
		}
	}
}

// TestNearestRetreat: where memory shrinks, slabs are halved, on the way back within the earlier slabs, and no neighbour is lost.
func TestNearestRetreat(t *testing.T) {
	s := cloud(t, 3000, 2)
	want := nearestOf(t, opened(t, s, 0, pointengine.Config{Method: "kdtree"}), nil, 7)
	for _, drop := range []int{1, 3, 9, 12} {
		loads := 0
		d := counted{host.New(2), &loads, func(load int) int {
			if load > drop {
				return 130
			}
			return 400
		}}
		got := nearestOf(t, engine(t, s, pointengine.Config{Method: "kdtree", Slab: 400, Threads: 2}, d), nil, 7)
		if !slices.Equal(got.Rows, want.Rows) {
			t.Errorf("room falls after %d loads: other nearest points", drop)
		}
	}
}

// TestNearestTableInSlabs: beside slabs a table of nearest points may take a part of the memory.
func TestNearestTableInSlabs(t *testing.T) {
	s := cloud(t, 40_000, 2)
	for k, fits := range map[int]bool{10: true, 100: false} { // 1.6 MB and 16 MB
		e := opened(t, s, 0, pointengine.Config{Method: "kdtree", Slab: 20_000, Memory: beside(40 << 20)})
		if err := e.Prepare(t.Context(), 0, threshold(t, 0), k); err != nil {
			t.Fatal(err)
		}
		_, _, err := e.Nearest(t.Context(), nil, k)
		if var0 := (*memory.Error)(nil); (err == nil) != fits || err != nil && (!errors.As(err, &var0) || var0.By != "--memory") {
			t.Errorf("%d nearest: %v", k, err)
		}
	}
}

// TestNearestProgress: progress of nearest points in slabs grows to the end.
func TestNearestProgress(t *testing.T) {
	var told []float64
	c := pointengine.Config{Method: "kdtree", Slab: 100, Progress: func(phase string, done, total float64) {
		if phase == "search" {
			told = append(told, done/total)
		}
	}}
	nearestOf(t, opened(t, cloud(t, 1000, 2), 0, c), nil, 3)
	if !slices.IsSorted(told) || len(told) < 10 || told[len(told)-1] != 1 {
		t.Error(fmt.Sprint(told))
	}
}
