package states

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/trajectory"
)

// closedForm compares random pairs of states of the plane with closed forms in rational numbers.
func closedForm(t *testing.T, pairs int) {
	dice := rand.New(rand.NewPCG(54, 141))
	worst := 0.0
	for range pairs {
		in := Span{Now: math.Round(dice.NormFloat64() * 1e4), Ahead: math.Round(dice.ExpFloat64()*1e3) + 1, Behind: math.Round(dice.ExpFloat64()) * 60, Stale: math.Inf(1)}
		k := Tracker{Span: in, Motion: In(false)}
		var rows [2]trajectory.Sample
		size := math.Pow(10, dice.Float64()*8-2)
		for i := range rows {
			rows[i] = randomState(dice, in, size)
			k.Take(uint32(i), rows[i], true, false)
		}
		c, r, err := k.Paths(&trajectory.Columns{Z: []float64{}})
		if err != nil || r.Paths != 2 || len(c.T) != 4 {
			t.Fatalf("%+v of %+v: %+v, %v, %d samples", r, rows, in, err, len(c.T))
		}
		q, e := segmentOf(&c, 0), segmentOf(&c, 2)
		at, distance, _, ok := interaction.Unbounded().Closest(q, e)
		if !ok {
			t.Fatalf("%+v and %+v share no time", q, e)
		}
		least := leastDistance(rows, in)
		scale := 0.0
		for axis := range 3 {
			scale += math.Abs(q.P0[axis]) + math.Abs(q.P1[axis]) + math.Abs(e.P0[axis]) + math.Abs(e.P1[axis])
		}
		off := math.Abs(distance-least) / (scale * 0x1p-53)
		then := math.Abs(distanceAt(rows, at)-least) / (scale * 0x1p-53)
		if worst = max(worst, off, then); !(off <= 4 && then <= 4) {
			t.Errorf("%+v in %+v: distance %v at %v, closed form %v, %v there", rows, in, distance, at, least, distanceAt(rows, at))
		}
	}
	t.Logf("%d pairs: at most %.2g units of rounding off", pairs, worst)
}

// randomState returns a state of some size of places, whose time is now or up to a minute before, and which may be at rest.
func randomState(dice *rand.Rand, in Span, size float64) trajectory.Sample {
	s := trajectory.Sample{T: in.Now - float64(dice.IntN(60)), X: size * dice.NormFloat64(), Y: size * dice.NormFloat64(), Z: size * dice.NormFloat64() / 8}
	for axis := range s.V {
		if dice.IntN(8) > 0 {
			s.V[axis] = size / in.Ahead * dice.NormFloat64()
		}
	}
	return s
}

// segmentOf returns the segment from a sample to the next.
func segmentOf(c *trajectory.Columns, row int) trajectory.Segment {
	at := func(row int) [3]float64 { return [3]float64{c.X[row], c.Y[row], c.Z[row]} }
	return trajectory.Segment{T0: c.T[row], T1: c.T[row+1], P0: at(row), P1: at(row + 1), Last: true}
}

func rational(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// relative returns the place of the second state relative to the first along an axis at the time 0, and its velocity, exactly.
func relative(rows [2]trajectory.Sample, axis int) (p, v *big.Rat) {
	p, v = new(big.Rat), new(big.Rat)
	for i, s := range rows {
		own := rational([3]float64{s.X, s.Y, s.Z}[axis])
		own.Sub(own, new(big.Rat).Mul(rational(s.V[axis]), rational(s.T)))
		if i == 0 {
			p.Sub(p, own)
			v.Sub(v, rational(s.V[axis]))
			continue
		}
		p.Add(p, own)
		v.Add(v, rational(s.V[axis]))
	}
	return p, v
}

// leastDistance returns the closed form: the distance at t = -p.v/v^2, in the span.
func leastDistance(rows [2]trajectory.Sample, in Span) float64 {
	pv, vv := new(big.Rat), new(big.Rat)
	for axis := range 3 {
		p, v := relative(rows, axis)
		pv.Add(pv, new(big.Rat).Mul(p, v))
		vv.Add(vv, new(big.Rat).Mul(v, v))
	}
	start, end := rational(in.Now-in.Behind), rational(in.Now+in.Ahead)
	at := start
	if vv.Sign() > 0 {
		at = pv.Neg(pv.Quo(pv, vv))
	}
	if at.Cmp(start) < 0 {
		at = start
	}
	if at.Cmp(end) > 0 {
		at = end
	}
	return exactDistance(rows, at)
}

// distanceAt returns the distance at a time.
func distanceAt(rows [2]trajectory.Sample, t float64) float64 {
	return exactDistance(rows, rational(t))
}

// exactDistance returns the distance at a time, rounded once.
func exactDistance(rows [2]trajectory.Sample, t *big.Rat) float64 {
	sum := new(big.Rat)
	for axis := range 3 {
		p, v := relative(rows, axis)
		p.Add(p, v.Mul(v, t))
		sum.Add(sum, p.Mul(p, p))
	}
	root := new(big.Float).SetPrec(200).SetRat(sum)
	d, _ := root.Sqrt(root).Float64()
	return d
}

// TestClosedForm compares a few thousand pairs; the build tag long has 100,000.
func TestClosedForm(t *testing.T) { closedForm(t, 4000) }

// TestSamplesAreRoundedOnce: each coordinate is the float64 nearest to p + v(t - t_row).
func TestSamplesAreRoundedOnce(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		in := Span{Now: 1.7e9 + float64(dice.IntN(1e6)), Ahead: float64(dice.IntN(7200)), Behind: 600}
		s := randomState(dice, in, 1e6)
		for _, at := range []float64{in.Now - in.Behind, in.Now + in.Ahead} {
			got := In(false).At(s, at)
			passed := new(big.Rat).Sub(rational(at), rational(s.T))
			for axis, p := range []float64{s.X, s.Y, s.Z} {
				want, _ := passed.Add(rational(p), new(big.Rat).Mul(rational(s.V[axis]), passed)).Float64()
				if passed.Sub(rational(at), rational(s.T)); [3]float64{got.X, got.Y, got.Z}[axis] != want {
					t.Fatalf("%+v at %v: axis %d of %+v, want %v", s, at, axis, got, want)
				}
			}
		}
	}
}
