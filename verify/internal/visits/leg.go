package visits

import (
	"math"
	"math/big"

	"flyby/trajectory"
)

// A leg is a segment of an object, cut to the window of time.
type leg struct {
	trajectory.Segment
	row     int // of the store
	window  interval
	heights [2]float64 // at both ends
	reach   [2]float64 // whose sum is the threshold: the distance and the radius
	first   bool       // the object has no earlier leg in the window since the last gap or splice
	resumes bool       // it has one before a splice, though: visits go on
	last    bool       // the object has no later leg in the window up to the next gap
	ball    ball
	far     float64 // between balls, for what is farther than the threshold
}

// farOf returns the distance between the balls of a leg and a side from which on they are farther apart than the threshold. On the Earth, where balls hold directions, a position x is
// within R of a ray at an angle of at most asin(R/|x|), whose chord is below 1.1 R/|x| if R <= |x|/2; if it is not, the leg is near all sides.
func (l *leg) farOf(earth bool) float64 {
	threshold := l.reach[0] + l.reach[1]
	if !earth {
		return threshold
	}
	least, _ := l.altitudes()
	if !(threshold < least/2.001) {
		return math.Inf(1)
	}
	return 1.1 * threshold / least
}

// altitudes returns bounds of the distance of a leg from the centre of the Earth.
func (l *leg) altitudes() (least, most float64) {
	middle := [3]float64{l.P0[0]/2 + l.P1[0]/2, l.P0[1]/2 + l.P1[1]/2, l.P0[2]/2 + l.P1[2]/2}
	half := 0.50001 * apart(l.P0, l.P1)
	return (length(middle) - half) * (1 - 1e-9), (length(middle) + half) * (1 + 1e-9)
}

// partAt returns the part of a leg that has passed at a time.
func (l *leg) partAt(t float64) surd {
	if l.T0 == l.T1 {
		return rational(new(big.Rat))
	}
	begin := new(big.Rat).SetFloat64(l.T0)
	passed, all := new(big.Rat).SetFloat64(t), new(big.Rat).SetFloat64(l.T1)
	return rational(passed.Quo(passed.Sub(passed, begin), all.Sub(all, begin)))
}

// duration returns how long a part of a leg takes.
func (l *leg) duration(part *big.Rat) *big.Rat {
	d := new(big.Rat).SetFloat64(l.T1)
	return d.Mul(d.Sub(d, new(big.Rat).SetFloat64(l.T0)), part)
}

// time returns the float64 nearest to the time at which a part of the leg has passed.
func (l *leg) time(s surd) float64 {
	if s.sign == 0 {
		t, _ := new(big.Rat).Add(new(big.Rat).SetFloat64(l.T0), l.duration(s.u)).Float64()
		return t
	}
	t := new(big.Float).SetPrec(digits).SetRat(l.duration(big.NewRat(1, 1)))
	t.Mul(t, s.float())
	at, _ := t.Add(t, new(big.Float).SetFloat64(l.T0)).Float64()
	return at
}
