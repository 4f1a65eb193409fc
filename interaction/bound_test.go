package interaction_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// derived is the largest error of a distance that docs/exactness.md derives, 18 u (S + D), as a part
// of the error bound, 64 u (S + D).
const derived = 18.0 / 64

// TestErrorBound: DistanceError holds on 10^5 pairs, half of them found by climbing towards larger
// errors; the test measures the error of computed distances in units of the bound.
func TestErrorBound(t *testing.T) {
	tier.Full(t)
	const evaluations = 100_000
	r := kerneltest.Rand(t)
	found := make(chan climber)
	for range 2 {
		source := rand.New(rand.NewPCG(r.Uint64(), r.Uint64()))
		go func() {
			c := climber{r: source, ref: newReference()}
			c.run(evaluations / 2)
			found <- c
		}()
	}
	a, b := <-found, <-found
	if a.worst.ratio < b.worst.ratio {
		a = b
	}
	t.Logf("worst error of a distance: %.4f of the bound; derived %.4f", a.worst.ratio, derived)
	if a.worst.ratio > derived {
		t.Errorf("error is %.4f of the bound, derived %.4f: %v", a.worst.ratio, derived, a.worst.pair)
	}
	if a.worst.ratio < derived/20 {
		t.Errorf("error is %.4f of the bound: the search is too weak to say anything", a.worst.ratio)
	}
}

// climber looks for pairs of large error.
type climber struct {
	r     *rand.Rand
	ref   *reference
	worst candidate
}

type candidate struct {
	pair  kerneltest.Pair
	ratio float64
}

// run evaluates n pairs: random ones, each improved by small changes until these stop to help.
func (c *climber) run(n int) {
	const patience = 40
	for n > 0 {
		best := c.evaluate(c.start())
		n--
		for failures := 0; failures < patience && n > 0; n-- {
			next := c.evaluate(c.change(best.pair))
			failures++
			if next.ratio > best.ratio {
				best, failures = next, 0
			}
		}
		if best.ratio > c.worst.ratio {
			c.worst = best
		}
	}
}

// start makes a pair with errors that can grow: random segments, with times and places at offsets,
// and a minimum near or far.
func (c *climber) start() kerneltest.Pair {
	p := kerneltest.RandomPair(c.r)
	offset := []float64{0, 0, 1, 1e3, 1e7}[c.r.IntN(5)]
	epoch := []float64{0, 0, 1, 1.7e9}[c.r.IntN(4)]
	same := c.r.IntN(2) == 0
	for _, s := range []*trajectory.Segment{&p.Query, &p.Entry} {
		s.T0, s.T1 = s.T0+epoch, s.T1+epoch
		for k := range 3 {
			s.P0[k], s.P1[k] = s.P0[k]+offset, s.P1[k]+offset
		}
	}
	if same { // nearly the same motion: everything cancels
		p.Entry.P0, p.Entry.P1 = p.Query.P0, p.Query.P1
	}
	p.Distance = 0
	return p
}

// change alters some of a pair's numbers a little.
func (c *climber) change(p kerneltest.Pair) kerneltest.Pair {
	for range 1 + c.r.IntN(4) {
		s := []*trajectory.Segment{&p.Query, &p.Entry}[c.r.IntN(2)]
		v := []*float64{&s.T0, &s.T1, &s.P0[0], &s.P0[1], &s.P0[2], &s.P1[0], &s.P1[1], &s.P1[2], &s.R, &p.Distance}[c.r.IntN(10)]
		switch c.r.IntN(3) {
		case 0:
			*v *= 1 + math.Ldexp(c.r.Float64()-0.5, -c.r.IntN(53))
		case 1:
			*v = math.Nextafter(*v, math.Inf(c.r.IntN(2)*2-1))
		default:
			*v += c.r.Float64() - 0.5
		}
	}
	p.Query.R, p.Entry.R, p.Distance = math.Abs(p.Query.R), math.Abs(p.Entry.R), math.Abs(p.Distance)
	return p
}

// evaluate measures the error of a pair, 0 where its segments share no time.
func (c *climber) evaluate(p kerneltest.Pair) candidate {
	lo, hi := max(p.Query.T0, p.Entry.T0), min(p.Query.T1, p.Entry.T1)
	if !p.Valid() || lo >= hi {
		return candidate{pair: p}
	}
	m := interaction.MarginsOf(p.Query, p.Entry, p.Distance, lo, hi)
	start, least, end := c.ref.squares(p, lo, hi)
	worst := max(gapOf(m.Start, start), gapOf(m.Least, least), gapOf(m.End, end))
	return candidate{p, (worst + c.ref.thresholdError(p, m.Threshold)) / m.Bound}
}

// gapOf returns |√computed - √true| without cancellation.
func gapOf(computed float64, square *big.Float) float64 {
	exact, _ := square.Float64()
	diff := new(big.Float).SetPrec(referenceBits).SetFloat64(computed)
	d, _ := diff.Sub(diff, square).Float64()
	if d == 0 {
		return 0
	}
	return math.Abs(d) / (math.Sqrt(computed) + math.Sqrt(exact))
}

// TestReference: the reference of TestErrorBound agrees with the oracle.
func TestReference(t *testing.T) {
	r := kerneltest.Rand(t)
	c := climber{r: r, ref: newReference()}
	for range 500 {
		p := c.change(c.start())
		o := kerneltest.Ask(p)
		if !p.Valid() || !o.Met {
			continue
		}
		start, least, end := c.ref.squares(p, float(o.From), float(o.To))
		size := newFloat().SetRat(o.SquareAt(big.NewRat(0, 1)))
		size.Add(size, newFloat().SetRat(o.SquareAt(big.NewRat(1, 1))))
		size.Mul(size, big.NewFloat(0x1p-180))
		for i, pair := range [][2]*big.Float{
			{start, newFloat().SetRat(o.SquareAt(big.NewRat(0, 1)))},
			{least, newFloat().SetRat(o.LeastSquare())},
			{end, newFloat().SetRat(o.SquareAt(big.NewRat(1, 1)))},
		} {
			if d := newFloat().Sub(pair[0], pair[1]); d.Abs(d).Cmp(size) > 0 {
				t.Fatalf("square %d: %v, oracle %v: %v", i, pair[0], pair[1], p)
			}
		}
	}
}
