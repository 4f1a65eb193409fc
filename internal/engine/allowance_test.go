package engine

import "testing"

// TestWithout: hits do not get the memory that others are going to take, except the least of a
// search.
func TestWithout(t *testing.T) {
	least := allowance{threads: 2}.least()
	for _, c := range []struct{ left, others, want uint64 }{
		{3 * least, least, 2 * least}, {3 * least, 9 * least, least}, {least / 2, 9 * least, least / 2}, {least, 0, least},
	} {
		r := allowance{bytes: c.left, threads: 2}.without(func() uint64 { return c.others })
		if r.bytes != c.want {
			t.Errorf("%d left and %d for others: %d, want %d", c.left, c.others, r.bytes, c.want)
		}
	}
	if r := (allowance{bytes: 5}).without(nil); r.bytes != 5 {
		t.Errorf("no others: %d", r.bytes)
	}
}
