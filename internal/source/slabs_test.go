package source

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStarts: a sample is the same in whatever order segments come, and has all segments where they are
// few.
func TestStarts(t *testing.T) {
	for _, n := range []int{0, 1, mostStarts, mostStarts + 1, 3 * mostStarts} {
		var samples [2]starts
		order := rand.New(rand.NewPCG(9, uint64(n))).Perm(n)
		for i := range n {
			samples[0].add(spread(uint64(i/7)), uint32(i%7), float64(i), float64(i+9))
			k := order[i]
			samples[1].add(spread(uint64(k/7)), uint32(k%7), float64(k), float64(k+9))
		}
		for _, s := range samples {
			slices.SortFunc(s.all, func(a, b segmentTime) int { return cmp.Compare(a.start, b.start) })
		}
		got := len(samples[0].all)
		if !slices.Equal(samples[0].all, samples[1].all) || n <= mostStarts && got != n || n > mostStarts && (got > mostStarts || got < mostStarts/3) {
			t.Errorf("%d and %d of %d segments", got, len(samples[1].all), n)
		}
		if n == 0 {
			continue
		}
		edges := samples[0].edges(8)
		for i, at := range edges {
			if want := float64(n) * float64(i+1) / 8; n > 1 && (at < want-float64(n)/100-1 || at > want+float64(n)/100+1) {
				t.Errorf("%d segments: edge %d at %v, want about %v", n, i, at, want)
			}
		}
	}
}

// TestHangOver: slabs of time are of no use where more than half of the segments hang over each edge.
func TestHangOver(t *testing.T) {
	for _, c := range []struct {
		lasts float64
		edges []float64
		want  bool
	}{
		{0, []float64{50}, false},
		{10, []float64{25, 50, 75}, false},
		{49, []float64{50}, false},
		{200, []float64{20, 40}, false}, // of 100 segments 20 and 40
		{200, []float64{60, 80}, true},
		{200, nil, true},
	} {
		var s starts
		for i := range 100 {
			s.add(spread(uint64(i)), 0, float64(i), float64(i)+c.lasts)
		}
		if got := s.hangOver(c.edges); got != c.want {
			t.Errorf("segments of %v at edges %v: %v", c.lasts, c.edges, got)
		}
	}
}

// TestRangesFor wants the fewest ranges that make enough pairs.
func TestRangesFor(t *testing.T) {
	for _, c := range [][4]int{{1, 1, 1, 1}, {2, 2, 2, 1}, {3, 2, 2, 2}, {4, 3, 2, 2}, {5, 3, 3, 2}, {6, 3, 3, 2}, {7, 4, 3, 3}, {10, 4, 4, 3}, {64, 11, 8, 8}} {
		if join, _ := rangesFor(c[0], true); join != c[1] {
			t.Errorf("%d: %d ranges of a join, want %d", c[0], join, c[1])
		}
		if e, q := rangesFor(c[0], false); e != c[2] || q != c[3] {
			t.Errorf("%d: %d and %d ranges, want %d and %d", c[0], e, q, c[2], c[3])
		}
	}
}
