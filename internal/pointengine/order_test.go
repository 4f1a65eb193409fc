package pointengine

import (
	"cmp"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// TestOrdered: pairs in lists of any kind come out sorted: evenly spread, all of one row, of few rows, one list after another
// or mixed.
func TestOrdered(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() (uint32, uint32){
		"even":        func() (uint32, uint32) { return 100 + r.Uint32N(5000), r.Uint32() },
		"one row":     func() (uint32, uint32) { return 100, r.Uint32N(1 << 20) },
		"few rows":    func() (uint32, uint32) { return 100 + 2499*r.Uint32N(3), r.Uint32N(50) },
		"one is much": func() (uint32, uint32) { return 100 + r.Uint32N(5000)/(1+r.Uint32N(5000)), r.Uint32N(1 << 22) },
	} {
		for _, size := range []int{0, 1, 700, 60_000} {
			for _, threads := range []int{1, 3} {
				var lists []pointjoin.List
				var want []pointjoin.Pair
				for left := size; left > 0; {
					n := min(left, 1+r.IntN(900))
					l := pointjoin.List{}
					for range n {
						l.Pairs = append(l.Pairs, pointjoin.PairOf(draw()))
					}
					lists, want, left = append(lists, l), append(want, l.Pairs...), left-n
				}
				slices.Sort(want)
				if got := ordered(t.Context(), lists, 100, 5100, threads); !slices.Equal(got, want) {
					t.Fatalf("%s: %d pairs on %d threads are not in order", name, size, threads)
				}
			}
		}
	}
}

// TestShuffled: pairs that are added in any order leave in order, from memory, from one file and from many runs.
func TestShuffled(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const rows = 1<<32 - 2
	for _, c := range []struct {
		size    int
		room    uint64
		spilled bool
	}{{0, 1, false}, {500, 1 << 20, false}, {500, 3000, true}, {60_000, 1 << 15, true}} {
		all := &pairSorter{config: &Config{Threads: 2, Tmp: t.TempDir(), Logger: slog.New(slog.DiscardHandler)}, rows: rows, room: c.room}
		var want, got []pointjoin.Pair
		for len(want) < c.size {
			var l pointjoin.List
			for range 1 + r.IntN(200) {
				l.Pairs = append(l.Pairs, pointjoin.PairOf(r.Uint32N(rows)>>r.IntN(32), r.Uint32N(rows)))
			}
			want = append(want, l.Pairs...)
			if err := all.add(t.Context(), []pointjoin.List{l}); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(want)
		err := all.end(t.Context(), func(chunk points.Pairs) error {
			for i, first := range chunk.First {
				got = append(got, pointjoin.PairOf(first, chunk.Second[i]))
			}
			return nil
		})
		if err := errors.Join(err, all.close()); err != nil || !slices.Equal(got, want) || (all.runs != nil) != c.spilled {
			t.Errorf("%+v: %d pairs, want %d, to a file %t: %v", c, len(got), len(want), all.runs != nil, err)
		}
	}
}

// TestLineUp: every row once, by step and then row, steps of about one size where values differ; between yields all rows from a
// place on with values between the bounds, both included.
func TestLineUp(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for name, draw := range map[string]func() float64{
		"even": r.Float64, "few": func() float64 { return float64(r.IntN(3)) }, "equal": func() float64 { return 7 },
		"far": func() float64 { return math.Ldexp(r.NormFloat64(), r.IntN(1900)-900) },
	} {
		for _, size := range []int{0, 1, 2, 5000, 20_000} {
			column := make([]float64, size)
			for row := range column {
				column[row] = draw()
			}
			e := edgesOf(column)
			l := lineUp(column, e, 3)
			sorted := slices.IsSortedFunc(l.rows, func(a, b uint32) int {
				return cmp.Or(cmp.Compare(e.step(column[a]), e.step(column[b])), cmp.Compare(a, b))
			})
			if !sorted || len(l.rows) != size || len(slices.Compact(slices.Sorted(slices.Values(l.rows)))) != size {
				t.Fatalf("%s: %d rows are not in order", name, size)
			}
			for s := range len(e) + 1 {
				if n := l.begins[s+1] - l.begins[s]; (name == "even" || name == "far") && n > 20 {
					t.Errorf("%s: %d of %d points in a step", name, n, size)
				}
			}
			for range 20 {
				checkBetween(t, l, r)
			}
		}
	}
}

// checkBetween tries bounds that are values, and bounds next to values, from any place.
func checkBetween(t *testing.T, l *lineup, r *rand.Rand) {
	t.Helper()
	low, high, place := math.Inf(-1), math.Inf(1), r.IntN(len(l.rows)+1)
	if n := len(l.column); n > 0 && r.IntN(4) > 0 {
		low, high = l.column[r.IntN(n)], l.column[r.IntN(n)]
		if r.IntN(2) == 0 {
			low = math.Nextafter(low, high)
		}
	}
	var want []uint32
	for _, row := range l.rows[place:] {
		if v := l.column[row]; v >= low && v <= high {
			want = append(want, row)
		}
	}
	if got := slices.Collect(l.between(place, low, high)); !slices.Equal(got, want) {
		t.Errorf("%d rows from %v to %v, want %d", len(got), low, high, len(want))
	}
}

// TestWidest: the dimension whose middle half is widest wins, whatever lies far out.
func TestWidest(t *testing.T) {
	columns := [][]float64{make([]float64, 100), make([]float64, 100), make([]float64, 100)}
	for row := range 100 {
		columns[0][row], columns[1][row], columns[2][row] = float64(row%10), float64(row), float64(row%10)
	}
	columns[2][3] = 1e9
	s, err := points.New(columns, points.RowIDs(100))
	if err != nil {
		t.Fatal(err)
	}
	if got := widest(s); got != 1 {
		t.Errorf("dimension %d", got)
	}
}

// TestIsOrdered: pairs are ordered where all lists say so.
func TestIsOrdered(t *testing.T) {
	yes, no := pointjoin.List{Ordered: true}, pointjoin.List{}
	if !isOrdered(nil) || !isOrdered([]pointjoin.List{yes, yes}) || isOrdered([]pointjoin.List{yes, no}) {
		t.Error("what is in order")
	}
}

// TestCheapest: the method that predicts the least wins; the first where none predicts.
func TestCheapest(t *testing.T) {
	costs := func(seconds float64) func(*points.Store, pointjoin.Threshold) float64 {
		return func(*points.Store, pointjoin.Threshold) float64 { return seconds }
	}
	all := []candidate{
		{Method: pointjoin.Method{Name: "paper"}, device: "cpu", part: 1}, {Method: pointjoin.Method{Name: "slow", Predict: costs(3)}, device: "cpu", part: 0.5},
		{Method: pointjoin.Method{Name: "fast", Predict: costs(0.25)}, device: "opencl:0", part: 1}, {Method: pointjoin.Method{Name: "never", Predict: costs(math.Inf(1))}, device: "cpu", part: 0.5},
	}
	for i := range all {
		all[i].seconds = math.Inf(1)
	}
	told := predict(nil, pointjoin.Threshold{}, all)
	if got, want := cheapest(all), "predicted: slow on cpu 1.5 s, fast on opencl:0 0.25 s, never on cpu +Inf s"; got.Name != "fast" || why(told, "") != want {
		t.Errorf("%s, %s; want %s", got.Name, why(told, ""), want)
	}
	if got, told := cheapest(all[:1]), predict(nil, pointjoin.Threshold{}, all[:1]); got.Name != "paper" || !strings.Contains(why(told, ""), "predict nothing") {
		t.Error(got.Name)
	}
}
