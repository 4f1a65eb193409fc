package page

import (
	"slices"
	"testing"
)

// TestJoinedSpans: spans that share a column are one, one within another too, and spans side by side stay apart.
func TestJoinedSpans(t *testing.T) {
	got := joinedSpans([][2]int{{9, 9}, {2, 5}, {3, 3}, {5, 7}, {8, 8}, {9, 12}, {2, 4}})
	if want := [][2]int{{2, 7}, {8, 8}, {9, 12}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
