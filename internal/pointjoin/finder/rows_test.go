package finder

import (
	"slices"
	"testing"
)

// TestRowsStepByStep: rows are copied and filled to the end, whatever capacity is behind them; elements beyond the
// capacity stay unchanged.
func TestRowsStepByStep(t *testing.T) {
	from := make([]uint32, 6*step)
	for i := range from {
		from[i] = uint32(i + 1)
	}
	for n := range 3 * step {
		for behind := range 2 * step {
			to := slices.Repeat([]uint32{99}, n+behind)
			copyRows(to[:n], from[:n:n+behind])
			if !slices.Equal(to[:n], from[:n]) {
				t.Fatalf("%d rows, %d behind: %v", n, behind, to)
			}
			to = slices.Repeat([]uint32{99}, n+behind)
			copyRows(to[:n:n], from[:n])
			if !slices.Equal(to[:n], from[:n]) || slices.ContainsFunc(to[n:], func(row uint32) bool { return row != 99 }) {
				t.Fatalf("%d rows without memory behind them: %v", n, to)
			}
			fillRows(to[:n:n], 7)
			if slices.ContainsFunc(to[:n], func(row uint32) bool { return row != 7 }) || slices.ContainsFunc(to[n:], func(row uint32) bool { return row != 99 }) {
				t.Fatalf("%d rows filled without memory behind them: %v", n, to)
			}
			if fillRows(to[:n], 8); slices.ContainsFunc(to[:n], func(row uint32) bool { return row != 8 }) {
				t.Fatalf("%d rows filled, %d behind: %v", n, behind, to)
			}
		}
	}
}
