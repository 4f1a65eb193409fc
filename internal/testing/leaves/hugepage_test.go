package leaves_test

import (
	"slices"
	"testing"

	"flyby/internal/hugepage"
)

// TestAdviseKeepsContents: advice changes no byte of memory, wherever it begins.
func TestAdviseKeepsContents(t *testing.T) {
	for _, from := range []int{0, 1, 12345} {
		all := make([]uint32, 9<<20)
		for i := range all {
			all[i] = uint32(i)
		}
		want := slices.Clone(all)
		hugepage.Advise(all[from:])
		hugepage.Advise(all[:from])
		if !slices.Equal(all, want) {
			t.Errorf("contents changed, advised from %d on", from)
		}
	}
}
