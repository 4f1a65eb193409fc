package kerneltest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"flyby/interaction"
	"flyby/trajectory"
)

// UprightScenes returns scenes whose stores have heights on a coarse lattice, and a rule with a
// vertical threshold: many pairs of segments touch it exactly, and many are level with each other.
// They are for tests of the code that cuts the hits of drivers; drivers do not read heights.
func UprightScenes(t testing.TB) (scenes []Scene) {
	t.Helper()
	r := stream(t, "upright scenes")
	all := Scenes(t)
	for i, s := range all {
		if s.Window.From > s.Window.To {
			continue
		}
		v := []float64{0, 1, 1.5, 2}[i%4]
		scenes = append(scenes, s.Upright(r, v))
	}
	return scenes
}

// Upright returns the scene with random heights and a vertical threshold.
func (s Scene) Upright(r *rand.Rand, v float64) Scene {
	s.Name = fmt.Sprintf("%s, heights within %v", s.Name, v)
	s.Vertical = &interaction.Heights{Within: v, Strict: v > 0 && r.IntN(3) == 0}
	joined := s.Queries == s.Entries
	s.Entries = s.Entries.WithHeights(heights(r, s.Entries))
	if s.Queries = s.Queries.WithHeights(heights(r, s.Queries)); joined {
		s.Queries = s.Entries
	}
	return s
}

// heights makes trajectories that are level for some time, climb, and are level again.
func heights(r *rand.Rand, s *trajectory.Store) []float64 {
	h := make([]float64, s.Samples())
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		at := float64(r.IntN(5)) / 2
		for row := first; row < last; row++ {
			if h[row] = at; r.IntN(3) == 0 {
				at += float64(r.IntN(5)-2) / 2
			}
		}
	}
	return h
}

// CylinderOracle decides a pair of segments with heights in rational numbers: heights and V are the shortest decimals that
// parse to their float64s.
type CylinderOracle struct {
	*Oracle
	v interaction.Heights
	// Empty is true if heights are never close enough in the span; else they are in the parts [From,
	// To] of it, 0 being the span's start and 1 its end.
	Empty    bool
	From, To *big.Rat

	atStart, climb *big.Rat // height of the entry above the query when the span begins, and its increase until the end
}

// AskCylinder returns the oracle of a pair with heights.
func AskCylinder(q, e trajectory.Upright, d float64, v interaction.Heights, w interaction.Window) *CylinderOracle {
	o := &CylinderOracle{Oracle: Ask(Pair{Query: q.Segment, Entry: e.Segment, Distance: d, Window: w}), v: v, Empty: true}
	if !o.Met {
		return o
	}
	o.atStart = new(big.Rat).Sub(heightAt(e, o.Oracle.From), heightAt(q, o.Oracle.From))
	atEnd := new(big.Rat).Sub(heightAt(e, o.Oracle.To), heightAt(q, o.Oracle.To))
	o.climb = new(big.Rat).Sub(atEnd, o.atStart)
	o.From, o.To = new(big.Rat), big.NewRat(1, 1)
	for _, sign := range []int64{-1, 1} { // sign*height <= v
		slope, room := new(big.Rat).Mul(big.NewRat(sign, 1), o.climb), new(big.Rat).Mul(big.NewRat(-sign, 1), o.atStart)
		room.Add(room, Written(v.Within))
		switch slope.Sign() {
		case 0:
			if room.Sign() < 0 {
				return o
			}
		case 1:
			o.To = earlier(o.To, room.Quo(room, slope))
		default:
			o.From = later(o.From, room.Quo(room, slope))
		}
	}
	o.Empty = o.From.Cmp(o.To) > 0
	return o
}

// Written returns the shortest decimal that parses to v.
func Written(v float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', -1, 64))
	if !ok {
		panic(fmt.Sprintf("kerneltest: no decimal: %v", v))
	}
	return r
}

// heightAt returns the height of a segment at an instant of its extent.
func heightAt(u trajectory.Upright, t *big.Rat) *big.Rat {
	h, end := Written(u.H0), Written(u.H1)
	if u.T0 == u.T1 {
		return h
	}
	part := new(big.Rat).Sub(t, rat(u.T0))
	part.Quo(part, new(big.Rat).Sub(rat(u.T1), rat(u.T0)))
	return h.Add(h, part.Mul(part, end.Sub(end, h)))
}

// Hit reports whether horizontal distance and heights are close enough at the same instant.
func (o *CylinderOracle) Hit() bool {
	if o.Empty || !o.within(o.LeastSquare()) {
		return false
	}
	return !o.v.Strict || o.isBelow()
}

// isBelow reports whether, at some instant of a hit, heights differ by less than V: the instant of least horizontal distance,
// or, where that distance is below D, an instant near it.
func (o *CylinderOracle) isBelow() bool {
	v := Written(o.v.Within)
	below := func(part *big.Rat) bool { return new(big.Rat).Abs(o.HeightAt(part)).Cmp(v) < 0 }
	middle := new(big.Rat).Add(o.From, o.To)
	switch {
	case below(earlier(later(o.closest(), o.From), o.To)):
		return true
	case !below(middle.Quo(middle, big.NewRat(2, 1))): // the window is V apart throughout, or an instant
		return false
	}
	way := minus(o.atTo, o.atFrom)
	return way.dot(way).Sign() == 0 || o.LeastSquare().Cmp(new(big.Rat).Mul(o.Threshold, o.Threshold)) < 0
}

// LeastSquare returns the square of the least horizontal distance while heights are close enough.
func (o *CylinderOracle) LeastSquare() *big.Rat {
	return o.SquareAt(earlier(later(o.closest(), o.From), o.To))
}

// HeightAt returns the height of the entry above the query at a part of the span.
func (o *CylinderOracle) HeightAt(part *big.Rat) *big.Rat {
	h := new(big.Rat).Mul(part, o.climb)
	return h.Add(h, o.atStart)
}

// Cuts reports whether the two are closest while heights are not close enough.
func (o *CylinderOracle) Cuts() bool {
	return o.closest().Cmp(o.From) < 0 || o.closest().Cmp(o.To) > 0
}
