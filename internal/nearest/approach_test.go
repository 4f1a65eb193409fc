package nearest

import (
	"math"
	"math/big"
	"testing"

	"flyby/trajectory"
)

// TestRepeats: a passage repeats an earlier one only where both are exactly as far apart throughout.
func TestRepeats(t *testing.T) {
	rest := func(t0 float64, p [3]float64) trajectory.Segment {
		return trajectory.Segment{T0: t0, T1: t0 + 1, P0: p, P1: p}
	}
	move := func(t0 float64, p [3]float64) trajectory.Segment {
		return trajectory.Segment{T0: t0, T1: t0 + 1, P0: p, P1: [3]float64{p[0] + 1, p[1], p[2]}}
	}
	below := math.Nextafter(1, 0)
	earlier := passage{q: rest(0, [3]float64{}), e: rest(0, [3]float64{0, 1})}
	for name, test := range map[string]struct {
		q, e trajectory.Segment
		want bool
	}{
		"at rest":              {rest(1, [3]float64{}), rest(5, [3]float64{0, 1}), true},
		"a convoy":             {move(1, [3]float64{3}), move(1, [3]float64{3, 1}), true},
		"an ulp closer":        {rest(1, [3]float64{}), rest(1, [3]float64{0, below}), false},
		"a convoy, later":      {move(1, [3]float64{3}), move(1.5, [3]float64{3, 1}), false},
		"one moves":            {rest(1, [3]float64{}), move(1, [3]float64{0, 1}), false},
		"rounded":              {rest(1, [3]float64{0, 0x1p60}), rest(1, [3]float64{0, 0x1p60 + 1}), false},
		"rounded to the same":  {rest(1, [3]float64{0, -0x1p-60}), rest(1, [3]float64{0, 1}), false},
		"rounded at their end": {move(1, [3]float64{0x1p-60, 0, 0}), move(1, [3]float64{0x1p-60, 1, 0}), true},
	} {
		p := passage{q: test.q, e: test.e}
		if got := p.repeats(&earlier); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

// TestCompareKeys: √x - r against √y - s, at ties and beside them.
func TestCompareKeys(t *testing.T) {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	for _, test := range []struct {
		x, r, y, s float64
		want       int
	}{
		{4, 0, 4, 0, 0}, {4, 1, 9, 2, 0}, {9, 2, 4, 1, 0}, {4, 1, 9, 1, -1}, {0, 3, 0, 2, -1}, {0, 2, 0, 3, 1}, {2, 1, 2, 0, -1}, {2, 0, 2, 1, 1},
		{16, 5, 1, 0, -1}, {1, 0, 16, 5, 1}, {9, 0.5, 6.25, 0, 0}, {math.Nextafter(9, 10), 0.5, 6.25, 0, 1}, {math.Nextafter(9, 0), 0.5, 6.25, 0, -1}, {0.25, 1, 0, 0, -1}, {2.25, 1, 0.25, 0, 0},
	} {
		if got := compareKeys(rat(test.x), rat(test.y), test.r, test.s); got != test.want {
			t.Errorf("√%v - %v against √%v - %v: %d, want %d", test.x, test.r, test.y, test.s, got, test.want)
		}
	}
}
