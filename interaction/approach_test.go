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

// TestNearestSum: the sum of three lengths is the float64 nearest to the exact sum, also where two roundings would give another, and in any order.
func TestNearestSum(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	length := func() float64 {
		return math.Ldexp(float64(1+r.IntN(1<<r.IntN(30))), r.IntN(120)-60)
	}
	twice := 0
	for range 50_000 {
		x, y, z := length(), length(), length()
		switch r.IntN(3) {
		case 0: // x and half an ulp of x, and some more or nothing
			y, z = ulp(x)/2, ulp(x)*float64(r.IntN(3))*math.Ldexp(1, -r.IntN(200))
		case 1:
			x, y = math.Ldexp(x, -1074), math.Ldexp(y, -1060)
		}
		sum := new(big.Rat)
		for _, term := range []float64{x, y, z} {
			sum.Add(sum, new(big.Rat).SetFloat64(term))
		}
		want := float(sum)
		for _, got := range []float64{interaction.NearestSum(x, y, z), interaction.NearestSum(z, x, y), interaction.NearestSum(y, z, x)} {
			if got != want {
				t.Fatalf("%x + %x + %x: %x, want %x", x, y, z, got, want)
			}
		}
		if (y+z)+x != want {
			twice++
		}
	}
	if twice < 500 {
		t.Errorf("%d sums that two roundings get wrong: too few to tell", twice)
	}
}

// TestLeastInTheWindow: d_min of a hit in a cylinder is within β of the exact least distance of the closed window of heights, plus what the error of the window's ends
// adds, at any size of times; no more than d and the radii; and its time is in the hit.
func TestLeastInTheWindow(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	worst, cut, lowered := 0.0, 0, 0
	for range 150 {
		best, at := 0.0, cutOff(r)
		for failures := 0; failures < 20; failures++ {
			u := at
			changed(r, &u)
			ratio, isCut, isLowered := u.errorOfLeast(t)
			cut, lowered = cut+isCut, lowered+isLowered
			if ratio > best {
				best, at, failures = ratio, u, 0
			}
		}
		worst = max(worst, best)
	}
	t.Logf("worst error of a least distance in a window: %.4f of the bound; %d were cut, %d lowered", worst, cut, lowered)
	if cut < 500 || lowered < 20 || worst < 0.01 {
		t.Errorf("%d least distances at an end of the window, %d lowered, the worst error %.4f of the bound: too few to tell", cut, lowered, worst)
	}
}

// cutOff makes a hit whose heights are within V only before or after the two are closest; at times as large as those of our days, or small.
func cutOff(r *rand.Rand) (u upright) {
	begin := []float64{0, 1.7e9, 1.7e12}[r.IntN(3)]
	size := math.Pow(10, float64(r.IntN(7)))
	number := func() float64 { return size * (2*r.Float64() - 1) }
	for _, s := range []*trajectory.Upright{&u.q, &u.e} {
		s.Segment = moving(begin+r.Float64(), begin+2+10*r.Float64(), [3]float64{number(), number()}, [3]float64{number(), number()})
		s.H0, s.H1 = number(), number()
	}
	u.v, u.window = size*r.Float64(), interaction.Unbounded()
	u.graze(r)
	return u
}

// graze makes d the least distance in the window, or more.
func (p *upright) graze(r *rand.Rand) {
	o := kerneltest.AskCylinder(p.q, p.e, 0, p.heights(), p.window)
	if !o.Met || o.Empty {
		return
	}
	p.d = root(o.LeastSquare())
	switch r.IntN(3) {
	case 0:
		p.d = math.Nextafter(p.d, math.Inf(1))
	case 1:
		p.d *= 1 + r.Float64()
	}
}

// changed alters one of the numbers of a pair a little.
func changed(r *rand.Rand, u *upright) {
	s := []*trajectory.Upright{&u.q, &u.e}[r.IntN(2)]
	v := []*float64{&s.T0, &s.T1, &s.P0[0], &s.P0[1], &s.P1[0], &s.P1[1], &s.H0, &s.H1}[r.IntN(8)]
	*v *= 1 + math.Ldexp(r.Float64()-0.5, -r.IntN(53))
	if s.T1 <= s.T0 {
		s.T1 = s.T0 + 1
	}
	u.graze(r)
}

// errorOfLeast returns the error of the least distance in the window as a part of its bound; whether an end of the window has it, and whether the distance was above d.
func (p *upright) errorOfLeast(t *testing.T) (ratio float64, cut, lowered int) {
	t.Helper()
	enter, exit, hit := p.decide()
	if !hit {
		return 0, 0, 0
	}
	o := kerneltest.AskCylinder(p.q, p.e, p.d, p.heights(), p.window)
	rule := p.rule()
	a := rule.ClosestWithin(&p.q, &p.e, enter, exit)
	rule.Distance = math.MaxFloat64
	above := rule.ClosestWithin(&p.q, &p.e, enter, exit)
	pair := kerneltest.Pair{Query: p.q.Segment, Entry: p.e.Segment, Distance: p.d, Window: p.window}
	ends, part := interaction.WindowError(&p.q, &p.e, p.v, &p.window)
	bound := float(pair.Bound()) + ends
	least := root(o.LeastSquare())
	if miss := math.Abs(above.Distance - least); miss > bound || a.Distance > p.d || math.Abs(a.Distance-least) > bound || !(enter <= a.Time && a.Time <= exit) {
		t.Fatalf("%+v, unlowered %v, least %v, bound %g: %+v", a, above.Distance, least, bound, *p)
	}
	if part && o.Cuts() {
		cut++
	}
	if above.Distance > p.d {
		lowered++
	}
	return math.Abs(above.Distance-least) / bound, cut, lowered
}
