package angle

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

const (
	precision = 240
	piDigits  = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211707"
)

func number(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func pi() *big.Float {
	p, _ := new(big.Float).SetPrec(precision).SetString(piDigits)
	return p
}

// radians returns degrees in radians.
func radians(degrees float64) *big.Float {
	x := number(degrees)
	return x.Quo(x.Mul(x, pi()), number(180))
}

// series returns the sine and the cosine of x in radians, |x| < 7, by Taylor's series.
func series(x *big.Float) (sin, cos *big.Float) {
	sin, cos = number(0), number(0)
	term := number(1)
	least := min(x.MantExp(nil), 0) - precision
	for k := 0; k < 4 || term.Sign() != 0 && term.MantExp(nil) > least; k++ {
		into := [...]*big.Float{cos, sin}[k%2]
		if k%4 < 2 {
			into.Add(into, term)
		} else {
			into.Sub(into, term)
		}
		term.Quo(term.Mul(term, x), number(float64(k+1)))
	}
	return sin, cos
}

// ulps returns the distance of a float64 from a number, in units in the last place of the number.
func ulps(got float64, want *big.Float) float64 {
	exp := max(want.MantExp(nil), -1021)
	off := number(got)
	off.Abs(off.Sub(off, want))
	f, _ := off.SetMantExp(off, 53-exp).Float64()
	return f
}

// angles returns angles that are hard to round, and n at random.
func angles(n int) []float64 {
	var all []float64
	for k := -4; k <= 8; k++ {
		x := 45 * float64(k)
		for range 4 {
			all = append(all, x, 90*float64(k)-x)
			x = math.Nextafter(x, 1000)
		}
		x = 45 * float64(k)
		for range 4 {
			all = append(all, x)
			x = math.Nextafter(x, -1000)
		}
	}
	for _, tiny := range []float64{0x1p-1074, 0x1.8p-1070, 0x1p-1022, 1e-307, 1e-160, 1e-103, 1e-20, 0x1p-26, 1e-6} {
		for _, at := range []float64{0, 45, 90, 180, -90} {
			all = append(all, at+tiny, at-tiny)
		}
	}
	for x := -180.0; x <= 360; x += 0.5 {
		all = append(all, x)
	}
	rng := rand.New(rand.NewPCG(11, 12))
	for range n {
		x := rng.Float64()*540 - 180
		switch rng.IntN(4) {
		case 0:
			x = math.Round(x*1e6) / 1e6 // as files have them
		case 1:
			x = math.Ldexp(x, -rng.IntN(60))
		}
		all = append(all, x)
	}
	return all
}

// TestSincosError compares with series of 240 bits.
func TestSincosError(t *testing.T) {
	const n = 10_000
	var worstSin, worstCos float64
	for _, x := range angles(n) {
		sin, cos := Sincos(x)
		wantSin, wantCos := series(radians(x))
		if math.Mod(x, 90) == 0 { // π ends somewhere
			if quarter := int(x/90) & 3; sin != [4]float64{0, 1, 0, -1}[quarter] || cos != [4]float64{1, 0, -1, 0}[quarter] {
				t.Errorf("Sincos(%v) = %v, %v", x, sin, cos)
			}
			continue
		}
		offSin, offCos := ulps(sin, wantSin), ulps(cos, wantCos)
		if offSin > 0.6 || offCos > 0.6 {
			t.Errorf("Sincos(%v) = %v, %v: off by %v and %v ulp", x, sin, cos, offSin, offCos)
		}
		worstSin, worstCos = max(worstSin, offSin), max(worstCos, offCos)
	}
	t.Logf("worst errors: sine %.4f ulp, cosine %.4f ulp", worstSin, worstCos)
}

func TestSincosSymmetry(t *testing.T) {
	same := func(what string, x, a, b float64) {
		if a != b || math.Signbit(a) != math.Signbit(b) && a != 0 {
			t.Errorf("%s, x = %v: %v, %v", what, x, a, b)
		}
	}
	for _, x := range angles(100_000) {
		sin, cos := Sincos(x)
		if sin == 0 && math.Signbit(sin) || cos == 0 && math.Signbit(cos) {
			t.Errorf("Sincos(%v) = %v, %v: a zero with a sign", x, sin, cos)
		}
		s, c := Sincos(-x)
		same("sin -x", x, 0-sin, s)
		same("cos -x", x, cos, c)
		if y := 180 - x; 180-y == x && y-180 == -x {
			s, c = Sincos(y)
			same("sin 180-x", x, sin, s)
			same("cos 180-x", x, 0-cos, c)
		}
		if y := 90 - x; 90-y == x && exact(90, x) {
			s, c = Sincos(y)
			same("sin 90-x", x, cos, s)
			same("cos 90-x", x, sin, c)
		}
		if y := x + 360; y-360 == x && exact(360, -x) {
			s, c = Sincos(y)
			same("sin x+360", x, sin, s)
			same("cos x+360", x, cos, c)
		}
	}
}

// exact reports whether a-b is a float64.
func exact(a, b float64) bool {
	return number(a-b).Cmp(number(0).Sub(number(a), number(b))) == 0
}

func TestSincosHalves(t *testing.T) {
	for _, c := range []struct{ x, sin, cos float64 }{
		{30, 0.5, 0}, {150, 0.5, 0}, {-30, -0.5, 0}, {210, -0.5, 0}, {330, -0.5, 0},
		{60, 0, 0.5}, {-60, 0, 0.5}, {120, 0, -0.5}, {240, 0, -0.5}, {300, 0, 0.5},
		{0x1p20 - 16, -0x1.bb67ae8584caap-1, -0.5}, // 240 after 2912 turns
	} {
		sin, cos := Sincos(c.x)
		if c.sin != 0 && sin != c.sin || c.cos != 0 && cos != c.cos {
			t.Errorf("Sincos(%v) = %v, %v", c.x, sin, cos)
		}
	}
}

// TestConstants pins the parts of π/180 and 1/6.
func TestConstants(t *testing.T) {
	for _, c := range []struct {
		whole     *big.Float
		high, low float64
	}{
		{radians(1), perDegree, perDegreeLow},
		{number(0).Quo(number(1), number(6)), sixth, sixthLow},
	} {
		high, _ := c.whole.Float64()
		low, _ := number(0).Sub(c.whole, number(high)).Float64()
		if high != c.high || low != c.low {
			t.Errorf("%v is %x and %x, not %x and %x", c.whole, high, low, c.high, c.low)
		}
	}
}

// degreesOf returns the angle of (x, y), by a step of Newton's method with numbers of 240 bits from
// start, a float64, which leaves 1e-45 of an error of 1e-15.
func degreesOf(y, x, start float64) *big.Float {
	a := radians(start)
	sin, cos := series(a)
	across := number(0).Sub(number(0).Mul(number(y), cos), number(0).Mul(number(x), sin))
	along := number(0).Add(number(0).Mul(number(y), sin), number(0).Mul(number(x), cos))
	a.Add(a, across.Quo(across, along))
	return a.Quo(a.Mul(a, number(180)), pi())
}

func TestAtan2Error(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	worst := 0.0
	for k := range 10_000 {
		y, x := rng.Float64(), 2*rng.Float64()-1
		switch k % 4 {
		case 0:
			y = math.Ldexp(y, -rng.IntN(80))
		case 1:
			x = math.Ldexp(x, -rng.IntN(80))
		case 2: // near the ends of a piece
			y = math.Abs(x) * (float64(rng.IntN(17))/16 + math.Ldexp(rng.Float64()-0.5, -rng.IntN(60)))
		}
		if y <= 0 || x == 0 {
			continue
		}
		got := Atan2(y, x)
		off := ulps(got, degreesOf(y, x, got))
		if off > 3 || math.Abs(got-math.Atan2(y, x)*180/math.Pi) > 1e-13 {
			t.Errorf("Atan2(%v, %v) = %v: off by %v ulp", y, x, got, off)
		}
		worst = max(worst, off)
	}
	t.Logf("worst error: %.3f ulp", worst)
}

func TestAtan2Exact(t *testing.T) {
	for _, c := range [][3]float64{
		{0, 0, 0}, {0, 1, 0}, {0, -1, 180}, {1, 0, 90}, {2, 2, 45}, {3, -3, 135}, {0x1p-1000, 0x1p-1000, 45}, {1, 0x1p-1074, 90},
	} {
		if got := Atan2(c[0], c[1]); got != c[2] {
			t.Errorf("Atan2(%v, %v) = %v, want %v", c[0], c[1], got, c[2])
		}
	}
}

// TestSameBits pins bits that were observed on amd64 and, under qemu, on arm64.
func TestSameBits(t *testing.T) {
	var sum uint64
	rng := rand.New(rand.NewPCG(15, 16))
	for range 100_000 {
		x := rng.Float64()*540 - 180
		sin, cos := Sincos(x)
		for _, v := range []float64{sin, cos, Atan2(math.Abs(sin), cos)} {
			sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(v)
		}
	}
	if sum != 0xf275f860a89d4f54 {
		t.Errorf("hash of 300,000 results: %#x", sum)
	}
}

func BenchmarkSincos(b *testing.B) {
	x, sum := -180.0, 0.0
	for b.Loop() {
		sin, cos := Sincos(x)
		sum += sin + cos
		if x += 0.7306; x > 360 {
			x -= 540
		}
	}
	if math.IsNaN(sum) {
		b.Fatal(sum)
	}
}

// BenchmarkSincosRadians times package math's functions.
func BenchmarkSincosRadians(b *testing.B) {
	x, sum := -180.0, 0.0
	for b.Loop() {
		sin, cos := math.Sincos(x * (math.Pi / 180))
		sum += sin + cos
		if x += 0.7306; x > 360 {
			x -= 540
		}
	}
	if math.IsNaN(sum) {
		b.Fatal(sum)
	}
}
