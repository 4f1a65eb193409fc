package interaction_test

import (
	"math"
	"math/big"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// TestTimesAreBackwardAccurate: at every time that Solve reports, the true distance misses the threshold by no more
// than the error bound plus the motion within the last place of the time. This holds for grazing passes too.
func TestTimesAreBackwardAccurate(t *testing.T) {
	t.Parallel()
	worst, crossings := 0.0, 0
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial) {
		enter, exit, v := p.Window.Solve(p.Query, p.Entry, p.Distance)
		if v != interaction.Hit {
			continue
		}
		o := kerneltest.Ask(p)
		m := interaction.MarginsOf(p.Query, p.Entry, p.Distance, float(o.From), float(o.To))
		for _, c := range []struct {
			at   float64
			free bool // the pair is beyond the threshold at this end of the span: the time is a crossing
		}{{enter, !o.AtFrom()}, {exit, !o.AtTo()}} {
			if !c.free {
				continue
			}
			crossings++
			miss := o.ThresholdError(c.at) - o.Moved()*(ulp(c.at)/o.Span())
			worst = max(worst, miss/m.Bound)
			if miss > m.Bound {
				t.Fatalf("at %v the distance is %g from the threshold, bound %g: %v", c.at, miss, m.Bound, p)
			}
		}
	}
	t.Logf("%d crossings: worst distance from the threshold %.3f of the bound", crossings, worst)
	if crossings < adversarial/100 {
		t.Errorf("%d crossings", crossings)
	}
}

// TestTimesAreForwardAccurate: a reported time is within
//
//	(40 κ + 4) u max(|t|, span), κ = (S + threshold) / |dD/ds|
//
// of the true one, s running from 0 to 1 over the span: a few units in the last
// place where the pass is not grazing and nothing has cancelled.
func TestTimesAreForwardAccurate(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	const u = 0x1p-53
	worst, easy := 0.0, 0.0
	for range adversarial / 2 {
		p := kerneltest.RandomPair(r)
		enter, exit, v := p.Window.Solve(p.Query, p.Entry, p.Distance)
		if v != interaction.Hit {
			continue
		}
		o := kerneltest.Ask(p)
		m := interaction.MarginsOf(p.Query, p.Entry, p.Distance, float(o.From), float(o.To))
		for _, c := range []struct {
			at   float64
			free bool
			want func() *big.Float
		}{{enter, !o.AtFrom(), o.Enter}, {exit, !o.AtTo(), o.Exit}} {
			if !c.free {
				continue
			}
			kappa := (m.Scale + m.Threshold) / o.Slope(c.at)
			e := o.TimeError(c.at, c.want())
			if kappa < 8 {
				easy = max(easy, e)
			}
			allowed := (40*kappa + 4) * u * max(math.Abs(c.at), o.Span()) / ulp(max(math.Abs(c.at), o.Span()))
			worst = max(worst, e/allowed)
			if e > allowed {
				t.Fatalf("%v is %v ulps from %v, allowed %v: %v", c.at, e, c.want(), allowed, p)
			}
		}
	}
	t.Logf("worst error %.1f ulps where κ < 8; %.3f of what is allowed anywhere", easy, worst)
}

// TestCrossingsDoNotCancel: where the input's differences are exact, times are right to a few ulps, however much
// smaller the motion is than the distance.
func TestCrossingsDoNotCancel(t *testing.T) {
	for k := 6; k < 42; k++ {
		step := math.Ldexp(5, -k)
		q := line(0, 1, 0, 0)
		d := 1 + 0.3*step
		part := (d - 1) / step // fraction of the motion at which the distance is d, to an ulp
		for _, c := range []struct {
			name        string
			from, to    float64
			enter, exit float64
		}{
			{"out", 1, 1 + step, 0, part},
			{"in", 1 + step, 1, 1 - part, 1},
			{"out, on the other side", -1, -1 - step, 0, part},
		} {
			enter, exit, v := interaction.Unbounded().Solve(q, line(0, 1, c.from, c.to), d)
			if v != interaction.Hit || math.Abs(enter-c.enter) > 4*ulp(0.5) || math.Abs(exit-c.exit) > 4*ulp(0.5) {
				t.Errorf("%s by 5/2^%d: [%v, %v] %v, want [%v, %v]", c.name, k, enter, exit, v, c.enter, c.exit)
			}
		}
	}
}

// TestWindowRounds: a window cuts the span from which times are computed, so that a time inside of it may be rounded
// otherwise than without the window (docs/answers.md). Both are accurate: within two units in the last place of the
// true time, 20/7.
func TestWindowRounds(t *testing.T) {
	t.Parallel()
	q := trajectory.Segment{T0: 0, T1: 10}
	e := trajectory.Segment{T0: 0, T1: 10, P0: [3]float64{-5}, P1: [3]float64{9}}
	whole, _, hit := interaction.Unbounded().Decide(q, e, 1)
	cut, _, hitCut := (interaction.Window{From: 0, To: 7}).Decide(q, e, 1)
	if !hit || !hitCut || whole == cut {
		t.Fatalf("%v and %v: %t, %t", whole, cut, hit, hitCut)
	}
	for _, at := range []float64{whole, cut} {
		if miss := math.Abs(7*at - 20); miss > 7*2*ulp(at) {
			t.Errorf("at %v, %g from 20", at, miss)
		}
	}
	if whole != 2.8571428571428568 || cut != 2.857142857142857 {
		t.Errorf("%v and %v: docs/answers.md has other figures", whole, cut)
	}
}
