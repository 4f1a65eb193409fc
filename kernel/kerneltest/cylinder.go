package kerneltest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/trajectory"
)

// UprightScenes returns scenes whose stores have heights on a coarse lattice, and a rule with a
// vertical threshold: many pairs of segments touch it exactly, and many are level with each other.
// They are for whoever cuts the hits of drivers; drivers leave heights alone.
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
	s.Vertical = &v
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

// CylinderOracle decides a pair of segments with heights in rational numbers.
type CylinderOracle struct {
	*Oracle
	// Empty says that heights are never close enough in the span; else they are in the parts [From,
	// To] of it, 0 being the span's start and 1 its end.
	Empty    bool
	From, To *big.Rat

	atStart, climb *big.Rat // height of the entry above the query as the span begins, and what is added until its end
}

// AskCylinder puts a pair with heights to a new oracle. p has the segments of q and e.
func AskCylinder(q, e trajectory.Upright, d, v float64, w interaction.Window) *CylinderOracle {
	o := &CylinderOracle{Oracle: Ask(Pair{Query: q.Segment, Entry: e.Segment, Distance: d, Window: w}), Empty: true}
	if !o.Met {
		return o
	}
	height := func(u trajectory.Upright, t float64) *big.Rat {
		line := u.Segment
		line.P0, line.P1 = [3]float64{u.H0}, [3]float64{u.H1}
		return position(line, t)[0]
	}
	from, to := float(o.Oracle.From), float(o.Oracle.To)
	o.atStart = new(big.Rat).Sub(height(e, from), height(q, from))
	atEnd := new(big.Rat).Sub(height(e, to), height(q, to))
	o.climb = new(big.Rat).Sub(atEnd, o.atStart)
	o.From, o.To = new(big.Rat), big.NewRat(1, 1)
	for _, sign := range []int64{-1, 1} { // sign*height <= v
		slope, room := new(big.Rat).Mul(big.NewRat(sign, 1), o.climb), new(big.Rat).Mul(big.NewRat(-sign, 1), o.atStart)
		room.Add(room, rat(v))
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

// Hit reports whether both are close enough at once.
func (o *CylinderOracle) Hit() bool { return !o.Empty && o.within(o.LeastSquare()) }

// LeastSquare returns the square of the least horizontal distance while heights are close enough.
func (o *CylinderOracle) LeastSquare() *big.Rat {
	return o.SquareAt(earlier(later(o.closest(), o.From), o.To))
}

// HeightAt returns the height of the entry above the query at a part of the span.
func (o *CylinderOracle) HeightAt(part *big.Rat) *big.Rat {
	h := new(big.Rat).Mul(part, o.climb)
	return h.Add(h, o.atStart)
}
