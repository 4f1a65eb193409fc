package tiling_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"flyby/internal/pointjoin/tiling"
	"flyby/internal/testing/pointjointest"
	"flyby/points"
)

// store returns points of n dimensions whose coordinates value draws.
func store(t *testing.T, rows, n int, value func(row, dimension int) float64) *points.Store {
	t.Helper()
	return pointjointest.Drawn(t, rows, n, value)
}

// TestSplit: the order is the same for any number of threads, and has all rows once, for tiles of any size.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	s := store(t, 11*256+3, 5, func(_, _ int) float64 { return float64(r.IntN(50)) })
	f := tiling.NewFrame(s, 1)
	for _, size := range []int{64, 256} {
		want := tiling.Split(s, &f, 2, s.Len(), size, 1)
		for _, threads := range []int{2, 3, 7} {
			if got := tiling.Split(s, &f, 2, s.Len(), size, threads); !slices.Equal(got, want) {
				t.Errorf("tiles of %d: another order with %d threads", size, threads)
			}
		}
		slices.Sort(want)
		for i, row := range want {
			if int(row) != i+2 {
				t.Fatalf("tiles of %d: row %d at place %d of those in order", size, row, i)
			}
		}
	}
}

// TestFrameOfThreads: the frame is the same for any number of threads.
func TestFrameOfThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	s := store(t, 5000, 9, func(_, dimension int) float64 { return float64(dimension%4+1) * r.NormFloat64() })
	want := tiling.NewFrame(s, 1)
	for _, threads := range []int{2, 7} {
		if got := tiling.NewFrame(s, threads); !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: %v, want %v", threads, got, want)
		}
	}
}

// TestTilesAreSmall: on a line a tile has successive points.
func TestTilesAreSmall(t *testing.T) {
	s := store(t, 8*64, 1, func(row, _ int) float64 { return float64(row * 37 % (8 * 64)) })
	f := tiling.NewFrame(s, 1)
	order := tiling.Split(s, &f, 0, s.Len(), 64, 1)
	for first := 0; first < len(order); first += 64 {
		least, most := math.Inf(1), math.Inf(-1)
		for _, row := range order[first : first+64] {
			v := s.Column(0)[row]
			least, most = min(least, v), max(most, v)
		}
		if most-least != 63 {
			t.Errorf("tile %d holds %v to %v", first/64, least, most)
		}
	}
	if one, two := tiling.Tiles(64, 64), tiling.Tiles(65, 64); one != 1 || two != 2 || tiling.Tiles(0, 64) != 0 {
		t.Errorf("64 points make %d tiles of 64, 65 make %d", one, two)
	}
}

// TestFrame: a point far out moves neither the centre nor the unit, and the dimension of most variance is first.
func TestFrame(t *testing.T) {
	s := store(t, 101, 2, func(row, j int) float64 {
		if row == 100 && j == 1 {
			return 1e9
		}
		return float64(row%100) * float64(1+7*j)
	})
	f := tiling.NewFrame(s, 1)
	if f.Order[0] != 1 || f.Centre[0] != 400 || f.Centre[1] != 49 {
		t.Errorf("%+v", f)
	}
	if fraction, _ := math.Frexp(f.Scale); fraction != 0.5 || f.Scale < 1.0/512 || f.Scale > 1.0/128 {
		t.Errorf("a unit of %v", f.Scale)
	}
	if got := f.Offset(0, 401); float64(got) != f.Scale {
		t.Errorf("an offset of 1 is %v", got)
	}
}
