package selection

import (
	"slices"
	"testing"
)

// TestEvenly: numbers ascend over all of those that there are, no two gaps differing by more than one.
func TestEvenly(t *testing.T) {
	for n := range 40 {
		for most := range 45 {
			got := Evenly(n, most)
			if len(got) != min(n, most) {
				t.Fatalf("%d of %d: %v", most, n, got)
			}
			if len(got) == 0 {
				continue
			}
			gap := n / len(got)
			for i, v := range append(got[1:len(got):len(got)], n) {
				if d := v - got[i]; got[0] != 0 || d != gap && d != gap+1 {
					t.Fatalf("%d of %d: %v", most, n, got)
				}
			}
		}
	}
	if got := Evenly(7, 9); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("all of 7: %v", got)
	}
}
