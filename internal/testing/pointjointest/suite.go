package pointjointest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// Tries are values to try for settings that have no list of choices, by the settings' names.
type Tries map[string][]string

// Run calls RunDefaults and RunSettings.
func Run(t *testing.T, open func(testing.TB) pointjoin.Driver, tries Tries, dimensions ...int) {
	RunDefaults(t, open, dimensions...)
	RunSettings(t, open, tries, dimensions...)
}

// RunDefaults checks every method of a driver, with its default settings, against the oracle, on the scenes of some numbers
// of dimensions, or on all where none are given. open opens a driver, which RunDefaults closes.
func RunDefaults(t *testing.T, open func(testing.TB) pointjoin.Driver, dimensions ...int) {
	d := openDriver(t, open)
	if v := d.Device(); v.Selector == "" || v.Name == "" || v.Units <= 0 || v != d.Device() {
		t.Errorf("device %+v", v)
	}
	for _, m := range d.Methods() {
		checkAgainstOracle(t, d, m, nil, dimensions)
		t.Run(m.Name+" laws", func(t *testing.T) { laws(t, d, m) })
		t.Run(m.Name+" empty", func(t *testing.T) { empty(t, d, m) })
		t.Run(m.Name+" stops", func(t *testing.T) { stops(t, d, m) })
	}
}

// RunSettings checks every other setting of each method, one by one, against the oracle, as RunDefaults does for the
// defaults.
func RunSettings(t *testing.T, open func(testing.TB) pointjoin.Driver, tries Tries, dimensions ...int) {
	d := openDriver(t, open)
	for _, m := range d.Methods() {
		for _, settings := range variants(m, tries) {
			checkAgainstOracle(t, d, m, settings, dimensions)
		}
	}
}

// openDriver returns a driver that is closed when the test ends.
func openDriver(t *testing.T, open func(testing.TB) pointjoin.Driver) pointjoin.Driver {
	d := open(t)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return d
}

// checkAgainstOracle checks a method with some settings against the oracle.
func checkAgainstOracle(t *testing.T, d pointjoin.Driver, m pointjoin.Method, settings pointjoin.Settings, dimensions []int) {
	t.Run(fmt.Sprint(m.Name, settings), func(t *testing.T) {
		for _, c := range withDimensions(dimensions, oracleScenes()) {
			c.check(t, d, m, settings)
		}
	})
}

// variants returns the settings of a method to try besides its defaults: each other value alone.
func variants(m pointjoin.Method, tries Tries) (all []pointjoin.Settings) {
	for _, s := range m.Settings {
		values := tries[s.Name]
		if len(s.Choices) > 0 {
			values = s.Choices[1:]
		}
		for _, v := range values {
			all = append(all, pointjoin.Settings{s.Name: v})
		}
	}
	return all
}

func (s *Scene) dimensions() int {
	if len(s.Rows) == 0 {
		return 2
	}
	return len(s.Rows[0])
}

// check joins a scene at each threshold, whole and in ranges, with itself and with queries.
func (s *scene) check(t *testing.T, d pointjoin.Driver, m pointjoin.Method, settings pointjoin.Settings) {
	t.Helper()
	store, queries := Store(t, s.Rows, s.dimensions()), Store(t, s.Queries, s.dimensions())
	r := rand.New(rand.NewPCG(uint64(len(s.Rows)), 7))
	var resident pointjoin.Resident
	for i, eps := range s.Eps {
		within := threshold(t, eps)
		if resident == nil || !m.AnyEps {
			resident = load(t, d, pointjoin.Set{Points: store, Method: m.Name, Settings: settings, Threshold: within})
		}
		for _, w := range []struct {
			pointjoin.Work
			want []pointjoin.Pair
		}{
			{pointjoin.Work{Threshold: within, Last: store.Len()}, s.self()[i]},
			{pointjoin.Work{Threshold: within, Queries: queries, Last: queries.Len()}, s.join()[i]},
		} {
			how := fmt.Sprintf("%s, eps %v, self-join %t", s.Name, eps, w.Self())
			checkPairs(t, how, foundPairs(t, resident, w.Work), w.want)
			checkPairs(t, how+", in ranges", foundPairs(t, resident, ranges(r, w.Work)...), w.want)
			checkCounts(t, how, resident, w.Work, w.want)
			if tables, ok := resident.(pointjoin.Tabler); ok && w.Self() {
				checkTable(t, how, tables, w.Work, store.Len(), w.want)
			}
		}
		if near, ok := resident.(pointjoin.Nearer); ok != m.Nearest {
			t.Fatalf("the method finds nearest points: %t, its resident: %t", m.Nearest, ok)
		} else if ok && i == 0 {
			s.checkNearest(t, near, store, queries)
		}
	}
}

// load makes a set resident until the test ends.
func load(t testing.TB, d pointjoin.Driver, s pointjoin.Set) pointjoin.Resident {
	t.Helper()
	r, err := d.Load(t.Context(), s)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return r
}

func threshold(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// ranges divides a work at up to three places.
func ranges(r *rand.Rand, w pointjoin.Work) []pointjoin.Work {
	ends := []int{w.First, w.Last}
	for range 3 {
		ends = append(ends, w.First+r.IntN(w.Last-w.First+1))
	}
	slices.Sort(ends)
	var all []pointjoin.Work
	for i, last := range ends[1:] {
		w.First, w.Last = ends[i], last
		all = append(all, w)
	}
	return all
}

// foundPairs returns the pairs of works in order, and checks that each work keeps to its rows and to what it says about its lists,
// and that pairs that are handed over are the same.
func foundPairs(t *testing.T, r pointjoin.Resident, works ...pointjoin.Work) []pointjoin.Pair {
	t.Helper()
	var out pointjoin.Found
	for _, w := range works {
		lists, before := len(out.Lists), out.Len()
		stats, err := r.Pairs(t.Context(), w, &out)
		if err != nil {
			t.Fatal(err)
		}
		if n := out.Len() - before; stats.Pairs != uint64(n) || stats.Candidates < stats.Float64 || stats.Float64 < stats.Exact {
			t.Fatalf("%d pairs, counted %+v", n, stats)
		}
		checkLists(t, w, out.Lists[lists:])
		want := sortedPairs(out.Lists[lists:])
		checkTaken(t, r, w, want, nil)
		checkTaken(t, r, w, want, memory.NewBudget(uint64(2*len(want))))
	}
	return sortedPairs(out.Lists)
}

// sortedPairs returns the pairs of lists in order.
func sortedPairs(lists []pointjoin.List) []pointjoin.Pair {
	all := []pointjoin.Pair{}
	for _, l := range lists {
		all = append(all, l.Pairs...)
	}
	slices.Sort(all)
	return all
}

// checkTaken: pairs that are handed over as they are found are all pairs, in order, or none, also where memory is too little.
func checkTaken(t *testing.T, r pointjoin.Resident, w pointjoin.Work, want []pointjoin.Pair, room *memory.Budget) {
	t.Helper()
	got := []pointjoin.Pair{}
	out := pointjoin.Found{Budget: room, Take: func(p points.Pairs) error {
		for i, a := range p.First {
			got = append(got, pointjoin.PairOf(a, p.Second[i]))
		}
		clear(p.First) // drivers may reuse the memory, but must not rely on its contents
		return nil
	}}
	stats, err := r.Pairs(t.Context(), w, &out)
	if overflow := (*pointjoin.OverflowError)(nil); room != nil && len(got) == 0 && errors.As(err, &overflow) {
		return
	}
	if err != nil || stats.Pairs != uint64(len(want)) {
		t.Fatalf("%d pairs, want %d: %v", stats.Pairs, len(want), err)
	}
	if len(out.Lists) > 0 {
		if len(got) > 0 {
			t.Fatalf("%d lists beside %d pairs that were handed over", len(out.Lists), len(got))
		}
		got = sortedPairs(out.Lists)
	}
	checkPairs(t, "handed over", got, want)
}

// checkLists checks lists against their work.
func checkLists(t *testing.T, w pointjoin.Work, lists []pointjoin.List) {
	t.Helper()
	last, begun := pointjoin.Pair(0), false
	for _, l := range lists {
		for _, p := range l.Pairs {
			if a, b := pointjoin.Rows(p); int(a) < w.First || int(a) >= w.Last || w.Self() && a >= b {
				t.Fatalf("a pair %d, %d of rows %d to %d", a, b, w.First, w.Last)
			}
			if l.Ordered && begun && p <= last {
				t.Fatalf("pair %x after %x in ordered lists", p, last)
			}
			last, begun = p, true
		}
	}
}

func checkPairs(t *testing.T, how string, got, want []pointjoin.Pair) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s: %d pairs, want %d: number %d is %x, want %x", how, len(got), len(want), i, pairAt(got, i), pairAt(want, i))
		}
	}
}

// pairAt returns pair i as rows, or "none".
func pairAt(pairs []pointjoin.Pair, i int) any {
	if i >= len(pairs) {
		return "none"
	}
	return pairs[i]
}

// checkCounts checks the number of neighbours of each row against the pairs, counted whole and in two ranges.
func checkCounts(t *testing.T, how string, r pointjoin.Resident, w pointjoin.Work, want []pointjoin.Pair) {
	t.Helper()
	works := []pointjoin.Work{w}
	if a, b, ok := w.Halves(); ok {
		works = append(works, a, b)
	}
	counts := make([]uint32, w.Last)
	for i, w := range works {
		if i == 1 {
			clear(counts)
		}
		if _, err := r.Counts(t.Context(), w, counts); err != nil {
			t.Fatal(err)
		}
		if all := degrees(want, w.Self(), len(counts)); i != 1 && !slices.Equal(counts, all) {
			t.Fatalf("%s: counts %v, want %v", how, counts, all)
		}
	}
}

// stops: a work that is cancelled, or outgrows its memory, returns the cause and adds nothing.
func stops(t *testing.T, d pointjoin.Driver, m pointjoin.Method) {
	rows := make([][]float64, 300)
	for i := range rows {
		rows[i] = []float64{float64(i % 2), 0}
	}
	within := threshold(t, 1)
	store := Store(t, rows, 2)
	r := load(t, d, pointjoin.Set{Points: store, Method: m.Name, Threshold: within})
	for _, queries := range []*points.Store{nil, store} {
		w := pointjoin.Work{Threshold: within, Queries: queries, Last: len(rows)}
		out := pointjoin.Found{Budget: memory.NewBudget(1 << 13)}
		var overflow *pointjoin.OverflowError
		if _, err := r.Pairs(t.Context(), w, &out); !errors.As(err, &overflow) || overflow.Room != 1<<13 || len(out.Lists) > 0 {
			t.Errorf("%v, %d lists, want an overflow", err, len(out.Lists))
		}
		enough := errors.New("enough")
		taken := 0
		out = pointjoin.Found{Take: func(points.Pairs) error { taken++; return enough }}
		if _, err := r.Pairs(t.Context(), w, &out); taken > 1 || (taken == 1) != errors.Is(err, enough) {
			t.Errorf("handed over %d times after it was enough: %v", taken-1, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.Pairs(ctx, w, &pointjoin.Found{}); !errors.Is(err, context.Canceled) {
			t.Errorf("pairs, cancelled: %v", err)
		}
		if _, err := r.Counts(ctx, w, make([]uint32, len(rows))); !errors.Is(err, context.Canceled) {
			t.Errorf("counts, cancelled: %v", err)
		}
		done, ends := 0.0, false
		w.Progress = func(n, total float64) { ends, done = n == total || ends && n == done, n }
		if _, err := r.Pairs(t.Context(), w, &pointjoin.Found{}); err != nil || !ends {
			t.Errorf("%v, the end was told: %t", err, ends)
		}
	}
	if _, err := d.Load(t.Context(), pointjoin.Set{Points: store, Method: m.Name, Settings: pointjoin.Settings{"colour": "red"}, Threshold: within}); err == nil {
		t.Error("a setting that is none was taken")
	}
}
