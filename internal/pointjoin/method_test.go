package pointjoin_test

import (
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// TestPairsAreOrdered: as numbers, pairs sort by their rows.
func TestPairsAreOrdered(t *testing.T) {
	const most = 1<<32 - 1
	rows := [][2]uint32{{0, 0}, {0, 1}, {0, most}, {1, 0}, {1, 2}, {most, 0}, {most, most}}
	var pairs []pointjoin.Pair
	for _, r := range rows {
		p := pointjoin.PairOf(r[0], r[1])
		if a, b := pointjoin.Rows(p); a != r[0] || b != r[1] {
			t.Errorf("%v: %d, %d", r, a, b)
		}
		pairs = append(pairs, p)
	}
	if !slices.IsSorted(pairs) {
		t.Errorf("%x", pairs)
	}
}

// TestWork: the halves of a work have each row once, a single row has no halves, and each query has at
// most as many neighbours as there are points.
func TestWork(t *testing.T) {
	w := pointjoin.Work{First: 3, Last: 8}
	if a, b, ok := w.Halves(); !ok || a.First != 3 || a.Last != b.First || b.Last != 8 || a.Last == 3 || a.Last == 8 {
		t.Errorf("%+v, %+v, %t", a, b, ok)
	}
	if _, _, ok := (pointjoin.Work{First: 3, Last: 4}).Halves(); ok {
		t.Error("a row has halves")
	}
	some, err := points.New([][]float64{{1}}, points.RowIDs(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		queries        *points.Store
		k, size, wants int
	}{{nil, 3, 10, 3}, {nil, 3, 3, 2}, {nil, 3, 0, 0}, {some, 3, 3, 3}, {some, 3, 2, 2}, {some, 1, 0, 0}} {
		if n := (pointjoin.NearestWork{K: c.k, Queries: c.queries}).Each(c.size); n != c.wants {
			t.Errorf("%+v: %d", c, n)
		}
	}
	if w.Self() != true || (pointjoin.Work{Queries: some}).Self() {
		t.Error("what a self-join is")
	}
	s := points.Stats{Pairs: 1, Cells: 2, Candidates: 3, Float64: 4, Exact: 5}
	if s.Add(s); s != (points.Stats{Pairs: 2, Cells: 4, Candidates: 6, Float64: 8, Exact: 10}) {
		t.Errorf("%+v", s)
	}
}

// TestFound: the pairs of several lists are counted together.
func TestFound(t *testing.T) {
	f := pointjoin.Found{Lists: []pointjoin.List{{Pairs: make([]pointjoin.Pair, 3)}, {}, {Pairs: make([]pointjoin.Pair, 4), Ordered: true}}}
	if f.Len() != 7 {
		t.Error(f.Len())
	}
	if err := (&pointjoin.OverflowError{Room: 512}); err.Error() != "pointjoin: pairs outgrow 512 bytes" {
		t.Error(err)
	}
}
