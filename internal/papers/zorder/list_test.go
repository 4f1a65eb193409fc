package zorder

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

// TestLists: every list has all rows, in the order of codes and then of rows; First and After find the index that a
// search through codes one by one finds.
func TestLists(t *testing.T) {
	for name, value := range palettes() {
		r := rand.New(rand.NewPCG(43, uint64(len(name))))
		for _, n := range []int{1, 2, 3, 7, 40} {
			rows := sample(r, value, 60, n)
			l := lists(t, rows, RandomShifts(n, 1)[:3])
			for i := range l.Len() {
				checkList(t, l.List(i))
				for range 20 {
					checkSearch(t, l, l.List(i), sample(r, value, 1, n)[0])
					checkSearch(t, l, l.List(i), rows[r.IntN(len(rows))])
				}
			}
		}
	}
}

// lists returns the lists of points.
func lists(t testing.TB, rows [][]float64, shifts Shifts) *Lists {
	t.Helper()
	s := set(t, rows)
	l, err := NewLists(context.Background(), NewFrame(s), s, shifts, 2)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func checkList(t *testing.T, l *List) {
	t.Helper()
	for i, row := range l.Rows()[1:] {
		before := l.Rows()[i]
		if c := code(l.place(before), l.shift).Cmp(code(l.place(row), l.shift)); c > 0 || c == 0 && before >= row {
			t.Fatalf("place %d has row %d, the next has row %d: codes %d", i, before, row, c)
		}
	}
	if sorted := slices.Sorted(slices.Values(l.Rows())); sorted[0] != 0 || sorted[len(sorted)-1] != uint32(len(sorted)-1) {
		t.Fatalf("rows %d", sorted)
	}
}

func checkSearch(t *testing.T, l *Lists, list *List, p []float64) {
	t.Helper()
	place := make([]uint32, len(p))
	l.Frame().Place(place, p)
	for least, got := range []int{list.First(place), list.After(place, 0)} {
		want := sort.Search(len(list.rows), func(i int) bool {
			return code(list.place(list.rows[i]), list.shift).Cmp(code(place, list.shift)) >= least
		})
		if got != want {
			t.Fatalf("%v is found at %d of %d, not at %d (%d)", p, got, len(list.rows), want, least)
		}
		for from := 0; least == 1 && from <= want; from++ {
			if got := list.After(place, from); got != want {
				t.Fatalf("%v is found at %d, not at %d, from %d", p, got, want, from)
			}
		}
	}
}

// TestShortest: with any lists an interval has every point within eps, and no list has a shorter one.
func TestShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 44))
	for _, n := range []int{1, 2, 3, 5, 20} {
		rows := sample(r, func(r *rand.Rand) float64 { return float64(r.IntN(50)) / 10 }, 80, n)
		for _, shifts := range []Shifts{StandardShifts(n), LogShifts(n), EvenShifts(1), EvenShifts(4), RandomShifts(n, 9)} {
			l := lists(t, rows, shifts)
			low, high := make([]uint32, n), make([]uint32, n)
			for _, eps := range []float64{0, 0.1, 0.3, 2} {
				for _, p := range rows {
					l.Frame().Corners(low, high, p, eps)
					checkShortest(t, l, rows, p, eps, l.Shortest(low, high))
					for i := range l.Len() {
						if list := l.List(i); max(1, list.After(high, 0)-list.First(low)) < l.Shortest(low, high).Len() {
							t.Fatalf("list %d has a shorter interval", i)
						}
					}
				}
			}
		}
	}
}

func checkShortest(t *testing.T, l *Lists, rows [][]float64, p []float64, eps float64, found Interval) {
	t.Helper()
	for row, q := range rows {
		if !beyond(p, q, eps) && !slices.Contains(l.Rows(found), uint32(row)) {
			t.Fatalf("%v is not in the interval of %v and eps %v", q, p, eps)
		}
	}
}

// TestListsAreEnough checks the paper's property of all lists: where eps is less than 1/(2d+2) of the range of places,
// on one of them both corners are in a quadtree block of side r, with r/(4d+4) <= eps < r/(2d+2), d even.
func TestListsAreEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 4))
	for _, n := range []int{1, 2, 3, 4, 6, 9} {
		even := n + n%2
		for range 500 {
			eps := uint32(math.Exp(r.Float64() * math.Log((1<<placeBits)/float64(2*even+2)-1)))
			side := 0 // bits of the side of the block
			for uint64(2*even+2)*uint64(eps+1) >= 1<<side {
				side++
			}
			if side > placeBits {
				continue
			}
			low, high := make([]uint32, n), make([]uint32, n)
			for j := range low {
				v := r.Uint32N(mostPlace-2*eps) + eps
				low[j], high[j] = v-eps, v+eps
			}
			if !oneBlock(low, high, StandardShifts(n), side) {
				t.Fatalf("%d dimensions: no list has %x to %x in a block of 2^%d", n, low, high, side)
			}
		}
	}
}

// oneBlock reports whether for one of shifts both corners agree in all bits above side, in all dimensions.
func oneBlock(low, high []uint32, shifts Shifts, side int) bool {
	return slices.ContainsFunc(shifts, func(shift uint32) bool {
		bit, _ := difference(low, high, shift)
		return bit >= (planeCount-side)*len(low)
	})
}

// TestListsEnd: sorting ends where the context has ended.
func TestListsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := set(t, [][]float64{{1}, {2}})
	if _, err := NewLists(ctx, NewFrame(s), s, EvenShifts(2), 1); err != context.Canceled {
		t.Error(err)
	}
}

// TestSize: Size is the memory of the places, rows and keys of all lists, and of two goroutines' sorting.
func TestSize(t *testing.T) {
	if got, want := Size(1000, 3, 5, 2), uint64(1000*(3*4+5*(4+8)+2*(8+8+8))); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	if got := Size(1000, 3, 1, 2); got != 1000*(3*4+4+8+8+8+8) {
		t.Errorf("one list: %d bytes", got)
	}
}

// BenchmarkLists sorts, and searches a point at a time: uniform points as in the paper.
func BenchmarkLists(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	const count, n, eps = 1 << 16, 16, 0.1
	rows := sample(r, func(r *rand.Rand) float64 { return r.Float64() }, count, n)
	b.Run("sort", func(b *testing.B) {
		for b.Loop() {
			lists(b, rows, EvenShifts(1))
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/count, "ns/point")
	})
	l := lists(b, rows, EvenShifts(1))
	b.Run("search", func(b *testing.B) {
		low, high := make([]uint32, n), make([]uint32, n)
		for i := 0; b.Loop(); i++ {
			l.Frame().Corners(low, high, rows[i%count], eps)
			l.Shortest(low, high)
		}
	})
}
