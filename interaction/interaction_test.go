package interaction_test

import (
	"math"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
)

// adversarial is the number of adversarial pairs that a test decides; make long takes four more seeds.
const adversarial = 4_000

// TestDecideAgreesWithOracle: Decide, Exact, and every certain verdict of Solve agree with rational
// arithmetic, on pairs of every kind.
func TestDecideAgreesWithOracle(t *testing.T) {
	t.Parallel()
	verdicts := map[interaction.Verdict]int{}
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial) {
		o := kerneltest.Ask(p)
		enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
		if !o.Agrees(enter, exit, hit) {
			t.Fatalf("Decide: [%v, %v] %v, oracle %v: %v", enter, exit, hit, o.Hit(), p)
		}
		enter, exit, hit = p.Window.Exact(p.Query, p.Entry, p.Distance)
		if !o.Agrees(enter, exit, hit) {
			t.Fatalf("Exact: [%v, %v] %v, oracle %v: %v", enter, exit, hit, o.Hit(), p)
		}
		enter, exit, v := p.Window.Solve(p.Query, p.Entry, p.Distance)
		if v != interaction.Borderline && !o.Agrees(enter, exit, v == interaction.Hit) {
			t.Fatalf("Solve: [%v, %v] %v, oracle %v: %v", enter, exit, v, o.Hit(), p)
		}
		verdicts[v]++
	}
	t.Logf("Solve: %d misses, %d hits, %d borderline", verdicts[interaction.Miss], verdicts[interaction.Hit], verdicts[interaction.Borderline])
	for _, v := range []interaction.Verdict{interaction.Miss, interaction.Hit, interaction.Borderline} {
		if verdicts[v] < adversarial/10 {
			t.Errorf("only %d pairs of verdict %d: the test is one-sided", verdicts[v], v)
		}
	}
}

// TestSymmetry: exchanging query and entry changes nothing, to the bit.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial) {
		s := p.Swapped()
		for _, f := range []func(kerneltest.Pair) (float64, float64, any){solve, exact, closest} {
			a, b, v := f(p)
			c, d, w := f(s)
			if !sameBits(a, c) || !sameBits(b, d) || v != w {
				t.Fatalf("[%v, %v] %v, swapped [%v, %v] %v: %v", a, b, v, c, d, w, p)
			}
		}
	}
}

func solve(p kerneltest.Pair) (float64, float64, any) {
	enter, exit, v := p.Window.Solve(p.Query, p.Entry, p.Distance)
	return enter, exit, v
}

func exact(p kerneltest.Pair) (float64, float64, any) {
	enter, exit, hit := p.Window.Exact(p.Query, p.Entry, p.Distance)
	return enter, exit, hit
}

func closest(p kerneltest.Pair) (float64, float64, any) {
	t, distance, speed, ok := p.Window.Closest(p.Query, p.Entry)
	return t, distance, [2]any{math.Float64bits(speed), ok}
}

func sameBits(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b)
}

// TestBorderlineIsRare: on data that were not aimed at the threshold, Exact is never needed.
func TestBorderlineIsRare(t *testing.T) {
	t.Parallel()
	r := kerneltest.Rand(t)
	borderline, hits := 0, 0
	const n = 1_000_000
	for range n {
		p := kerneltest.RandomPair(r)
		switch _, _, v := p.Window.Solve(p.Query, p.Entry, p.Distance); v {
		case interaction.Borderline:
			borderline++
		case interaction.Hit:
			hits++
		}
	}
	t.Logf("%d borderline, %d hits among %d random interactions", borderline, hits, n)
	if borderline > 1 || hits < n/10 {
		t.Errorf("%d borderline, %d hits", borderline, hits)
	}
}

// TestMagnitudes: hits whose squares overflow or underflow are found, with the times of the same
// motion in moderate units.
func TestMagnitudes(t *testing.T) {
	t.Parallel()
	for _, unit := range []float64{1, 0x1p-1000, 0x1p-460, 0x1p-300, 0x1p300, 0x1p400, 0x1p515, 0x1p600, 0x1p990} {
		for _, c := range []struct {
			name           string
			from, to, side float64 // the entry passes from x = from to x = to at y = side
			enter, exit    float64
		}{
			{"through", -2, 2, 0, 0.25, 0.75},
			{"out", 0, 2, 0, 0, 0.5},
			{"in", 4, 0, 0, 0.75, 1},
			{"aside", -1, 1, 0.8, 0.2, 0.8},
		} {
			q, e := line(0, 1, 0, 0), line(0, 1, c.from*unit, c.to*unit)
			e.P0[1], e.P1[1] = c.side*unit, c.side*unit
			enter, exit, hit := interaction.Unbounded().Decide(q, e, unit)
			if !hit || math.Abs(enter-c.enter) > 1e-15 || math.Abs(exit-c.exit) > 1e-15 {
				t.Errorf("%s, unit %g: [%v, %v] %v, want [%v, %v]", c.name, unit, enter, exit, hit, c.enter, c.exit)
			}
		}
	}
}

// TestClosest: the distance at the reported instant, and the reported distance
// itself, are within the error bound of the true least distance.
func TestClosest(t *testing.T) {
	t.Parallel()
	for p := range kerneltest.Pairs(kerneltest.Rand(t), adversarial/2) {
		o := kerneltest.Ask(p)
		at, distance, speed, ok := p.Window.Closest(p.Query, p.Entry)
		if ok != o.Met {
			t.Fatalf("ok %v, oracle %v: %v", ok, o.Met, p)
		}
		if !ok {
			continue
		}
		m := interaction.MarginsOf(p.Query, p.Entry, 0, float(o.From), float(o.To))
		least, there := root(o.LeastSquare()), root(o.SquareAt(o.Part(at)))
		bound := m.Bound
		if span := o.Span(); span > 0 {
			bound += o.Moved() * (ulp(at) / span)
			if moved := speed * span; math.Abs(moved-o.Moved()) > m.Bound && speed > 0x1p-1000 && speed < math.MaxFloat64 {
				t.Fatalf("speed %v over %v is %v, truly %v: %v", speed, span, moved, o.Moved(), p)
			}
		}
		if math.Abs(distance-least) > m.Bound || there-least > bound {
			t.Fatalf("distance %v, at %v truly %v, least %v, bound %g: %v", distance, at, there, least, bound, p)
		}
	}
}
