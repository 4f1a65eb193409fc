package tile

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/testing/pointjointest"
	"flyby/points"
)

// store returns points of n dimensions whose coordinates value draws.
func store(t testing.TB, rows, n int, value func(row, dimension int) float64) *points.Store {
	t.Helper()
	return pointjointest.Drawn(t, rows, n, value)
}

// threshold returns pointjoin.NewThreshold of a valid eps.
func threshold(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// find does all tasks of a work on one thread, and fills counts unless it is nil.
func find(t testing.TB, x *index, w pointjoin.Work, counts []uint32) ([]pointjoin.Pair, points.Stats) {
	t.Helper()
	tasks, err := x.Begin(t.Context(), w, 2)
	if err != nil {
		t.Fatal(err)
	}
	f := finder.NewFinder(t.Context(), w, nil)
	if counts != nil {
		f = finder.NewCounter(t.Context(), w, counts)
	}
	for i := range tasks.Len() {
		f.Begin(i)
		tasks.Do(i, f)
	}
	segments, _ := f.End()
	var all []pointjoin.Pair
	for _, s := range segments {
		all = append(all, s.Pairs...)
	}
	slices.Sort(all)
	return all, f.Stats
}

// oracle compares all with all; in one set it finds each pair once.
func oracle(within pointjoin.Threshold, queries, entries *points.Store, self bool) (all []pointjoin.Pair) {
	var p, q []float64
	for i := range queries.Len() {
		first := 0
		if self {
			first = i + 1
		}
		p = queries.Append(p[:0], i)
		for k := first; k < entries.Len(); k++ {
			if q = entries.Append(q[:0], k); within.Within(p, q) {
				all = append(all, pointjoin.PairOf(uint32(i), uint32(k)))
			}
		}
	}
	return all
}

// judge checks the pairs and counts of every kernel against the oracle's, for a store with itself and with another.
func judge(t *testing.T, name string, s, other *points.Store, eps float64) (total points.Stats) {
	t.Helper()
	within := threshold(t, eps)
	self, joined := oracle(within, s, s, true), oracle(within, other, s, false)
	for _, k := range kernels() {
		x := build(s, 2, k)
		for _, c := range []struct {
			work pointjoin.Work
			want []pointjoin.Pair
		}{
			{pointjoin.Work{Threshold: within, Last: s.Len()}, self},
			{pointjoin.Work{Threshold: within, Queries: other, Last: other.Len()}, joined},
		} {
			got, stats := find(t, x, c.work, nil)
			if !slices.Equal(got, c.want) {
				t.Fatalf("%s, %s, self-join %t, eps %v: %d pairs, want %d", name, k.name, c.work.Self(), eps, len(got), len(c.want))
			}
			counts := make([]uint32, c.work.Last)
			find(t, x, c.work, counts)
			if want := degrees(c.work.Last, c.want, c.work.Self()); !slices.Equal(counts, want) {
				t.Fatalf("%s, %s, self-join %t, eps %v: counts %v, want %v", name, k.name, c.work.Self(), eps, counts, want)
			}
			total.Add(stats)
		}
	}
	return total
}

// degrees counts the pairs of each row.
func degrees(rows int, pairs []pointjoin.Pair, self bool) []uint32 {
	counts := make([]uint32, rows)
	for _, p := range pairs {
		a, b := pointjoin.Rows(p)
		counts[a]++
		if self {
			counts[b]++
		}
	}
	return counts
}

// ulps returns a number some ulps from v.
func ulps(v float64, n int) float64 {
	for ; n > 0; n-- {
		v = math.Nextafter(v, math.Inf(1))
	}
	for ; n < 0; n++ {
		v = math.Nextafter(v, math.Inf(-1))
	}
	return v
}

// scenes returns coordinates that are hard for arithmetic, each with an eps at which pairs are borderline.
func scenes(r *rand.Rand) []scene {
	return []scene{
		{"uniform", 0.7, func(_, _ int) float64 { return r.Float64() }},
		{"lattice", 1, func(_, _ int) float64 { return float64(r.IntN(3)) }},
		{"diagonal", math.Sqrt2 * 0.1, func(_, _ int) float64 { return float64(r.IntN(3)) / 10 }},
		{"tenths", 0.3, func(_, _ int) float64 { return float64(r.IntN(4)) / 10 }},
		{"multiples", 0.3, func(_, _ int) float64 { return ulps(1e7+float64(r.IntN(3))*0.3, r.IntN(3)-1) }},
		{"an ulp", 0x1p-52, func(_, _ int) float64 { return ulps(1, r.IntN(3)) }},
		{"equal", 0, func(_, _ int) float64 { return 7.5 }},
		{"equal, within 1", 1, func(_, _ int) float64 { return 7.5 }},
		{"duplicates", 0, func(row, j int) float64 { return float64((row%5 + j) % 3) }},
		{"zeros", 0, func(_, _ int) float64 { return math.Copysign(0, float64(r.IntN(2))-0.5) }},
		{"large", 1e300, func(_, _ int) float64 { return 1e300 * float64(r.IntN(4)) }},
		{"subnormal", 3 * math.SmallestNonzeroFloat64, func(_, _ int) float64 { return math.SmallestNonzeroFloat64 * float64(r.IntN(4)) }},
		{"an outlier", 0.4, func(row, _ int) float64 {
			if row == 3 {
				return 1e300
			}
			return r.Float64()
		}},
		{"clusters far out", 0.4, func(row, _ int) float64 { return float64(row%3)*1e9 + r.Float64() }},
		{"at the filter's end", 0x1p-15, func(_, _ int) float64 { return float64(r.IntN(2))*3 + float64(r.IntN(3))*0x1p-15 }},
		{"mixed exponents", 1, func(_, _ int) float64 { return math.Ldexp(float64(r.IntN(3)), r.IntN(600)-500) }},
	}
}

type scene struct {
	name  string
	eps   float64
	value func(row, dimension int) float64
}

// heavy reports whether pairs of a scene are decided by long integers, which is slow.
func heavy(c scene) bool {
	return c.name == "large" || c.name == "subnormal" || c.name == "mixed exponents"
}

// TestAgainstOracle: joins agree with the oracle for every scene, at its eps and one ulp from it, in few and many
// dimensions, from no point to several tiles.
func TestAgainstOracle(t *testing.T) { againstOracle(t, []int{0, 2, 270}, []int{2, 17}) }

func againstOracle(t *testing.T, sizes, shapes []int) {
	t.Helper()
	r := rand.New(rand.NewPCG(16, 5))
	var total points.Stats
	for _, c := range scenes(r) {
		for i, n := range shapes {
			for k, rows := range sizes {
				if rows > 20 && (heavy(c) && n != 2 || rows > 500 && n != 17) {
					continue
				}
				s, other := store(t, rows, n, c.value), store(t, sizes[(i+k)%len(sizes)]/2, n, c.value)
				eps := max(ulps(c.eps, (i+k)%3-1), 0)
				total.Add(judge(t, fmt.Sprintf("%s, %d points of %d dimensions", c.name, rows, n), s, other, eps))
			}
		}
	}
	if total.Exact == 0 || total.Float64 <= total.Exact || total.Candidates <= total.Float64 || total.Pairs == 0 {
		t.Errorf("%+v: not every step was tried", total)
	}
}

// TestManyDimensions: joins agree with the oracle in 1,024 dimensions and in the most that points may have.
func TestManyDimensions(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for _, n := range []int{1024, points.MaxDimensions} {
		s := store(t, 40, n, func(_, _ int) float64 { return float64(r.IntN(2)) })
		judge(t, fmt.Sprint(n, " dimensions"), s, s, math.Sqrt(float64(n)/2))
	}
}

// TestShares: where the extent of the data is not far above eps float32 decides nearly all pairs, and at eps 0 none.
func TestShares(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	s := store(t, 600, 24, func(_, _ int) float64 { return r.ExpFloat64() / 40 })
	other := store(t, 50, 24, func(_, _ int) float64 { return r.ExpFloat64() / 40 })
	if total := judge(t, "exponential", s, other, 0.1); total.Float64*1000 > total.Candidates || total.Pairs*1000 < total.Candidates {
		t.Errorf("%+v", total)
	}
	if total := judge(t, "exponential", s, other, 0); total.Float64 != total.Candidates {
		t.Errorf("at eps 0: %+v", total)
	}
}

// TestFarTilesAreLeftOut: tiles whose boxes are beyond eps are not compared.
func TestFarTilesAreLeftOut(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	s := store(t, 16*tileRows, 3, func(_, _ int) float64 { return r.Float64() })
	_, stats := find(t, build(s, 1, bestKernel()), pointjoin.Work{Threshold: threshold(t, 1e-3), Last: s.Len()}, nil)
	if all := uint64(s.Len()) * uint64(s.Len()) / 2; stats.Candidates > all/4 {
		t.Errorf("%d of %d pairs compared", stats.Candidates, all)
	}
}

// TestRanges: works of ranges of rows together find each pair of the whole join once, with rows and queries of several
// tiles.
func TestRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	s := store(t, 700, 10, func(_, _ int) float64 { return r.Float64() })
	within, x := threshold(t, 0.6), build(s, 1, bestKernel())
	for _, queries := range []*points.Store{nil, s} {
		var got []pointjoin.Pair
		for _, ends := range [][2]int{{0, 300}, {300, 300}, {300, 650}, {650, 700}} {
			pairs, _ := find(t, x, pointjoin.Work{Threshold: within, Queries: queries, First: ends[0], Last: ends[1]}, nil)
			got = append(got, pairs...)
		}
		if want := oracle(within, s, s, queries == nil); !slices.Equal(got, want) || len(want) < 700 {
			t.Errorf("self-join %t: %d pairs, want %d", queries == nil, len(got), len(want))
		}
	}
}
