package weave_test

import (
	"slices"
	"testing"

	"flyby/internal/weave"
)

// TestColumn: rows are dropped, added before the row that a split leads to, and otherwise stay.
func TestColumn(t *testing.T) {
	splits := []weave.Split{{From: 0, To: 2, Parts: 3}, {From: 2, To: 3, Parts: 2}}
	keep := []bool{true, false, true, true}
	for _, c := range []struct {
		col, added []int
		splits     []weave.Split
		keep       []bool
		want       []int
	}{
		{[]int{1, 2, 3, 4}, []int{7, 8, 9}, splits, keep, []int{1, 7, 8, 3, 9, 4}},
		{[]int{1, 2, 3, 4}, nil, splits, keep, []int{1, 3, 3, 3, 4, 4}},
		{[]int{1, 2, 3, 4}, nil, splits, nil, []int{1, 2, 3, 3, 3, 4, 4}},
		{[]int{1, 2, 3, 4}, nil, nil, keep, []int{1, 3, 4}},
		{[]int{1, 2, 3, 4}, nil, nil, nil, []int{1, 2, 3, 4}},
		{nil, nil, splits, keep, nil},
	} {
		if got := weave.Column(c.col, c.added, c.splits, c.keep); !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%v with %v before %v: %v, want %v", c.col, c.added, c.splits, got, c.want)
		}
	}
	if n := weave.Added(splits); n != 3 {
		t.Errorf("%d rows, want 3", n)
	}
}
