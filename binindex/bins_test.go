package binindex_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// spans makes a store of resting trajectories, each of one segment.
func spans(t testing.TB, extents [][2]float64) *trajectory.Store {
	t.Helper()
	var c columns
	for id, e := range extents {
		c.add(int64(id), e[0], [3]float64{}, 0)
		if e[1] > e[0] {
			c.add(int64(id), e[1], [3]float64{}, 0)
		}
	}
	return c.store(t)
}

// figure1 is the example of the paper's §4: segments l0 to l14 over an extent
// of 12. The text gives B1 in full, and the bins that queries meet; Figure
// 2, which shows the same bins, gives the numbers of segments, 6, 3, 3 and 3. (They add
// up to 15, where the text of Figure 1 counts 14.)
var figure1 = [][2]float64{
	{0, 2.1}, {0.4, 1.9}, {1.1, 3.8}, {1.7, 4.2}, {2.3, 5.1}, {2.8, 5.9}, // B0: starts in [0, 3)
	{3.9, 5.2}, {4.6, 5.8}, {5.5, 6.2}, // B1: [3, 6)
	{6.3, 8.7}, {6.9, 7.8}, {8.2, 9.6}, // B2: [6, 9); l10 ends before 8
	{9.3, 11.2}, {10.3, 11.6}, {11.1, 12}, // B3: [9, 12); l13 and l14 start after 10
}

func TestFigure1(t *testing.T) {
	b := binindex.NewBins(spans(t, figure1), 4)
	want := []binindex.Bin{
		{Start: 0, End: 5.9, First: 0, Last: 6},
		{Start: 3.9, End: 6.2, First: 6, Last: 9}, // the paper's last is inclusive: 8
		{Start: 6.3, End: 9.6, First: 9, Last: 12},
		{Start: 9.3, End: 12, First: 12, Last: 15},
	}
	if got := b.Bins(); !slices.Equal(got, want) {
		t.Fatalf("bins %v, want %v", got, want)
	}
	for _, c := range []struct {
		name       string
		start, end float64
		want       binindex.Range
	}{
		{"the query of §4", 8, 10, binindex.Range{First: 9, Last: 15}},
		{"batch 2 of Figure 2: 10 × (6+3+3) = 120 interactions", 5.7, 9.1, binindex.Range{First: 0, Last: 12}},
		{"batch 3: 10 × (3+3) = 60", 9.2, 10, binindex.Range{First: 9, Last: 15}},
		{"batches 2 and 3 together: 20 × (6+3+3+3) = 300", 5.7, 10, binindex.Range{First: 0, Last: 15}},
	} {
		if got := b.Candidates(c.start, c.end, nil); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: candidates of [%v, %v] are %v, want %v", c.name, c.start, c.end, got, c.want)
		}
	}
}

// stores returns data of every kind that temporal bins distinguish.
func stores(t testing.TB, r *rand.Rand) map[string]*trajectory.Store {
	all := map[string]*trajectory.Store{}
	for _, s := range kerneltest.Scenes(t) {
		all[s.Name] = s.Entries
	}
	var uniform, mixed, events, signed, neighbours [][2]float64
	for range 500 {
		at := 100 * r.Float64()
		uniform = append(uniform, [2]float64{at, at + 1 + r.Float64()})
		mixed = append(mixed, [2]float64{at, at + math.Ldexp(1+r.Float64(), r.IntN(16)-10)})
		events = append(events, [2]float64{math.Floor(at), math.Floor(at)})
		signed = append(signed, [2]float64{at - 50, at - 50 + r.Float64()})
		next := math.Float64frombits(math.Float64bits(-1.7e9) + uint64(r.IntN(3000))) // neighbouring numbers
		neighbours = append(neighbours, [2]float64{next, math.Nextafter(next, 0)})
	}
	all["signed"], all["neighbours"] = spans(t, signed), spans(t, neighbours)
	all["uniform"], all["mixed"], all["events"] = spans(t, uniform), spans(t, mixed), spans(t, events)
	return all
}

// TestCandidatesHoldEveryOverlap: for any extent and any number of bins, the
// candidate ranges hold every segment that shares an instant with the extent, and
// Count returns the number of candidates.
func TestCandidatesHoldEveryOverlap(t *testing.T) {
	r := kerneltest.Rand(t)
	for name, s := range stores(t, r) {
		for _, m := range []int{1, 2, 13, 0} {
			b := binindex.NewBins(s, m)
			for range 40 {
				start, end := anyExtent(r, s)
				checkCandidates(t, name, s, b, start, end)
			}
		}
	}
}

// anyExtent returns a temporal extent near or in a store's, often with ends at the
// store's times.
func anyExtent(r *rand.Rand, s *trajectory.Store) (start, end float64) {
	e := s.Extent()
	at := func() float64 {
		switch r.IntN(3) {
		case 0:
			return s.T()[r.IntN(s.Samples())]
		case 1:
			return math.Nextafter(s.T()[r.IntN(s.Samples())], math.Inf(r.IntN(2)*2-1))
		}
		return e.Start + (1.5*r.Float64()-0.25)*(e.End-e.Start)
	}
	start, end = at(), at()
	return min(start, end), max(start, end)
}

func checkCandidates(t *testing.T, name string, s *trajectory.Store, b *binindex.Bins, start, end float64) {
	t.Helper()
	candidate, count := map[uint32]bool{}, 0
	for _, g := range b.Candidates(start, end, nil) {
		count += g.Last - g.First
		for _, row := range b.Rows[g.First:g.Last] {
			candidate[row] = true
		}
	}
	if len(candidate) != count || b.Count(start, end) != uint64(count) {
		t.Fatalf("%s: %d candidates of [%v, %v], %d of them different, Count says %d", name, count, start, end, len(candidate), b.Count(start, end))
	}
	for row, g := range s.Rows() {
		if g.T0 <= end && g.T1 >= start && !candidate[uint32(row)] {
			t.Fatalf("%s: row %d, [%v, %v], is no candidate of [%v, %v]", name, row, g.T0, g.T1, start, end)
		}
	}
}

// TestBinsPartition: every row is in one bin once; a bin's extent is the smallest
// that holds its segments, and in a class t_start never decreases.
func TestBinsPartition(t *testing.T) {
	for name, s := range stores(t, kerneltest.Rand(t)) {
		for _, m := range []int{1, 7, 0} {
			b := binindex.NewBins(s, m)
			rows := slices.Sorted(slices.Values(b.Rows))
			i := 0
			for row := range s.Rows() {
				if i >= len(rows) || rows[i] != uint32(row) {
					t.Fatalf("%s: row %d is missing or twice in the index", name, row)
				}
				i++
			}
			next := 0
			for k, bin := range b.Bins() {
				if bin.First != next || bin.Last <= bin.First {
					t.Fatalf("%s: bin %d is %v, want it to begin at %d", name, k, bin, next)
				}
				next = bin.Last
				checkBin(t, name, s, b, bin)
			}
			if next != len(rows) || len(rows) != s.Segments() {
				t.Fatalf("%s: bins end at %d of %d rows, %d segments", name, next, len(rows), s.Segments())
			}
		}
	}
}

func checkBin(t *testing.T, name string, s *trajectory.Store, b *binindex.Bins, bin binindex.Bin) {
	t.Helper()
	start, end := math.Inf(1), math.Inf(-1)
	for i, row := range b.Rows[bin.First:bin.Last] {
		g := s.Segment(int(row))
		if i > 0 {
			prev := b.Rows[bin.First+i-1]
			if p := s.Segment(int(prev)); p.T0 > g.T0 || p.T0 == g.T0 && prev >= row {
				t.Fatalf("%s: bin %v: rows %d and %d are out of order", name, bin, prev, row)
			}
		}
		start, end = min(start, g.T0), max(end, g.T1)
	}
	if start != bin.Start || end != bin.End {
		t.Fatalf("%s: bin %v holds segments of [%v, %v]", name, bin, start, end)
	}
}

// TestSimilarDurationsMakeOneClass: where no segment is longer than 8 times the
// median, the index is the paper's: all rows by t_start, one candidate range.
func TestSimilarDurationsMakeOneClass(t *testing.T) {
	r := kerneltest.Rand(t)
	var extents [][2]float64
	for range 1000 {
		at := 1000 * r.Float64()
		extents = append(extents, [2]float64{at, at + 1 + 5*r.Float64()})
	}
	s := spans(t, extents)
	b := binindex.NewBins(s, 0)
	for i := 1; i < len(b.Rows); i++ {
		if s.T()[b.Rows[i-1]] > s.T()[b.Rows[i]] {
			t.Fatalf("places %d and %d are out of order", i-1, i)
		}
	}
	for range 100 {
		start, end := anyExtent(r, s)
		if n := len(b.Candidates(start, end, nil)); n > 1 {
			t.Fatalf("%d candidate ranges of [%v, %v]", n, start, end)
		}
	}
}

// TestSortedByStart: SortedByStart returns the rows that share an instant with a
// window, by t_start, ties by row, with their extents.
func TestSortedByStart(t *testing.T) {
	r := kerneltest.Rand(t)
	for name, s := range stores(t, r) {
		from, to := anyExtent(r, s)
		rows, starts, ends := binindex.SortedByStart(s, from, to)
		n := 0
		for _, g := range s.Rows() {
			if g.T0 <= to && g.T1 >= from {
				n++
			}
		}
		if counted := binindex.CountWithin(s, from, to); counted != n {
			t.Errorf("%s: %d segments in [%v, %v], want %d", name, counted, from, to, n)
		}
		if len(rows) != n {
			t.Fatalf("%s: %d rows share an instant with [%v, %v], want %d", name, len(rows), from, to, n)
		}
		for i, row := range rows {
			g := s.Segment(int(row))
			if g.T0 != starts[i] || g.T1 != ends[i] || g.T0 > to || g.T1 < from {
				t.Fatalf("%s: row %d is [%v, %v], listed as [%v, %v]", name, row, g.T0, g.T1, starts[i], ends[i])
			}
			if i > 0 && (starts[i-1] > starts[i] || starts[i-1] == starts[i] && rows[i-1] >= row) {
				t.Fatalf("%s: rows %d and %d are out of order", name, rows[i-1], row)
			}
		}
	}
}
