package interaction_test

import (
	"math"
	"math/big"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// TestColumnsOfAnySize: distances, speeds and times of an entry that passes a resting query are true to a few units in the last
// place, from the smallest numbers to the largest, and a speed beyond float64 is the largest float64.
func TestColumnsOfAnySize(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	exps := []int{-1074, -1060, -1022, -800, -531, -400, -100, 0, 100, 499, 501, 700, 900, 999}
	finite, beyond := 0, 0
	for _, length := range exps {
		for _, time := range exps {
			x := math.Ldexp(float64(1+r.IntN(15)), min(length, 995))
			end := math.Ldexp(float64(1+r.IntN(15)), min(time, 995))
			p := passing(0, end, -x, x, x, 2*x)
			at, distance, speed, ok := p.Window.Closest(p.Query, p.Entry)
			enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
			if !ok || !hit || distance != x || math.Abs(at-end/2) > 4*ulp(end) || !(0 <= enter && enter <= exit && exit <= end) {
				t.Errorf("%v in %v: closest %v at %v, want %v at %v; hit %v, [%v, %v]", x, end, distance, at, x, end/2, hit, enter, exit)
			}
			want := speedOver(new(big.Rat).SetFloat64(x), end)
			if want == math.MaxFloat64 {
				beyond++
			} else {
				finite++
			}
			if math.Abs(speed-want) > 2*ulp(want) {
				t.Errorf("%v in %v: speed %v, want %v", 2*x, end, speed, want)
			}
		}
	}
	if finite < 50 || beyond < 10 {
		t.Errorf("%d speeds are numbers, %d beyond them", finite, beyond)
	}
}

// speedOver returns the float64 nearest to twice a length over a time, or the largest.
func speedOver(x *big.Rat, time float64) float64 {
	v := x.Mul(x, big.NewRat(2, 1))
	v.Quo(v, new(big.Rat).SetFloat64(time))
	f, _ := v.Float64()
	return min(f, math.MaxFloat64)
}

// TestSpeedsThatCancel: the relative speed of two objects whose own speeds are beyond any float64 is right, also where it is 0.
func TestSpeedsThatCancel(t *testing.T) {
	const tick = math.SmallestNonzeroFloat64
	for _, c := range []struct{ x, by, few float64 }{ // by is the difference of their motions in a tick
		{0x1p490, 0, 0}, {0x1p490, 0x1p460, 0}, {1, 0x1p-51, 0x1p-52 / tick},
	} {
		q := moving(0, 49*tick, [3]float64{}, [3]float64{49 * c.x}) // 49 * (1/49) is not 1
		e := moving(0, tick, [3]float64{0, 1, 0}, [3]float64{c.x + c.by, 1, 0})
		want := speedOver(new(big.Rat).SetFloat64(c.by/2), tick)
		if _, _, speed, ok := interaction.Unbounded().Closest(q, e); !ok || math.Abs(speed-want) > c.few {
			t.Errorf("%v and by %v: speed %v, want %v", c.x, c.by, speed, want)
		}
	}
	p := passing(0, tick, 0, 3e-160, 0, 1) // as in the report
	if _, _, speed, _ := p.Window.Closest(p.Query, p.Entry); math.Abs(speed/(3e-160/tick)-1) > 1e-15 {
		t.Errorf("3e-160 in 5e-324: %v", speed)
	}
}

// TestClosestIsInTheHit: the closest approach of a hit is in its interval, and its distance at most the float64 nearest to d and the radii; both are as
// Closest says where that is so, as it is for all hits that float64 decides; and the true distance at that time is within the error bound of the least one.
func TestClosestIsInTheHit(t *testing.T) {
	t.Parallel()
	held, lowered := 0, 0
	for p := range kerneltest.Pairs(kerneltest.Rand(t), 4*adversarial) {
		enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
		if !hit {
			continue
		}
		at, distance, speed, _ := p.Window.Closest(p.Query, p.Entry)
		a := p.Window.ClosestOfHit(p.Query, p.Entry, p.Distance, enter, exit)
		if most := float(kerneltest.Ask(p).Threshold); distance > most {
			distance = most
			lowered++
			if _, _, v := p.Window.Solve(p.Query, p.Entry, p.Distance); v != interaction.Borderline {
				t.Fatalf("float64 decides, and the distance is above %v: %v", most, p)
			}
		}
		if !(enter <= a.Time && a.Time <= exit) || !sameBits(a.Distance, distance) || !sameBits(a.Speed, speed) {
			t.Fatalf("%+v of [%v, %v], want %v and %v: %v", a, enter, exit, distance, speed, p)
		}
		if enter <= at && at <= exit {
			if !sameBits(a.Time, at) {
				t.Fatalf("closest at %v, want %v: %v", a.Time, at, p)
			}
			continue
		}
		held++
		if _, _, v := p.Window.Solve(p.Query, p.Entry, p.Distance); v != interaction.Borderline {
			t.Fatalf("float64 decides [%v, %v], closest at %v: %v", enter, exit, at, p)
		}
		o := kerneltest.Ask(p)
		m := interaction.MarginsOf(p.Query, p.Entry, p.Distance, float(o.From), float(o.To))
		bound := m.Bound
		if span := o.Span(); span > 0 {
			bound += o.Moved() * (ulp(a.Time) / span)
		}
		if there, least := root(o.SquareAt(o.Part(a.Time))), root(o.LeastSquare()); there-least > bound {
			t.Fatalf("%v at %v, least %v, bound %g: %v", there, a.Time, least, bound, p)
		}
	}
	t.Logf("%d times of closest approach were outside, %d distances above the threshold", held, lowered)
	if held < 20 || lowered < 100 {
		t.Errorf("%d times of closest approach were outside, %d distances above the threshold: too few to tell", held, lowered)
	}
}

// TestSpeedOfOwners: two segments that share one instant alone, because one ends there or a window does, have the speed of one relative to the other, whatever the
// numbers; and a point event has none.
func TestSpeedOfOwners(t *testing.T) {
	t.Parallel()
	const tick = math.SmallestNonzeroFloat64
	speed := func(w interaction.Window, q, e trajectory.Segment) float64 {
		a, b := w.ClosestOfOwners(q, e, math.Inf(1)).Speed, w.ClosestOfOwners(e, q, math.Inf(1)).Speed
		if !sameBits(a, b) {
			t.Errorf("%v, and exchanged %v: %v, %v", a, b, q, e)
		}
		return a
	}
	at := func(t float64) interaction.Window { return interaction.Window{From: t, To: t} }
	before := moving(0, 1, [3]float64{}, [3]float64{3, 0, 0})
	before.Last = true
	after := moving(1, 5, [3]float64{3, 1, 0}, [3]float64{3, 17, 0})
	huge := moving(tick, 50*tick, [3]float64{0x1p490}, [3]float64{50 * 0x1p490}) // 49 * (1/49) is not 1
	shorter := moving(0, tick, [3]float64{0, 1, 0}, [3]float64{0x1p490, 1, 0})
	shorter.Last = true
	for name, c := range map[string]struct {
		w    interaction.Window
		q, e trajectory.Segment
		want float64
	}{
		"one ends as the other begins":    {interaction.Unbounded(), before, after, 5},
		"a window of one instant":         {at(0.5), before, before, 0},
		"a window that ends at the start": {at(1), after, moving(0, 9, [3]float64{}, [3]float64{27, 36, 0}), 3},
		"at rest":                         {at(0.5), before, moving(0, 8, [3]float64{1, 1, 1}, [3]float64{1, 1, 1}), 3},
		"a point event":                   {interaction.Unbounded(), before, moving(1, 1, [3]float64{}, [3]float64{}), math.NaN()},
		"equal speeds beyond any float64": {interaction.Unbounded(), shorter, huge, 0},
		"a span of some length":           {interaction.Unbounded(), before, moving(0.5, 2.5, [3]float64{}, [3]float64{0, 8, 0}), 5},
	} {
		if c.e.T0 == c.e.T1 {
			c.e.Last = true
		}
		if got := speed(c.w, c.q, c.e); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: speed %v, want %v", name, got, c.want)
		}
	}
}
