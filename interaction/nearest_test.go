package interaction_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// checkNearest fails unless all exact steps return for a pair the float64 times nearest to the true
// ones.
func checkNearest(t *testing.T, p kerneltest.Pair) (hit bool) {
	t.Helper()
	o := kerneltest.Ask(p)
	for name, f := range map[string]func(q, e trajectory.Segment, d float64) (float64, float64, bool){
		"Exact": p.Window.Exact, "in big integers": func(q, e trajectory.Segment, d float64) (float64, float64, bool) {
			return interaction.ExactInBig(q, e, d, p.Window)
		},
	} {
		enter, exit, is := f(p.Query, p.Entry, p.Distance)
		if is != o.Hit() {
			t.Fatalf("%s: hit %v, oracle %v: %v", name, is, o.Hit(), p)
		}
		if hit = is; hit && (!o.EntersNearest(enter) || !o.ExitsNearest(exit)) {
			t.Fatalf("%s: [%x, %x] are not the nearest times: %v", name, enter, exit, p)
		}
	}
	return hit
}

// TestExactTimesAreNearest: the times of Exact are the float64 values nearest to the
// true ones, on pairs of every kind.
func TestExactTimesAreNearest(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	hits := 0
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial/2) {
		if checkNearest(t, p) {
			hits++
		}
	}
	if hits < adversarial/10 {
		t.Errorf("%d hits", hits)
	}
}

// passing returns an entry that passes a resting query along the x axis at a distance of aside,
// from x = from to x = to in the times given, within d of it.
func passing(t0, t1, from, to, aside, d float64) kerneltest.Pair {
	return kerneltest.Pair{
		Kind: "passing", Distance: d, Window: interaction.Unbounded(), Query: at(t0, t1, [3]float64{}),
		Entry: moving(t0, t1, [3]float64{from, aside, 0}, [3]float64{to, aside, 0}),
	}
}

// TestTimesInTheMiddle: crossings in the very middle of two float64 values, and so little off it
// that 2000 bits are needed, are rounded to the nearest, or to the even one. Rounding twice, 512
// bits, and the double-doubles without their bound do not achieve this.
func TestTimesInTheMiddle(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	const far, length = 1 << 53, 1 << 54
	for range adversarial / 200 {
		d := float64(r.IntN(1<<51)*2 + 1)
		for _, aside := range []float64{0, 1, 0x1p-20, 0x1p-50, 0x1p-200, 0x1p-500, 0x1p-900} {
			for _, p := range []kerneltest.Pair{
				passing(0, 1, length, 0, aside, d),                    // enters at (2^54-d)/2^54, or just after
				passing(0, 1, -far, far, aside, d),                    // leaves at (2^53+d)/2^54, or just before
				passing(-1, 0, 0, length, aside, d),                   // leaves before 0
				passing(0, 0x1p-1021, -far, far, aside, d),            // at subnormal times
				passing(0, 0x1p-1073, -far, far, aside, d),            // at 0 or the next times
				passing(0x1p60, 0x1p60+0x1p20, -far, far, aside, d),   // between two times in a row
				passing(0x1p60, 0x1p60+0x1p20, length, 0, aside, d/8), // the same
			} {
				if !checkNearest(t, p) {
					t.Fatalf("no hit: %v", p)
				}
			}
		}
	}
}

// TestTimesNearZero: crossings at times far smaller than the span's ends, down to
// the smallest there are.
func TestTimesNearZero(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	for range adversarial / 100 {
		end := math.Ldexp(1+r.Float64(), pick(r, 10, 60, 100, 300, 900, 999))
		x := math.Ldexp(1+r.Float64(), pick(r, 0, 30, 100, 900))
		near := math.Ldexp(1+r.Float64(), -pick(r, 0, 10, 100, 500, 1000, 1060))
		if p := passing(-end, end, -x, x, 0, near); !checkNearest(t, p) {
			t.Fatalf("no hit: %v", p)
		}
		checkNearest(t, passing(-end, end*(1-0x1p-53), x, -x*(1-0x1p-52), near/2, near))
	}
}

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }
