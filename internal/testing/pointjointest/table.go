package pointjointest

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
)

// errNoTable is the error of a need that refuses room for a table.
var errNoTable = errors.New("no room for a table")

// checkTable checks that a resident's neighbour table has the pairs of a self-join from either side, in order. It must ask for
// room once, before the table exists, and keep to the budget for pairs.
func checkTable(t *testing.T, how string, r pointjoin.Tabler, w pointjoin.Work, points int, want []pointjoin.Pair) {
	t.Helper()
	asked := 0
	need := func(neighbours uint64) error {
		if asked++; neighbours != uint64(2*len(want)) {
			t.Errorf("%s: room for %d neighbours, want %d", how, neighbours, 2*len(want))
		}
		return nil
	}
	table, stats, err := r.Table(t.Context(), w, nil, need)
	if err != nil || stats.Pairs != uint64(len(want)) || asked > 1 || asked == 0 && len(want) > 0 {
		t.Fatalf("%s: %d pairs, want %d, room asked for %d times: %v", how, stats.Pairs, len(want), asked, err)
	}
	near := make([][]uint32, points)
	for _, p := range want {
		a, b := pointjoin.Rows(p)
		near[a], near[b] = append(near[a], b), append(near[b], a)
	}
	if len(table.Offsets) != points+1 {
		t.Fatalf("%s: %d offsets of %d points", how, len(table.Offsets), points)
	}
	for row, list := range near {
		slices.Sort(list)
		if got := table.Rows[table.Offsets[row]:table.Offsets[row+1]]; !slices.Equal(got, list) {
			t.Fatalf("%s: row %d has %v, want %v", how, row, got, list)
		}
	}
	if len(want) == 0 {
		return
	}
	if _, _, err := r.Table(t.Context(), w, nil, func(uint64) error { return errNoTable }); !errors.Is(err, errNoTable) {
		t.Errorf("%s: without room for a table: %v", how, err)
	}
	overflow := (*pointjoin.OverflowError)(nil)
	if _, _, err := r.Table(t.Context(), w, memory.NewBudget(uint64(4*len(want))), need); !errors.As(err, &overflow) {
		t.Errorf("%s: in half of the memory: %v", how, err)
	}
}
