package pointjointest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
)

// laws checks, on more points than the oracle can decide, laws that hold for any answer of a method.
func laws(t *testing.T, d pointjoin.Driver, m pointjoin.Method) {
	r := rand.New(rand.NewPCG(52, 2))
	rows := uniform(r, 1500, 3)
	for i := range rows { // on a lattice of 1/64, so that translations are exact
		for j, v := range rows[i] {
			rows[i][j] = float64(int(v*64)) / 64
		}
	}
	self := func(rows [][]float64, eps float64) []pointjoin.Pair {
		return joined(t, d, m, rows, nil, eps)
	}
	const eps = 0.0625
	want := self(rows, eps)
	if len(want) < 500 {
		t.Fatalf("%d pairs", len(want))
	}
	checkPairs(t, "translated", self(mapPoints(rows, func(p []float64) []float64 { return []float64{p[0] + 1024, p[1] - 4096, p[2] + 0.5} }), eps), want)
	checkPairs(t, "dimensions permuted", self(mapPoints(rows, func(p []float64) []float64 { return []float64{p[2], p[0], p[1]} }), eps), want)
	checkPairs(t, "scaled", self(mapPoints(rows, func(p []float64) []float64 { return []float64{p[0] * 0x1p-40, p[1] * 0x1p-40, p[2] * 0x1p-40} }), eps*0x1p-40), want)
	order := r.Perm(len(rows))
	checkPairs(t, "rows permuted", self(permutedRows(rows, order), eps), renamedPairs(want, order))
	more := self(rows, up(eps))
	for _, p := range want {
		if _, ok := slices.BinarySearch(more, p); !ok {
			t.Fatalf("a greater threshold loses %x", p)
		}
	}
	checkPairs(t, "joined with itself", joined(t, d, m, rows, rows, eps), bothOrders(want, len(rows)))
}

// joined returns the pairs of a method.
func joined(t *testing.T, d pointjoin.Driver, m pointjoin.Method, rows, queries [][]float64, eps float64) []pointjoin.Pair {
	t.Helper()
	within := threshold(t, eps)
	r := load(t, d, pointjoin.Set{Points: Store(t, rows, 3), Method: m.Name, Threshold: within})
	w := pointjoin.Work{Threshold: within, Last: len(rows)}
	if queries != nil {
		w.Queries, w.Last = Store(t, queries, 3), len(queries)
	}
	return foundPairs(t, r, w)
}

// mapPoints returns f of each point.
func mapPoints(rows [][]float64, f func(p []float64) []float64) (all [][]float64) {
	for _, p := range rows {
		all = append(all, f(p))
	}
	return all
}

// permutedRows returns the rows in another order: row i at order[i].
func permutedRows(rows [][]float64, order []int) [][]float64 {
	all := make([][]float64, len(rows))
	for i, to := range order {
		all[to] = rows[i]
	}
	return all
}

// renamedPairs returns pairs by the rows after a permutation.
func renamedPairs(pairs []pointjoin.Pair, order []int) (all []pointjoin.Pair) {
	for _, p := range pairs {
		a, b := pointjoin.Rows(p)
		x, y := uint32(order[a]), uint32(order[b])
		all = append(all, pointjoin.PairOf(min(x, y), max(x, y)))
	}
	slices.Sort(all)
	return all
}

// bothOrders returns pairs in both orders, and each row with itself.
func bothOrders(pairs []pointjoin.Pair, rows int) (all []pointjoin.Pair) {
	for _, p := range pairs {
		a, b := pointjoin.Rows(p)
		all = append(all, p, pointjoin.PairOf(b, a))
	}
	for row := range uint32(rows) {
		all = append(all, pointjoin.PairOf(row, row))
	}
	slices.Sort(all)
	return all
}
