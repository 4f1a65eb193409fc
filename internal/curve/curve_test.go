package curve_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/curve"
	"flyby/internal/tier"
)

// exactPosition evaluates the cubic between two states at a time, in rational numbers.
func exactPosition(from, to curve.State, t *big.Rat) (p [3]*big.Rat) {
	rat := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	times := func(all ...*big.Rat) *big.Rat {
		product := big.NewRat(1, 1)
		for _, v := range all {
			product.Mul(product, v)
		}
		return product
	}
	span := new(big.Rat).Sub(rat(to.T), rat(from.T))
	s := new(big.Rat).Quo(new(big.Rat).Sub(t, rat(from.T)), span)
	c := new(big.Rat).Sub(big.NewRat(1, 1), s)
	one, two := big.NewRat(1, 1), big.NewRat(2, 1)
	for k := range p { // the four polynomials of Hermite
		p[k] = times(new(big.Rat).Add(one, times(two, s)), c, c, rat(from.P[k]))
		p[k].Add(p[k], times(s, c, c, span, rat(from.V[k])))
		p[k].Add(p[k], times(s, s, new(big.Rat).Add(one, times(two, c)), rat(to.P[k])))
		p[k].Sub(p[k], times(s, s, c, span, rat(to.V[k])))
	}
	return p
}

// samplesOf returns the positions of the states and of the samples between them.
func samplesOf(from, to curve.State, parts int) (times []float64, places [][3]float64) {
	times, places = []float64{from.T}, [][3]float64{from.P}
	for t, p := range curve.Between(from, to, parts) {
		times, places = append(times, t), append(places, p)
	}
	return append(times, to.T), append(places, to.P)
}

// farthest returns the greatest distance of chords from the curve, at some times of each: exact but for the
// last root.
func farthest(from, to curve.State, parts int, fractions ...int64) float64 {
	most := new(big.Rat)
	times, places := samplesOf(from, to, parts)
	for i := range len(times) - 1 {
		t0, t1 := new(big.Rat).SetFloat64(times[i]), new(big.Rat).SetFloat64(times[i+1])
		for _, hundredths := range fractions {
			f := big.NewRat(hundredths, 100)
			at := new(big.Rat).Add(t0, new(big.Rat).Mul(f, new(big.Rat).Sub(t1, t0)))
			square := new(big.Rat)
			for k, on := range exactPosition(from, to, at) {
				a, b := new(big.Rat).SetFloat64(places[i][k]), new(big.Rat).SetFloat64(places[i+1][k])
				chord := a.Add(a, b.Mul(f, b.Sub(b, a)))
				d := on.Sub(on, chord)
				square.Add(square, d.Mul(d, d))
			}
			if square.Cmp(most) > 0 {
				most = square
			}
		}
	}
	v, _ := most.Float64()
	return math.Sqrt(v)
}

// random makes two states: slow and fast, near the origin and far from it, at times that float64 resolves
// well and at times that it hardly resolves.
func random(r *rand.Rand) (from, to curve.State) {
	size := math.Pow(10, float64(r.IntN(13)-6))
	far := []float64{0, 1, 1e6, 1e12}[r.IntN(4)] * size
	from.T = []float64{0, -3, 1.7e9, 1e15}[r.IntN(4)]
	span := math.Pow(10, float64(r.IntN(8)-4))
	to.T = from.T + span
	if to.T <= from.T {
		to.T = math.Nextafter(from.T, math.Inf(1))
	}
	for k := range 2 + r.IntN(2) {
		from.P[k], to.P[k] = far+size*r.NormFloat64(), far+size*r.NormFloat64()
		from.V[k], to.V[k] = size/span*r.NormFloat64(), size/span*r.NormFloat64()
	}
	return from, to
}

// TestChordsStayWithin: by rational arithmetic no chord leaves the distance, whatever is rounded, and times
// ascend; where parts would be too many, the distance returned as fits does fit.
func TestChordsStayWithin(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(44, 1))
	split, refused, whole := 0, 0, 0
	for range 2000 {
		from, to := random(r)
		within := math.Abs(to.P[0]-from.P[0]) * math.Pow(10, -6*r.Float64())
		n, fits := curve.Parts(from, to, within)
		if n == 0 {
			refused++
			if n, _ = curve.Parts(from, to, fits); n == 0 || fits <= within {
				t.Fatalf("%+v to %+v: within %v is refused, and so is %v, which is to fit", from, to, within, fits)
			}
			within = fits
		}
		if n == 1 {
			whole++
		} else {
			split++
		}
		times, _ := samplesOf(from, to, n)
		if !slices.IsSortedFunc(times, func(a, b float64) int {
			if a < b {
				return -1
			}
			return 1
		}) {
			t.Fatalf("%+v to %+v in %d parts: times do not ascend", from, to, n)
		}
		if n > 12 {
			continue // rational numbers take long
		}
		if off := farthest(from, to, n, 0, 21, 50, 79, 100); off > within {
			t.Fatalf("%+v to %+v in %d parts: %v off, want %v at most", from, to, n, off, within)
		}
	}
	if split < 500 || refused < 50 || whole < 50 {
		t.Errorf("%d split, %d refused, %d in one part: want more of each", split, refused, whole)
	}
}

// TestPartsAreFew: a distance is met with about as few parts as the curve needs, and their number grows
// with the inverse square root of the distance.
func TestPartsAreFew(t *testing.T) {
	tier.Full(t)
	from := curve.State{P: [3]float64{7000}, V: [3]float64{0, 7.546}}
	to := curve.State{T: 60, P: [3]float64{6985.36, 452.44}, V: [3]float64{-0.4877, 7.5302}}
	for within := 10.0; within > 1e-6; within /= 4 {
		n, _ := curve.Parts(from, to, within)
		if n == 0 {
			t.Fatalf("within %v is refused", within)
		}
		if n > 1 {
			if off := farthest(from, to, n-1, 50); n < 80 && off < 0.9*within {
				t.Errorf("within %v: %d parts, and %d are %v off", within, n, n-1, off)
			}
		}
		if more, _ := curve.Parts(from, to, within/4); more > 2*n {
			t.Errorf("within %v: %d parts, and a quarter of it takes %d", within, n, more)
		}
	}
	if n, _ := curve.Parts(from, to, 4); n != 1 {
		t.Errorf("%d parts of a segment whose chord is near enough", n)
	}
}

// TestStraightMotion: motion at constant velocity is not split, but where rounding decides.
func TestStraightMotion(t *testing.T) {
	from := curve.State{T: 1.7e9, P: [3]float64{1e6, 2e6, 3e6}, V: [3]float64{3, -7, 0.5}}
	to := curve.State{T: 1.7e9 + 10, P: [3]float64{1e6 + 30, 2e6 - 70, 3e6 + 5}, V: from.V}
	if n, _ := curve.Parts(from, to, 1e-9); n != 1 {
		t.Errorf("%d parts of a straight way", n)
	}
	if n, fits := curve.Parts(from, to, 1e-300); n != 0 || !(fits < 1e-9) {
		t.Errorf("%d parts, and %v fits, of a straight way within nearly nothing", n, fits)
	}
}

// TestRefused: distances that float64 cannot hold are refused, with one that can be met where there is one.
func TestRefused(t *testing.T) {
	huge := curve.State{T: 1, V: [3]float64{0x1p999}}
	for _, c := range []struct {
		from, to curve.State
		within   float64
		none     bool
	}{
		{curve.State{T: -0x1p900}, huge, 1, true},
		{curve.State{P: [3]float64{0x1p1000}, V: [3]float64{1, 3}}, curve.State{T: 1, P: [3]float64{0x1p1000}}, 1e-9, false},
		{curve.State{P: [3]float64{0x1p1000}, V: [3]float64{0x1p990}}, curve.State{T: 1, P: [3]float64{0x1p1000}}, 1, false},
		{curve.State{T: 0x1p60, V: [3]float64{1, 1}}, curve.State{T: 0x1p60 + 256}, 0.001, false}, // one step of times
		{curve.State{V: [3]float64{1, 1}}, curve.State{T: 1}, 0, false},
		{curve.State{V: [3]float64{1, 1}}, curve.State{T: 1}, 1e-12, false},
	} {
		n, fits := curve.Parts(c.from, c.to, c.within)
		if n != 0 || math.IsInf(fits, 1) != c.none || fits <= c.within {
			t.Errorf("%+v to %+v within %v: %d parts, %v fits", c.from, c.to, c.within, n, fits)
		}
		if again, _ := curve.Parts(c.from, c.to, fits); again == 0 && !c.none {
			t.Errorf("%+v to %+v: %v is to fit, and does not", c.from, c.to, fits)
		}
	}
}

// TestWorse: an error has a distance that fits all segments.
func TestWorse(t *testing.T) {
	var e *curve.Error
	if e = e.Worse(1, 0); e != nil {
		t.Fatal(e)
	}
	if e = e.Worse(1, 3).Worse(1, 2).Worse(1, 0); e.Fits != 3 || e.Within != 1 {
		t.Errorf("%+v, want what fits both", e)
	}
	want := "curve: chords within 1 of the curves would split a segment into more than 10000 parts; within 3 would not"
	if e.Error() != want {
		t.Errorf("%s, want %s", e, want)
	}
	if e = e.Worse(1, math.Inf(1)); e.Error() != "curve: positions and velocities are too large for curves" {
		t.Error(e)
	}
}
