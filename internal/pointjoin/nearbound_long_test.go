//go:build long

package pointjoin_test

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
)

var climbSeed = flag.Uint64("climb.seed", 1, "seed of TestClimbToBound")

// TestClimbToBound: answers are right up to inputs that rounding misjudges by more than half of (n+4)u. It logs these inputs: go
// test -tags long ./internal/pointjoin -run ClimbToBound -v -args -climb.seed 2 looks for more rows of the tables.
func TestClimbToBound(t *testing.T) {
	const climbs, steps = 3, 20000
	for _, c := range []struct {
		name   string
		points int
		of     measure
	}{{"closer", 3, measureCloser}, {"within", 2, measureWithin}} {
		for n := 2; n <= 6; n++ {
			var best []float64
			most := math.Inf(-1)
			for run := range uint64(climbs) {
				r := rand.New(rand.NewPCG(*climbSeed, run<<32|uint64(n)))
				x := make([]float64, n*c.points)
				for i := range x {
					x[i] = changed(r, 1)
				}
				if found, wrong := climb(t, r, n, x, steps, c.of); wrong > most {
					best, most = found, wrong
				}
			}
			if t.Logf("%s, n = %d: misjudged by %.3f (n+4)u: %x", c.name, n, most, best); most < 0.5 {
				t.Errorf("%s, n = %d: the climb came to %v (n+4)u", c.name, n, most)
			}
		}
	}
}

// measure returns how far rounding misjudges points of n dimensions, whose coordinates are concatenated in x. A wrong answer fails
// the test.
type measure func(t testing.TB, n int, x []float64) float64

// measureCloser measures points p, a and b.
func measureCloser(t testing.TB, n int, x []float64) float64 {
	p, a, b := x[:n], x[n:2*n], x[2*n:]
	want := squaresExactly(t, p, a).Cmp(squaresExactly(t, p, b))
	if got := pointjoin.Closer(p, a, b); got != want {
		t.Fatalf("%x: %x before %x: %d, want %d", p, a, b, got, want)
	}
	return misjudgedCloser(p, a, b, want)
}

// measureWithin measures points p and q, at the three values of eps nearest to their distance.
func measureWithin(t testing.TB, n int, x []float64) float64 {
	p, q := x[:n], x[n:]
	exactly, most := squaresExactly(t, p, q), math.Inf(-1)
	near, _ := new(big.Float).Sqrt(exactly).Float64()
	for _, eps := range []float64{down(near), near, up(near)} {
		want := exactly.Cmp(squaresExactly(t, []float64{eps}, []float64{0})) <= 0
		if got := threshold(t, eps).Within(p, q); got != want {
			t.Fatalf("%x and %x within %x: %t", p, q, eps, got)
		}
		most = max(most, misjudgedWithin(p, q, eps, want))
	}
	return most
}

// squaresExactly returns the sum of the squares of the differences, in enough bits for the coordinates of a climb: faster than
// rational numbers.
func squaresExactly(t testing.TB, p, q []float64) *big.Float {
	exact := func() *big.Float { return new(big.Float).SetPrec(700) }
	sum := exact()
	for j, v := range p {
		d := exact().Sub(exact().SetFloat64(v), exact().SetFloat64(q[j]))
		if sum.Add(sum, d.Mul(d, d)); sum.Acc() != big.Exact || d.Acc() != big.Exact {
			t.Fatalf("%x and %x: 700 bits are too few", p, q)
		}
	}
	return sum
}

// climb is simulated annealing in steps: each changes up to three coordinates and keeps the change if it is no worse, or, more and
// more rarely, if it is. It returns the best coordinates seen.
func climb(t testing.TB, r *rand.Rand, n int, x []float64, steps int, of measure) (best []float64, most float64) {
	now := of(t, n, x)
	best, most = x, now
	for step := range steps {
		y := slices.Clone(x)
		for range 1 + r.IntN(3) {
			j := r.IntN(len(y))
			y[j] = changed(r, y[j])
		}
		then := of(t, n, y)
		if then < now && r.Float64() > math.Exp((then-now)*(10+200*float64(step)/float64(steps))) {
			continue
		}
		if x, now = y, then; now > most {
			best, most = x, now
		}
	}
	return best, most
}

// changed returns a number of a magnitude at which relative errors are the greatest: a little above 1, so small that a difference
// from 1 loses most of its bits, or v with another sign or other last bits.
func changed(r *rand.Rand, v float64) float64 {
	switch r.IntN(8) {
	case 0, 1:
		return (2*r.Float64() - 1) * 0x1p-52
	case 2:
		return math.Copysign(1+math.Ldexp(r.Float64(), -r.IntN(30)), v)
	case 3:
		return -v
	}
	return math.Float64frombits(math.Float64bits(v) + r.Uint64N(1<<r.IntN(34)) - r.Uint64N(1<<r.IntN(34)))
}
