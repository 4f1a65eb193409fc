package kerneltest

import (
	"math"
	"math/big"
	"testing"

	"flyby/interaction"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// line is a segment along the x axis.
func line(t0, t1, x0, x1 float64, last bool) trajectory.Segment {
	return trajectory.Segment{T0: t0, T1: t1, P0: [3]float64{x0}, P1: [3]float64{x1}, Last: last}
}

// TestOracle checks the oracle against cases decided by hand.
func TestOracle(t *testing.T) {
	all := interaction.Unbounded()
	for _, c := range []struct {
		name        string
		q, e        trajectory.Segment
		d           float64
		w           interaction.Window
		hit         bool
		enter, exit float64
	}{
		{"passes", line(0, 1, 0, 0, true), line(0, 1, -2, 2, true), 1, all, true, 0.25, 0.75},
		{"in, then out", line(0, 2, 0, 0, true), line(0, 2, 0, 4, true), 1, all, true, 0, 0.5},
		{"out, then in", line(0, 2, 0, 0, true), line(0, 2, 4, 0, true), 1, all, true, 1.5, 2},
		{"always within", line(0, 2, 0, 1, true), line(0, 2, 1, 2, true), 1, all, true, 0, 2},
		{"never within", line(0, 2, 0, 1, true), line(0, 2, 1, 2, true), math.Nextafter(1, 0), all, false, 0, 0},
		{"touches as it ends", line(0, 2, 0, 0, true), line(0, 2, 3, 1, true), 1, all, true, 2, 2},
		{"no shared time", line(0, 1, 0, 0, true), line(2, 3, 0, 0, true), 1, all, false, 0, 0},
		{"instant not owned", line(0, 1, 0, 0, false), line(1, 2, 0, 0, true), 1, all, false, 0, 0},
		{"instant owned", line(0, 1, 0, 0, true), line(1, 2, 0, 0, false), 1, all, true, 1, 1},
		{"event on a start", line(1, 1, 0, 0, true), line(1, 2, 0, 9, false), 0, all, true, 1, 1},
		{"event on an end", line(2, 2, 9, 9, true), line(1, 2, 0, 9, false), 0, all, false, 0, 0},
		{"event on a last end", line(2, 2, 9, 9, true), line(1, 2, 0, 9, true), 0, all, true, 2, 2},
		{"window", line(0, 4, 0, 0, true), line(0, 4, 0, 0, true), 0, interaction.Window{From: 1, To: 3}, true, 1, 3},
		{"window's instant", line(0, 4, 0, 0, true), line(0, 4, 0, 0, true), 0, interaction.Window{From: 4, To: 9}, true, 4, 4},
		{"window's instant not owned", line(0, 4, 0, 0, true), line(0, 4, 0, 0, false), 0, interaction.Window{From: 4, To: 9}, false, 0, 0},
		{"window past all", line(0, 4, 0, 0, true), line(0, 4, 0, 0, true), 0, interaction.Window{From: math.Inf(1), To: math.Inf(1)}, false, 0, 0},
	} {
		o := Ask(Pair{Query: c.q, Entry: c.e, Distance: c.d, Window: c.w})
		if o.Hit() != c.hit {
			t.Errorf("%s: hit %v", c.name, o.Hit())
			continue
		}
		if !c.hit {
			continue
		}
		if o.Enter().Cmp(big.NewFloat(c.enter)) != 0 || o.Exit().Cmp(big.NewFloat(c.exit)) != 0 {
			t.Errorf("%s: [%v, %v], want [%v, %v]", c.name, o.Enter(), o.Exit(), c.enter, c.exit)
		}
	}
}

// TestCrossingsAreRoots checks that the distance at reference times is the
// threshold to far more digits than a float64 has.
func TestCrossingsAreRoots(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	for p := range Pairs(Rand(t), 2000) {
		o := Ask(p)
		if !o.Hit() || o.AtFrom() {
			continue
		}
		in, _ := o.Enter().Rat(nil)
		part := new(big.Rat).Sub(in, o.From)
		part.Quo(part, new(big.Rat).Sub(o.To, o.From))
		square, limit := bigFloat(o.SquareAt(part)), bigFloat(o.Threshold)
		limit.Mul(limit, limit)
		v := minus(o.atTo, o.atFrom)
		off, _ := new(big.Float).Quo(new(big.Float).Sub(square, limit), limit.Add(limit, bigFloat(v.dot(v)))).Float64()
		if math.Abs(off) > 1e-150 {
			t.Fatalf("%v: off by %v", p, off)
		}
	}
}

// TestApart: no hit is Apart. Pairs of every family, except pairs at one place, are Apart after they are moved away by
// a little more than twice the threshold beyond their extent, and are not after a little less.
func TestApart(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	apart, moved := 0, 0
	for p := range Pairs(Rand(t), 4000) {
		if Apart(p) {
			if apart++; Ask(p).Hit() {
				t.Fatalf("%v is a hit, and apart", p)
			}
		}
		low, high := min(p.Query.P0[1], p.Query.P1[1]), max(p.Entry.P0[1], p.Entry.P1[1])
		most := 2 * (p.Distance + p.Query.R + p.Entry.R)
		if size := max(math.Abs(low), math.Abs(high), most); !(size < 1e300) || most < size*1e-9 || most < 1e-300 {
			continue
		}
		moved++
		for _, c := range []struct {
			by    float64
			apart bool
		}{{1.001 * most, true}, {0.999 * most, false}} {
			far := p
			far.Query.P0 = [3]float64{p.Entry.P0[0], p.Query.P0[1] - low + high + c.by, p.Entry.P0[2]}
			far.Query.P1 = [3]float64{p.Entry.P0[0], p.Query.P1[1] - low + high + c.by, p.Entry.P0[2]}
			if Apart(far) != c.apart || c.apart && Ask(far).Hit() {
				t.Fatalf("%v, moved by %v: apart %t", p, c.by, Apart(far))
			}
		}
	}
	if apart < 100 || moved < 1000 {
		t.Errorf("%d pairs apart, %d moved: hardly any", apart, moved)
	}
}

// TestPairsReachTheThreshold: many pairs of the families lie exactly at the
// threshold, and many on either side.
func TestPairsReachTheThreshold(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	count := map[string][4]int{}
	for p := range Pairs(Rand(t), 6000) {
		o := Ask(p)
		c := count[p.Kind]
		switch {
		case !o.Met:
			c[3]++
		default:
			c[o.LeastSquare().Cmp(new(big.Rat).Mul(o.Threshold, o.Threshold))+1]++
		}
		count[p.Kind] = c
	}
	for _, f := range families() {
		c := count[f.name]
		t.Logf("%-18s inside %4d, at %4d, outside %4d, apart in time %4d", f.name, c[0], c[1], c[2], c[3])
		if c[0] == 0 || c[2] == 0 {
			t.Errorf("%s: one side of the threshold only", f.name)
		}
	}
	for _, exact := range []string{"parallel", "tangent", "end touch", "stationary", "meeting", "instant", "event and event", "event and segment", "joint"} {
		if count[exact][1] < 10 {
			t.Errorf("%s: %d pairs at the threshold", exact, count[exact][1])
		}
	}
}
