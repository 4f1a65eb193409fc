package interaction_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// FuzzSolve: Solve, Decide, Exact and the oracle agree on any two segments. The corpus,
// testdata/fuzz/FuzzSolve, has pairs that were hard once.
func FuzzSolve(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for p := range kerneltest.Pairs(r, 100) {
		q, e := p.Query, p.Entry
		f.Add(q.T0, q.T1, e.T0, e.T1,
			q.P0[0], q.P0[1], q.P0[2], q.P1[0], q.P1[1], q.P1[2],
			e.P0[0], e.P0[1], e.P0[2], e.P1[0], e.P1[1], e.P1[2],
			q.R, e.R, p.Distance, p.Window.From, p.Window.To, q.Last, e.Last)
	}
	f.Fuzz(func(t *testing.T, qt0, qt1, et0, et1,
		qx0, qy0, qz0, qx1, qy1, qz1, ex0, ey0, ez0, ex1, ey1, ez1,
		qr, er, d, from, to float64, qLast, eLast bool,
	) {
		p := kerneltest.Pair{
			Kind: "fuzz", Distance: d, Window: interaction.Window{From: from, To: to},
			Query: fuzzed(qt0, qt1, qr, qLast, [3]float64{qx0, qy0, qz0}, [3]float64{qx1, qy1, qz1}),
			Entry: fuzzed(et0, et1, er, eLast, [3]float64{ex0, ey0, ez0}, [3]float64{ex1, ey1, ez1}),
		}
		if p.Valid() {
			checkPair(t, p)
			checkNearest(t, p)
			sameInFixed(t, p)
		}
	})
}

// fuzzed makes a segment as a store would from arbitrary numbers.
func fuzzed(t0, t1, r float64, last bool, p0, p1 [3]float64) trajectory.Segment {
	s := trajectory.Segment{T0: min(t0, t1) + 0, T1: max(t0, t1) + 0, P0: p0, P1: p1, R: r, Last: last}
	if s.T0 == s.T1 {
		s.P1, s.Last = p0, true
	}
	return s
}

// checkPair checks every property that holds for any pair.
func checkPair(t *testing.T, p kerneltest.Pair) {
	t.Helper()
	o := kerneltest.Ask(p)
	for _, f := range []func(kerneltest.Pair) (float64, float64, any){solve, decide, exact, closest} {
		a, b, v := f(p)
		if c, d, w := f(p.Swapped()); !sameBits(a, c) || !sameBits(b, d) || v != w {
			t.Errorf("[%v, %v] %v, swapped [%v, %v] %v: %v", a, b, v, c, d, w, p)
		}
		hit, ok := v.(bool)
		if verdict, certain := v.(interaction.Verdict); certain && verdict != interaction.Borderline {
			hit, ok = verdict == interaction.Hit, true
		}
		if ok && !o.Agrees(a, b, hit) {
			t.Errorf("[%v, %v] %v, oracle %v: %v", a, b, v, o.Hit(), p)
		}
	}
	if at, distance, speed, ok := p.Window.Closest(p.Query, p.Entry); ok && (math.IsNaN(at) || math.IsNaN(distance) || math.IsNaN(speed)) {
		t.Errorf("closest at %v, distance %v, speed %v: %v", at, distance, speed, p)
	}
}

func decide(p kerneltest.Pair) (float64, float64, any) {
	enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
	return enter, exit, hit
}
