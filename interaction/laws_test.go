package interaction_test

import (
	"math"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// The laws of one interaction. The laws of whole searches are in the root package.

// TestGrowingDistanceOnlyAdds: a larger d keeps every hit, and never shortens its
// interval by more than the rounding of times.
func TestGrowingDistanceOnlyAdds(t *testing.T) {
	t.Parallel()
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial) {
		enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
		if !hit {
			continue
		}
		for _, d := range []float64{math.Nextafter(p.Distance, math.Inf(1)), p.Distance * 1.5, p.Distance*2 + 1} {
			in, out, hit := p.Window.Decide(p.Query, p.Entry, d)
			if !hit || in > enter+few(p) || out < exit-few(p) {
				t.Fatalf("[%v, %v] at d = %v: [%v, %v] %v: %v", enter, exit, d, in, out, hit, p)
			}
		}
	}
}

// few returns a generous bound for the rounding of a grazing pass's time.
func few(p kerneltest.Pair) float64 {
	span := min(p.Query.T1, p.Entry.T1) - max(p.Query.T0, p.Entry.T0)
	return span*0x1p-20 + 8*ulp(max(math.Abs(p.Query.T0), math.Abs(p.Query.T1)))
}

// TestTranslationInSpace: where the sums are exact, moving both objects by the
// same changes nothing, to the bit; nor does doubling every length.
func TestTranslationInSpace(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	for p := range gridPairs(t, 2*adversarial) {
		moved := p
		for _, s := range []*trajectory.Segment{&moved.Query, &moved.Entry} {
			for k := range 3 {
				by := float64(int64(1) << (20 + 3*k))
				s.P0[k], s.P1[k] = s.P0[k]+by, s.P1[k]+by
			}
		}
		same(t, p, moved)
		scale := math.Ldexp(1, r.IntN(60)-30)
		for _, s := range []*trajectory.Segment{&moved.Query, &moved.Entry} {
			for k := range 3 {
				s.P0[k], s.P1[k] = s.P0[k]*scale, s.P1[k]*scale
			}
		}
		moved.Distance *= scale
		same(t, p, moved)
	}
}

// TestTranslationInTime: where the sums are exact, moving both objects in time
// keeps the membership, and moves the times up to their rounding.
func TestTranslationInTime(t *testing.T) {
	t.Parallel()
	const by = 1 << 30
	for p := range gridPairs(t, 2*adversarial) {
		later := p
		for _, s := range []*trajectory.Segment{&later.Query, &later.Entry} {
			s.T0, s.T1 = s.T0+by, s.T1+by
		}
		enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
		in, out, still := later.Window.Decide(later.Query, later.Entry, later.Distance)
		if hit != still || hit && (math.Abs(in-by-enter) > ulp(by) || math.Abs(out-by-exit) > ulp(by)) {
			t.Fatalf("[%v, %v] %v, 2^30 later [%v, %v] %v: %v", enter, exit, hit, in, out, still, p)
		}
	}
}

// TestSplitting: the two halves of a segment, split where the division is exact, have the hits of the
// whole: their intervals join to the whole's, up to rounding.
func TestSplitting(t *testing.T) {
	t.Parallel()
	for p := range gridPairs(t, 2*adversarial) {
		enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
		a, b := halves(p.Entry)
		if a.T1 == a.T0 || b.T1 == b.T0 {
			continue
		}
		in, out, first := p.Window.Decide(p.Query, a, p.Distance)
		in2, out2, second := p.Window.Decide(p.Query, b, p.Distance)
		if first && second && out != in2 {
			t.Fatalf("the halves' intervals [%v, %v] and [%v, %v] do not join: %v", in, out, in2, out2, p)
		}
		switch {
		case first && second:
			out = out2
		case second:
			in, out = in2, out2
		}
		if hit != (first || second) || hit && (math.Abs(in-enter) > few(p) || math.Abs(out-exit) > few(p)) {
			t.Fatalf("[%v, %v] %v, halves [%v, %v] %v and %v: %v", enter, exit, hit, in, out, first, second, p)
		}
	}
}

// halves splits a segment in its middle.
func halves(s trajectory.Segment) (a, b trajectory.Segment) {
	a, b = s, s
	a.T1 = (s.T0 + s.T1) / 2
	for k := range 3 {
		a.P1[k] = (s.P0[k] + s.P1[k]) / 2
	}
	a.Last, b.T0, b.P0 = false, a.T1, a.P1
	return a, b
}

// gridPairs yields pairs of small multiples of 2.
func gridPairs(t testing.TB, n int) func(func(kerneltest.Pair) bool) {
	r := kerneltest.Rand(t)
	number := func(limit int) float64 { return 2 * float64(r.IntN(2*limit+1)-limit) }
	segment := func() trajectory.Segment {
		s := trajectory.Segment{T0: number(6), Last: r.IntN(2) == 0}
		s.T1 = s.T0 + 2*float64(1+r.IntN(6))
		for k := range 3 {
			s.P0[k], s.P1[k] = number(8), number(8)
		}
		return s
	}
	return func(yield func(kerneltest.Pair) bool) {
		for range n {
			p := kerneltest.Pair{Kind: "grid", Query: segment(), Entry: segment(), Distance: number(6), Window: interaction.Unbounded()}
			if p.Distance < 0 {
				p.Distance = -p.Distance
			}
			if !yield(p) {
				return
			}
		}
	}
}

// same fails unless two pairs have the same answer, to the bit.
func same(t *testing.T, p, q kerneltest.Pair) {
	t.Helper()
	for _, f := range []func(kerneltest.Pair) (float64, float64, any){solve, exact} {
		a, b, v := f(p)
		if c, d, w := f(q); !sameBits(a, c) || !sameBits(b, d) || v != w {
			t.Fatalf("[%v, %v] %v: %v\n[%v, %v] %v: %v", a, b, v, p, c, d, w, q)
		}
	}
}
