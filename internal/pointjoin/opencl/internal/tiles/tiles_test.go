package tiles

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/internal/pointjoin/tiling"
	"flyby/internal/testing/clrttest"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

func TestArguments(t *testing.T) {
	for _, s := range []shape{{5, 4, 0, false}, {5, 4, 1, false}, {70, 40, 3, true}} {
		clrttest.CheckArguments(t, source(s, clrt.Groups{}))
		clrttest.CheckConstants(t, source(s, clrt.Groups{}))
	}
}

// each is devicetest.Each, where groups multiply matrices, too.
func each(t *testing.T, test func(t *testing.T, d *device.Device)) {
	t.Helper()
	devicetest.Each(t, cuts, func(t *testing.T, d *device.Device) {
		test(t, d)
		if d.GPU() {
			d.Matrix = device.MatrixLoops
			if strings.Contains(d.Name, "NVIDIA") {
				d.Matrix = device.MatrixPTX
			}
			t.Run("matrix", func(t *testing.T) { test(t, d) })
		}
	})
}

// store returns points of n dimensions whose coordinates value draws.
func store(t *testing.T, rows, n int, value func(row, dimension int) float64) *points.Store {
	t.Helper()
	columns := make([][]float64, n)
	for j := range columns {
		columns[j] = make([]float64, rows)
		for i := range columns[j] {
			columns[j][i] = value(i, j)
		}
	}
	s, err := points.New(columns, points.RowIDs(rows))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func threshold(t *testing.T, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// oracle returns the pairs, by comparing all.
func oracle(s *points.Store, within pointjoin.Threshold) (all []pointjoin.Pair) {
	var p, q []float64
	for a := range s.Len() {
		p = s.Append(p[:0], a)
		for b := a + 1; b < s.Len(); b++ {
			if q = s.Append(q[:0], b); within.Within(p, q) {
				all = append(all, pointjoin.PairOf(uint32(a), uint32(b)))
			}
		}
	}
	return all
}

// cuts are the cuts of the devices in these tests.
var cuts = device.Cuts{Pairs: 1000, Room: 1 << 17, Doubts: 1000, Table: 16}

// open loads points.
func open(t *testing.T, d *device.Device, s *points.Store, eps float64) *index {
	t.Helper()
	table := rows.NewTable(d)
	r, err := Load(t.Context(), d, table, pointjoin.Set{Points: s, Threshold: threshold(t, eps)})
	if err != nil {
		t.Fatal(err)
	}
	return r.(*index)
}

// TestSet: a set on a device has the offsets, the boxes and the lengths of the points of each tile, as the frame defines
// them, and only rows of points.
func TestSet(t *testing.T) {
	tier.Full(t)
	each(t, func(t *testing.T, d *device.Device) {
		r := rand.New(rand.NewPCG(1, 5))
		s := store(t, 2*tileRows+9, 3, func(_, j int) float64 { return 5 + float64(j+1)*r.NormFloat64() })
		x := open(t, d, s, 1)
		n, tiles := 3, x.all.tiles
		doubles := make([]float64, tiles*(2*n+1))
		offsets := make([]float32, tiles*tileRows*n)
		placed := make([]uint32, tiles*tileRows)
		err := errors.Join(
			clrt.ReadNow(d.Queues, x.all.buffer, 0, doubles),
			clrt.ReadNow(d.Queues, x.all.buffer, 8*len(doubles), offsets),
			clrt.ReadNow(d.Queues, x.all.buffer, 8*len(doubles)+4*tiles*tileRows*(n+1), placed),
		)
		if err != nil || tiles != 3 || !slices.Equal(placed[:s.Len()], x.order) || placed[s.Len()] != noRow {
			t.Fatalf("%d tiles of %d rows: %v", tiles, len(placed), err)
		}
		for tile := range tiles {
			rows := x.order[tile*tileRows : min((tile+1)*tileRows, s.Len())]
			longest := 0.0
			for i, row := range rows {
				squares := 0.0
				for place, j := range x.tiling.Order {
					v := s.Column(j)[row]
					o := x.tiling.Offset(place, v)
					if got := offsets[(tile*n+place)*tileRows+i]; got != o {
						t.Fatalf("tile %d, place %d of point %d: %v, want %v", tile, place, i, got, o)
					}
					if v < doubles[2*place*tiles+tile] || v > doubles[(2*place+1)*tiles+tile] {
						t.Fatalf("tile %d: %v is outside of its box", tile, v)
					}
					squares += float64(o) * float64(o)
				}
				longest = max(longest, math.Sqrt(squares))
			}
			if got := doubles[2*n*tiles+tile]; math.Abs(got/longest-1) > 1e-15 {
				t.Errorf("tile %d: offsets up to %v, want %v", tile, got, longest)
			}
		}
		check(t, x, 1, oracle(s, threshold(t, 1)))
	})
}

// check checks pairs and counts against the oracle's, and closes the index.
func check(t *testing.T, x *index, eps float64, want []pointjoin.Pair) points.Stats {
	t.Helper()
	w := pointjoin.Work{Threshold: threshold(t, eps), Last: x.points.Len()}
	var out pointjoin.Found
	stats, err := x.Pairs(t.Context(), w, &out)
	if err != nil {
		t.Fatal(err)
	}
	var got []pointjoin.Pair
	for _, l := range out.Lists {
		got = append(got, l.Pairs...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("eps %v: %d pairs, want %d", eps, len(got), len(want))
	}
	counts, degrees := make([]uint32, w.Last), make([]uint32, w.Last)
	for _, p := range want {
		a, b := pointjoin.Rows(p)
		degrees[a]++
		degrees[b]++
	}
	if _, err := x.Counts(t.Context(), w, counts); err != nil || !slices.Equal(counts, degrees) {
		t.Errorf("eps %v: counts are not those of the pairs: %v", eps, err)
	}
	if err := errors.Join(x.Close(), x.table.Close()); err != nil {
		t.Error(err)
	}
	return stats
}

// TestLimits: pairs at eps, an ulp below it and some 10^-8 of it from it are decided right, for points that are as far from
// the centre as eps and up to 10^9 times as far, where products, differences or float64 alone compare them.
func TestLimits(t *testing.T) {
	tier.Full(t)
	each(t, func(t *testing.T, d *device.Device) {
		r := rand.New(rand.NewPCG(5, 5))
		floats := map[bool]int{}
		for _, size := range []float64{1, 50, 3e4, 1e9} {
			s := store(t, 200, 4, func(row, _ int) float64 { return size * float64(row/100*2-1) })
			for row := range 200 {
				for j := range 4 {
					s.Column(j)[row] += r.NormFloat64()
				}
			}
			for first := range 4 {
				distance := pointjoin.Distance(s.Append(nil, first), s.Append(nil, 50+first))
				for _, eps := range []float64{distance, math.Nextafter(distance, 0), distance * (1 + 1e-8), distance * (1 - 1e-8)} {
					stats := check(t, open(t, d, s, eps), eps, oracle(s, threshold(t, eps)))
					floats[2*stats.Float64 > stats.Candidates]++
				}
			}
		}
		if floats[true] == 0 || floats[false] == 0 {
			t.Errorf("most in float64, or not: %v", floats)
		}
	})
}

// TestNearEps: of many pairs that are 10^-7 of eps below it none is lost by coarse offsets, in one step of dimensions or more.
func TestNearEps(t *testing.T) {
	tier.Full(t)
	each(t, func(t *testing.T, d *device.Device) {
		const pairs, eps = 200, 0.5
		for _, n := range []int{3, 16, 40} {
			r := rand.New(rand.NewPCG(5, uint64(n)))
			s := store(t, 2*pairs, n, func(int, int) float64 { return r.NormFloat64() })
			for row := range pairs {
				v, squares := make([]float64, n), 0.0
				for j := range v {
					v[j] = r.NormFloat64()
					squares += v[j] * v[j]
				}
				for j := range v {
					s.Column(j)[pairs+row] = s.Column(j)[row] + v[j]*eps*(1-1e-7)/math.Sqrt(squares)
				}
			}
			want := oracle(s, threshold(t, eps))
			if len(want) < pairs {
				t.Fatalf("%d pairs in %d dimensions", len(want), n)
			}
			check(t, open(t, d, s, eps), eps, want)
		}
	})
}

// TestParts: launches in parts find the same pairs, with marks and without, and tiles whose boxes are apart are not
// compared.
func TestParts(t *testing.T) {
	tier.Full(t)
	each(t, func(t *testing.T, d *device.Device) {
		r := rand.New(rand.NewPCG(5, 6))
		s := store(t, 4*tileRows+5, 5, func(row, j int) float64 { return float64(row%4*(1-min(j, 1))*10) + r.Float64() })
		want := oracle(s, threshold(t, 0.3))
		for _, most := range []int{1, 1 << 30} {
			x := open(t, d, s, 0.3)
			x.most, x.mostMarks = most, most
			j := tileJoin{index: x, asked: x.all, entries: x.all}
			if parts := j.Parts(); (most == 1) != (parts == x.all.tiles) {
				t.Errorf("%d parts of %d tiles", parts, x.all.tiles)
			}
			if stats := check(t, x, 0.3, want); stats.Candidates > uint64(2*4*tileRows*tileRows) || len(want) == 0 {
				t.Errorf("%d pairs compared, %d found", stats.Candidates, len(want))
			}
		}
	})
}

// TestAllNear: all pairs of two tiles are found where they outgrow the queue.
func TestAllNear(t *testing.T) {
	tier.Full(t)
	each(t, func(t *testing.T, d *device.Device) {
		s := store(t, 300, 3, func(row, j int) float64 { return float64(row*j) / 1000 })
		want := oracle(s, threshold(t, 5))
		if len(want) != 300*299/2 {
			t.Fatalf("%d pairs", len(want))
		}
		check(t, open(t, d, s, 5), 5, want)
	})
}

// TestDepth: the first dimensions suffice where few pairs are near, and all are compared where most are.
func TestDepth(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 5))
	s := store(t, 3000, 32, func(_, _ int) float64 { return r.ExpFloat64() / 40 })
	depthOf := func(s *points.Store, eps float64) int {
		f := tiling.NewFrame(s, 1)
		return depth(s, &f, threshold(t, eps))
	}
	few, some, all := depthOf(s, 0.001), depthOf(s, 0.05), depthOf(s, 10)
	if !(few < some && some < 32) || all != 4 { // where all pairs remain, no number of dimensions helps
		t.Errorf("depths %d, %d and %d", few, some, all)
	}
	for _, n := range []int{1, 2, 5} {
		if k := depthOf(store(t, 1, n, func(_, _ int) float64 { return 1 }), 1); k < 1 || k > n {
			t.Errorf("%d of %d dimensions", k, n)
		}
	}
}
