package interaction_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// upright is a pair with heights, and the thresholds.
type upright struct {
	q, e   trajectory.Upright
	d, v   float64
	window interaction.Window
	strict bool
}

func (p *upright) heights() interaction.Heights {
	return interaction.Heights{Within: p.v, Strict: p.strict}
}

// rule returns the rule with the thresholds.
func (p *upright) rule() *interaction.Rule {
	v := p.heights()
	return &interaction.Rule{Distance: p.d, Window: p.window, Vertical: &v}
}

// decide returns the decision of a search about the pair.
func (p *upright) decide() (enter, exit float64, hit bool) {
	enter, exit, hit = p.window.Decide(p.q.Segment, p.e.Segment, p.d)
	if !hit {
		return 0, 0, false
	}
	enter, exit, hit, _ = p.rule().WithinHeights(&p.q, &p.e, enter, exit)
	return enter, exit, hit
}

// lifted gives a pair heights: level or climbing, on a lattice or anywhere, with a difference of V throughout, of V where the distance
// is d, or far from V.
func lifted(r *rand.Rand, p kerneltest.Pair) upright {
	u := upright{d: p.Distance, window: p.Window}
	u.q.Segment, u.e.Segment = p.Query, p.Entry
	height := func() float64 { return float64(r.IntN(9)) / 2 }
	switch r.IntN(6) {
	case 0:
		height = func() float64 { return 4 * r.Float64() }
	case 1:
		height = func() float64 { return 1e4 + float64(r.IntN(1000))/10 }
	case 2: // flight levels in metres: V is a multiple of their distance
		height = func() float64 { return float64(3048*(30+r.IntN(6))) / 10 }
	case 3: // of any size
		size := math.Pow(10, float64(r.IntN(40)-20))
		height = func() float64 { return float64(r.IntN(10)) * size }
	}
	vs := []float64{0, 0.5, 1, 2, 2.75, 30, math.Abs(height()) * r.Float64(), 304.8, math.Abs(height() - height())}
	if r.IntN(4) == 0 { // so far up that the decimals of heights are beyond the bound of their difference
		height = func() float64 { return 2.1e6 + float64(r.IntN(99))/10 }
		vs = []float64{0.1, 0.2, 0.3, 0.7, 1.1, 2.3}
	}
	u.strict = r.IntN(2) == 0
	u.q.H0, u.e.H0, u.v = height(), height(), vs[r.IntN(len(vs))]
	u.q.H1, u.e.H1 = height(), height()
	if r.IntN(3) == 0 {
		u.q.H1, u.e.H1 = u.q.H0, u.e.H0 // level
	}
	for _, s := range []*trajectory.Upright{&u.q, &u.e} {
		if s.T0 == s.T1 {
			s.H1 = s.H0
		}
	}
	if r.IntN(4) == 0 { // the window ends where the pair is at d, about
		u.v = math.Abs(u.e.H0-u.q.H0) * float64(r.IntN(9)) / 8
	}
	return u
}

// TestCylinder: decisions agree with rational numbers on many pairs, most of them at the horizontal threshold and some at both; times
// are the ends of the intersection.
func TestCylinder(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	hits, cut, exact := 0, 0, 0
	for p := range kerneltest.Pairs(r, adversarial/2) {
		u := lifted(r, p)
		o := kerneltest.AskCylinder(u.q, u.e, u.d, u.heights(), u.window)
		enter, exit, hit := u.decide()
		if hit != o.Hit() {
			t.Fatalf("hit %v, want %v: %+v", hit, o.Hit(), u)
		}
		if !hit {
			if o.Oracle.Hit() {
				cut++
			}
			continue
		}
		hits++
		if u.isExact(t) {
			exact++
		}
		u.checkTimes(t, o, enter, exit)
		u.checkApproach(t, o, enter, exit)
	}
	t.Logf("%d hits, %d cut away, %d left to rational numbers", hits, cut, exact)
	if hits < 300 || cut < 300 || exact < 40 {
		t.Errorf("%d hits, %d cut away, %d left to rational numbers: too few to tell", hits, cut, exact)
	}
}

// isExact reports whether float64 leaves the hit to rational numbers, and fails unless these find it, within its interval.
func (p *upright) isExact(t *testing.T) bool {
	enter, exit, _ := p.window.Decide(p.q.Segment, p.e.Segment, p.d)
	from, to, hit := interaction.WithinHeightsExactly(&p.q, &p.e, p.d, p.heights(), &p.window, enter, exit)
	if !hit || from > to || from < enter || to > exit {
		t.Fatalf("[%v, %v] %v in rational numbers, of [%v, %v]: %+v", from, to, hit, enter, exit, *p)
	}
	return interaction.LeavesHeights(&p.q, &p.e, p.d, p.heights(), &p.window, enter, exit)
}

// checkTimes fails unless [enter, exit] is in the hit's interval and, up to rounding, in the window: where it is shorter than the
// interval, it ends with the window.
func (p *upright) checkTimes(t *testing.T, o *kerneltest.CylinderOracle, enter, exit float64) {
	t.Helper()
	a, b, _ := p.window.Decide(p.q.Segment, p.e.Segment, p.d)
	if !(a <= enter && enter <= exit && exit <= b) {
		t.Fatalf("[%v, %v] of [%v, %v]: %+v", enter, exit, a, b, *p)
	}
	slack := new(big.Rat).SetFloat64(p.v + math.Abs(p.q.H0) + math.Abs(p.q.H1) + math.Abs(p.e.H0) + math.Abs(p.e.H1))
	slack.Mul(slack, big.NewRat(1, 1<<40))
	for _, at := range []float64{enter, exit} {
		if o.Oracle.From.Cmp(o.Oracle.To) == 0 {
			continue
		}
		room := new(big.Rat).Abs(o.HeightAt(o.Part(at)))
		room.Sub(room, new(big.Rat).SetFloat64(p.v))
		steep := new(big.Rat).Abs(o.HeightAt(big.NewRat(1, 1)))
		steep.Add(steep, new(big.Rat).Abs(o.HeightAt(new(big.Rat))))
		steep.Mul(steep, roundingOf(o, at))
		steep.Add(steep, slack)
		if at != a && at != b {
			room.Abs(room)
		}
		if room.Cmp(steep) > 0 {
			t.Fatalf("at %v heights are %v beyond %v: %+v", at, float(room), p.v, *p)
		}
	}
}

// roundingOf returns the part of the span by which a time may be off, a few units of its last place.
func roundingOf(o *kerneltest.CylinderOracle, at float64) *big.Rat {
	span := new(big.Rat).Sub(o.Oracle.To, o.Oracle.From)
	off := new(big.Rat).SetFloat64(8 * max(ulp(at), ulp(float(o.Oracle.From)), ulp(float(o.Oracle.To))))
	return off.Quo(off, span)
}

// checkApproach fails unless the closest approach is the least distance in the intersection, within its bound, and no more than the threshold.
func (p *upright) checkApproach(t *testing.T, o *kerneltest.CylinderOracle, enter, exit float64) {
	t.Helper()
	a := p.rule().ClosestWithin(&p.q, &p.e, enter, exit)
	pair := kerneltest.Pair{Query: p.q.Segment, Entry: p.e.Segment, Distance: p.d, Window: p.window}
	if !(enter <= a.Time && a.Time <= exit) {
		t.Fatalf("closest at %v, not in [%v, %v]: %+v", a.Time, enter, exit, *p)
	}
	least := root(o.LeastSquare())
	ends, _ := interaction.WindowError(&p.q, &p.e, p.v, &p.window)
	if bound := float(pair.Bound()) + ends; !(math.Abs(a.Distance-least) <= bound) || a.Distance > float(o.Threshold) {
		t.Fatalf("least distance %v, want %v within %v, and %v at most: %+v", a.Distance, least, bound, float(o.Threshold), *p)
	}
	if math.Abs(a.Height) > p.v {
		t.Fatalf("height %v beyond %v: %+v", a.Height, p.v, *p)
	}
}

// TestTallCylinder: where heights are always close enough, the answer equals the answer without heights, to the bit.
func TestTallCylinder(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	hits := 0
	for p := range kerneltest.Pairs(r, adversarial/8) {
		u := lifted(r, p)
		u.v = 0x1p1000
		wantEnter, wantExit, want := p.Window.Decide(p.Query, p.Entry, p.Distance)
		enter, exit, hit := u.decide()
		if hit != want || hit && (!sameBits(enter, wantEnter) || !sameBits(exit, wantExit)) {
			t.Fatalf("[%v, %v] %v, want [%v, %v] %v: %+v", enter, exit, hit, wantEnter, wantExit, want, u)
		}
		if !hit {
			continue
		}
		hits++
		a := u.rule().ClosestWithin(&u.q, &u.e, enter, exit)
		b := p.Window.ClosestOfHit(p.Query, p.Entry, p.Distance, enter, exit)
		if !sameBits(a.Time, b.Time) || !sameBits(a.Distance, b.Distance) || !sameBits(a.Speed, b.Speed) {
			t.Fatalf("%+v, want %+v: %+v", a, b, u)
		}
		start, end := u.rule().AtEndsWithin(&u.q, &u.e)
		if in0, in1 := p.Window.AtEnds(&p.Query, &p.Entry, p.Distance); start != in0 || end != in1 {
			t.Fatalf("within at the ends: %v, %v, want %v, %v: %+v", start, end, in0, in1, u)
		}
	}
	if hits < 100 {
		t.Errorf("%d hits: too few to tell", hits)
	}
}

// TestTallerCylinderOnlyAdds: a hit stays a hit as the threshold grows, and lasts no less, up to rounding; and exchanging the two
// objects changes only the sign of the height.
func TestTallerCylinderOnlyAdds(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	grown := 0
	for p := range kerneltest.Pairs(r, adversarial/4) {
		low := lifted(r, p)
		high := low
		high.v = []float64{math.Nextafter(low.v, math.Inf(1)), low.v + 0.25, 2 * low.v, 1e6 + 2*low.v}[r.IntN(4)]
		a, b, hit := low.decide()
		if !hit {
			continue
		}
		enter, exit, still := high.decide()
		near := 8 * max(ulp(enter), ulp(exit))
		if !still || enter > a+near || exit < b-near {
			t.Fatalf("[%v, %v] within %v, but [%v, %v] %v within %v: %+v", a, b, low.v, enter, exit, still, high.v, low)
		}
		if enter < a || exit > b {
			grown++
		}
		other := upright{low.e, low.q, low.d, low.v, low.window, low.strict}
		if c, d, hit := other.decide(); !hit || !sameBits(c, a) || !sameBits(d, b) {
			t.Fatalf("[%v, %v], with the roles exchanged [%v, %v] %v: %+v", a, b, c, d, hit, low)
		}
	}
	if grown < 25 {
		t.Errorf("%d intervals grew: too few to tell", grown)
	}
}

// climbing returns a segment along the x axis with heights.
func climbing(t0, t1, x0, x1, h0, h1 float64) trajectory.Upright {
	return trajectory.Upright{Segment: line(t0, t1, x0, x1), H0: h0, H1: h1}
}

// TestCylinderAtItsEdges: closed intervals, instants, and touches of both thresholds at once are hits.
func TestCylinderAtItsEdges(t *testing.T) {
	still := climbing(0, 10, 0, 0, 0, 0)
	for _, c := range []struct {
		name        string
		e           trajectory.Upright
		d, v        float64
		window      interaction.Window
		enter, exit float64
		hit         bool
	}{
		{"level at V", climbing(0, 10, 1, 1, 100, 100), 1, 100, interaction.Unbounded(), 0, 10, true},
		{"level an ulp above V", climbing(0, 10, 1, 1, math.Nextafter(100, 200), math.Nextafter(100, 200)), 1, 100, interaction.Unbounded(), 0, 0, false},
		{"level at V with decimals", climbing(0, 10, 1, 1, 0.3, 0.3), 1, 0.3, interaction.Unbounded(), 0, 10, true},
		{"equal heights, V = 0", climbing(0, 10, 1, 1, 0, 0), 1, 0, interaction.Unbounded(), 0, 10, true},
		{"crossing, V = 0", climbing(0, 10, 1, 1, -5, 5), 1, 0, interaction.Unbounded(), 5, 5, true},
		{"crossing, V = 1", climbing(0, 10, 1, 1, 5, -5), 1, 1, interaction.Unbounded(), 4, 6, true},
		{"leaving at once", climbing(0, 10, 1, 1, 1, 11), 1, 1, interaction.Unbounded(), 0, 0, true},
		{"arriving at last", climbing(0, 10, 1, 1, 11, 1), 1, 1, interaction.Unbounded(), 10, 10, true},
		{"near first, close in height then", climbing(0, 10, 0, 10, 6, -4), 4, 2, interaction.Unbounded(), 4, 4, true},
		{"near first, too high until an instant later", climbing(0, 10, 0, 10, 6.25, -3.75), 4, 2, interaction.Unbounded(), 0, 0, false},
		{"a pass at d just as heights are V apart", climbing(0, 10, -5, 5, 15, -5), 0, 5, interaction.Unbounded(), 5, 5, true},
		{"the window begins after both", climbing(0, 10, 1, 1, 0, 10), 1, 4, interaction.Window{From: 5, To: 9}, 0, 0, false},
		{"the window begins as heights part", climbing(0, 10, 1, 1, 0, 10), 1, 5, interaction.Window{From: 5, To: 9}, 5, 5, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := upright{still, c.e, c.d, c.v, c.window, false}
			if o := kerneltest.AskCylinder(u.q, u.e, u.d, u.heights(), u.window); o.Hit() != c.hit {
				t.Fatalf("the oracle says %v", o.Hit())
			}
			enter, exit, hit := u.decide()
			if enter != c.enter || exit != c.exit || hit != c.hit {
				t.Errorf("[%v, %v] %v, want [%v, %v] %v", enter, exit, hit, c.enter, c.exit, c.hit)
			}
		})
	}
}

// TestHeightsAreText: a threshold is written as the shortest decimal, a strict one after <, and none as nothing.
func TestHeightsAreText(t *testing.T) {
	for want, h := range map[string]*interaction.Heights{"": nil, "304.8": {Within: 304.8}, "<304.8": {Within: 304.8, Strict: true}, "<1e-09": {Within: 1e-9, Strict: true}} {
		if got := h.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestClosestWithin: the closest approach is the least distance while heights are close enough.
func TestClosestWithin(t *testing.T) {
	pass := climbing(0, 10, -5, 5, 9, -1) // over q at 5, 4 above it; 2 at 7
	still := climbing(0, 10, 0, 0, 0, 0)
	for _, c := range []struct{ v, at, distance, height float64 }{{2, 7, 2, 2}, {4, 5, 0, 4}, {5, 5, 0, 4}, {1, 8, 3, 1}} {
		rule := interaction.Rule{Distance: 4, Window: interaction.Unbounded(), Vertical: &interaction.Heights{Within: c.v}}
		enter, exit, _, _ := rule.WithinHeights(&still, &pass, 1, 9)
		a := rule.ClosestWithin(&still, &pass, enter, exit)
		if a.Time != c.at || a.Distance != c.distance || a.Height != c.height || a.Speed != 1 {
			t.Errorf("V = %v: %+v, want %v, %v, %v, 1", c.v, a, c.at, c.distance, c.height)
		}
		b := rule.ClosestWithin(&pass, &still, enter, exit)
		if b.Height != -c.height || b.Distance != c.distance {
			t.Errorf("V = %v, exchanged: %+v", c.v, b)
		}
	}
}

// TestStrictCylinder: a hit with heights that differ by less than V is a hit with heights within V, with the same times; a hit within
// the float64 below V is a hit with heights that differ by less than V.
func TestStrictCylinder(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	gone := 0
	for p := range kerneltest.Pairs(r, adversarial/4) {
		closed := lifted(r, p)
		closed.strict = false
		if apart := new(big.Rat).Sub(kerneltest.Written(closed.e.H0), kerneltest.Written(closed.q.H0)); r.IntN(2) == 0 {
			closed.v = math.Abs(float(apart))
		}
		strict, lower := closed, closed
		strict.strict, lower.v = true, math.Nextafter(closed.v, math.Inf(-1))
		a, b, hit := closed.decide()
		c, d, below := strict.decide()
		if below && !(hit && sameBits(a, c) && sameBits(b, d)) {
			t.Fatalf("[%v, %v] below, [%v, %v] %v within: %+v", c, d, a, b, hit, closed)
		}
		if hit && !below {
			gone++
		}
		if _, _, stays := lower.decide(); lower.v >= 0 && stays && !below {
			t.Fatalf("a hit within %v, and none below: %+v", lower.v, strict)
		}
	}
	if gone < 50 {
		t.Errorf("%d hits at V: too few to tell", gone)
	}
}

// TestStrictAtItsEdges: heights that are V apart for an instant, throughout, or only while the two are far, are decided by the strict
// rule.
func TestStrictAtItsEdges(t *testing.T) {
	still := climbing(0, 10, 0, 0, 9144, 9144)
	for _, c := range []struct {
		name        string
		e           trajectory.Upright
		d, v        float64
		enter, exit float64
		hit         bool
	}{
		{"level at V", climbing(0, 10, 1, 1, 9448.8, 9448.8), 1, 304.8, 0, 0, false},
		{"level at V, below", climbing(0, 10, 1, 1, 8839.2, 8839.2), 1, 304.8, 0, 0, false},
		{"level an ulp below V", climbing(0, 10, 1, 1, math.Nextafter(9448.8, 0), math.Nextafter(9448.8, 0)), 1, 304.8, 0, 10, true},
		{"level, and V an ulp more", climbing(0, 10, 1, 1, 9448.8, 9448.8), 1, math.Nextafter(304.8, 305), 0, 10, true},
		{"at V at first, then closer", climbing(0, 10, 1, 1, 9448.8, 9144), 1, 304.8, 0, 10, true},
		{"at V at first, then farther", climbing(0, 10, 1, 1, 9448.8, 9753.6), 1, 304.8, 0, 0, false},
		{"at V at last", climbing(0, 10, 1, 1, 9753.6, 9448.8), 1, 304.8, 0, 0, false},
		{"from V above to V below", climbing(0, 10, 1, 1, 9448.8, 8839.2), 1, 304.8, 0, 10, true},
		{"closer only once it is far", climbing(0, 10, 1, 11, 9448.8, 9144), 1, 304.8, 0, 0, false},
		{"closer until it is near", climbing(0, 10, 11, 1, 9144, 9448.8), 1, 304.8, 0, 0, false},
		{"a touch of d while it is closer", climbing(0, 10, 11, 1, 9448.8, 9144), 1, 304.8, 10, 10, true},
		{"crossing", climbing(0, 10, 1, 1, 9144-3048, 9144+3048), 1, 304.8, 4.5, 5.5, true},
		{"at V as it comes near, in between", climbing(0, 10, -9, 11, 9144-3048, 9144+3048), 0, 304.8, 0, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := upright{still, c.e, c.d, c.v, interaction.Unbounded(), true}
			if o := kerneltest.AskCylinder(u.q, u.e, u.d, u.heights(), u.window); o.Hit() != c.hit {
				t.Errorf("the oracle says %v", o.Hit())
			}
			if enter, exit, hit := u.decide(); enter != c.enter || exit != c.exit || hit != c.hit {
				t.Errorf("[%v, %v] %v, want [%v, %v] %v", enter, exit, hit, c.enter, c.exit, c.hit)
			}
		})
	}
}
