package interaction_test

import (
	"testing"

	"flyby/internal/testing/kerneltest"
)

// TestAtEnds: whether a pair is within the threshold as its span begins and ends agrees with
// rational arithmetic, on pairs of every kind.
func TestAtEnds(t *testing.T) {
	t.Parallel()
	var seen [2][2]int
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial) {
		o := kerneltest.Ask(p)
		start, end := p.Window.AtEnds(&p.Query, &p.Entry, p.Distance)
		if start != o.AtFrom() || end != o.AtTo() {
			t.Fatalf("%v and %v, oracle %v and %v: %v", start, end, o.AtFrom(), o.AtTo(), p)
		}
		for k, within := range []bool{start, end} {
			if within {
				seen[k][0]++
			} else {
				seen[k][1]++
			}
		}
	}
	for k, n := range seen {
		if n[0] < adversarial/10 || n[1] < adversarial/10 {
			t.Errorf("end %d: within %d times, not %d times", k, n[0], n[1])
		}
	}
}
