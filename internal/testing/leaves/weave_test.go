package leaves_test

import (
	"slices"
	"testing"

	"flyby/internal/weave"
)

// TestColumn: rows are inserted before the row that a split leads to, and all others stay.
func TestColumn(t *testing.T) {
	splits := []weave.Split{{From: 0, To: 2, Parts: 3}, {From: 2, To: 3, Parts: 2}}
	for _, c := range []struct {
		col, added []int
		splits     []weave.Split
		want       []int
	}{
		{[]int{1, 2, 3, 4}, []int{7, 8, 9}, splits, []int{1, 2, 7, 8, 3, 9, 4}},
		{[]int{1, 2, 3, 4}, nil, nil, []int{1, 2, 3, 4}},
		{nil, nil, splits, nil},
	} {
		if got := weave.Column(c.col, c.added, c.splits); !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%v with %v before %v: %v, want %v", c.col, c.added, c.splits, got, c.want)
		}
	}
	if n := weave.Added(splits); n != 3 {
		t.Errorf("%d rows, want 3", n)
	}
}
