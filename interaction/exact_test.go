package interaction_test

import (
	"math"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// at returns a resting object, or a point event where t0 = t1.
func at(t0, t1 float64, p [3]float64) trajectory.Segment {
	return trajectory.Segment{T0: t0, T1: t1, P0: p, P1: p, Last: true}
}

func moving(t0, t1 float64, p0, p1 [3]float64) trajectory.Segment {
	return trajectory.Segment{T0: t0, T1: t1, P0: p0, P1: p1, Last: true}
}

// TestBorderline: pairs that lie exactly at the threshold are decided right, with the threshold
// itself, an ulp less and an ulp more.
func TestBorderline(t *testing.T) {
	origin := [3]float64{}
	next, prev := math.Nextafter(5, 6), math.Nextafter(5, 4)
	type answer struct {
		hit         bool
		enter, exit float64
	}
	miss := answer{}
	for _, c := range []struct {
		name            string
		q, e            trajectory.Segment
		below, at, over answer // d = 5 less an ulp, 5, 5 and an ulp; NaN: any time of the span
	}{
		{"resting", at(0, 1, origin), at(0, 1, [3]float64{3, 4, 0}), miss, answer{true, 0, 1}, answer{true, 0, 1}},
		{"events", at(1, 1, origin), at(1, 1, [3]float64{0, 3, 4}), miss, answer{true, 1, 1}, answer{true, 1, 1}},
		{
			"parallel", moving(0, 4, origin, [3]float64{7, 8, 9}), moving(0, 4, [3]float64{3, 4, 0}, [3]float64{10, 12, 9}),
			miss, answer{true, 0, 4}, answer{true, 0, 4},
		},
		{
			"tangent in the midst", at(0, 4, origin), moving(0, 4, [3]float64{-6, 5, 0}, [3]float64{2, 5, 0}),
			miss, answer{true, 3, 3}, answer{true, math.NaN(), math.NaN()},
		},
		{
			"away along the tangent from the start", at(0, 4, origin), moving(0, 4, [3]float64{3, 4, 0}, [3]float64{-1, 7, 0}),
			miss, answer{true, 0, 0}, answer{true, 0, math.NaN()},
		},
		{
			"away from the start", at(0, 4, origin), moving(0, 4, [3]float64{3, 4, 0}, [3]float64{7, 8, 0}),
			miss, answer{true, 0, 0}, answer{true, 0, math.NaN()},
		},
		{
			"up to the end", at(0, 4, origin), moving(0, 4, [3]float64{6, 8, 0}, [3]float64{3, 4, 0}),
			miss, answer{true, 4, 4}, answer{true, math.NaN(), 4},
		},
		{
			"a chord between ends at d", at(0, 2, origin), moving(0, 2, [3]float64{3, 4, 0}, [3]float64{3, -4, 0}),
			answer{true, math.NaN(), math.NaN()}, answer{true, 0, 2}, answer{true, 0, 2},
		},
		{
			"event on a passer-by", at(3, 3, origin), moving(1, 5, [3]float64{3, 0, 0}, [3]float64{3, 8, 0}),
			miss, answer{true, 3, 3}, answer{true, 3, 3},
		},
	} {
		for _, k := range []struct {
			d    float64
			want answer
		}{{prev, c.below}, {5, c.at}, {next, c.over}} {
			p := kerneltest.Pair{Query: c.q, Entry: c.e, Distance: k.d, Window: interaction.Unbounded()}
			if _, _, v := p.Window.Solve(p.Query, p.Entry, p.Distance); v != interaction.Borderline {
				t.Errorf("%s, d = %v: Solve dares a verdict of %v", c.name, k.d, v)
			}
			enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
			same := func(got, want float64) bool { return got == want || math.IsNaN(want) }
			if hit != k.want.hit || !same(enter, k.want.enter) || !same(exit, k.want.exit) {
				t.Errorf("%s, d = %v: [%v, %v] %v, want %v", c.name, k.d, enter, exit, hit, k.want)
			}
			checkPair(t, p)
		}
	}
}

// TestExactOfMotionsFarSmallerThanTheDistance: the root for a motion 2^-1000 the size of the
// distance is computed without cancellation.
func TestExactOfMotionsFarSmallerThanTheDistance(t *testing.T) {
	q := moving(0, 1, [3]float64{}, [3]float64{0x1p-1000})
	e := at(0, 1, [3]float64{1, 0x1p-500, 0}) // within 1 where x <= -2^-1001, halfway
	if enter, exit, hit := interaction.Unbounded().Exact(q, e, 1); !hit || enter != 0.5 || exit != 1 {
		t.Errorf("[%v, %v] %v, want [0.5, 1]", enter, exit, hit)
	}
}

// TestOwnership: at a joint exactly one of the two segments counts, and no hit is lost where a
// trajectory ends as another begins.
func TestOwnership(t *testing.T) {
	joint := func(last bool) []trajectory.Segment {
		a, b := line(0, 1, 0, 0), line(1, 2, 0, 0)
		a.Last, b.Last = false, last
		return []trajectory.Segment{a, b}
	}
	w := interaction.Unbounded()
	for _, c := range []struct {
		name   string
		q      []trajectory.Segment
		e      []trajectory.Segment
		window interaction.Window
		want   int
	}{
		{"event at a joint", []trajectory.Segment{at(1, 1, [3]float64{})}, joint(true), w, 1},
		{"event at the end", []trajectory.Segment{at(2, 2, [3]float64{})}, joint(true), w, 1},
		{"event at an end that goes on", []trajectory.Segment{at(2, 2, [3]float64{})}, joint(false), w, 0},
		{"one begins at the other's joint", []trajectory.Segment{line(1, 3, 0, 0)}, joint(true), w, 1},
		{"one begins as the other ends", []trajectory.Segment{line(2, 3, 0, 0)}, joint(true), w, 1},
		{"two joints at once", joint(true), joint(true), w, 2},
		{"a window of the joint", joint(true), joint(true), interaction.Window{From: 1, To: 1}, 1},
		{"a window that begins at the joint", joint(true), joint(true), interaction.Window{From: 1, To: 9}, 1},
		{"a window that ends at the joint", joint(true), joint(true), interaction.Window{From: -9, To: 1}, 2},
		{"a window of the end", joint(true), joint(true), interaction.Window{From: 2, To: 9}, 1},
		{"a window past the end", joint(true), joint(true), interaction.Window{From: 2.5, To: 9}, 0},
	} {
		hits := 0
		for _, q := range c.q {
			for _, e := range c.e {
				if _, _, hit := c.window.Decide(q, e, 0); hit {
					hits++
				}
			}
		}
		if hits != c.want {
			t.Errorf("%s: %d hits, want %d", c.name, hits, c.want)
		}
	}
}
