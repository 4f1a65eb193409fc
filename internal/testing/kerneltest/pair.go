package kerneltest

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"flyby/interaction"
	"flyby/trajectory"
)

// Pair is one interaction to decide.
type Pair struct {
	Kind         string // the family that made it
	Query, Entry trajectory.Segment
	Distance     float64
	Window       interaction.Window
}

// Swapped returns the pair with the roles of query and entry exchanged.
func (p Pair) Swapped() Pair {
	p.Query, p.Entry = p.Entry, p.Query
	return p
}

// String writes the pair with every bit of its numbers.
func (p Pair) String() string {
	side := func(s trajectory.Segment) string {
		return fmt.Sprintf("{t [%x %x] p %x -> %x r %x last %v}", s.T0, s.T1, s.P0, s.P1, s.R, s.Last)
	}
	return fmt.Sprintf("%s: query %s entry %s d %x window %x", p.Kind, side(p.Query), side(p.Entry), p.Distance, p.Window)
}

// Valid reports whether a store could have the segments: numbers finite and no larger
// than trajectory.MaxMagnitude, times in order, a point event at rest, and a distance
// no less than 0.
func (p Pair) Valid() bool {
	return valid(p.Query) && valid(p.Entry) && p.Distance >= 0 && p.Distance <= trajectory.MaxMagnitude &&
		!math.IsNaN(p.Window.From) && !math.IsNaN(p.Window.To)
}

func valid(s trajectory.Segment) bool {
	for _, v := range [...]float64{s.T0, s.T1, s.P0[0], s.P0[1], s.P0[2], s.P1[0], s.P1[1], s.P1[2], s.R} {
		if !(math.Abs(v) <= trajectory.MaxMagnitude) {
			return false
		}
	}
	if s.T0 == s.T1 {
		return s.P0 == s.P1 && s.Last && s.R >= 0
	}
	return s.T0 < s.T1 && s.R >= 0
}

// Pairs yields n pairs, of all families in turn: most lie at the threshold or
// within an ulp of it. Roles, axes, units and windows are varied at random.
func Pairs(r *rand.Rand, n int) iter.Seq[Pair] {
	all := families()
	return func(yield func(Pair) bool) {
		for i := 0; i < n; {
			f := all[i%len(all)]
			p := f.make(r)
			p.Kind = f.name
			vary(r, &p)
			if !p.Valid() {
				continue
			}
			if i++; !yield(p) {
				return
			}
		}
	}
}

// vary changes a pair within its family.
func vary(r *rand.Rand, p *Pair) {
	if r.IntN(2) == 0 {
		*p = p.Swapped()
	}
	turn(r, p)
	if r.IntN(6) == 0 {
		rescale(p, math.Ldexp(1, pick(r, -1060, -1000, -700, -500, -300, 250, 300, 400, 500, 520, 700, 950)), 1)
	}
	if r.IntN(6) == 0 {
		rescale(p, 1, math.Ldexp(1, pick(r, -900, -300, -30, 30, 300, 900)))
	}
	if r.IntN(4) == 0 {
		p.Window = window(r, p)
	}
	for _, s := range []*trajectory.Segment{&p.Query, &p.Entry} {
		s.Last = s.Last || s.T0 == s.T1
		s.T0 += 0 // no negative zeros, as in a store
		s.T1 += 0
	}
}

// turn permutes the axes and mirrors some.
func turn(r *rand.Rand, p *Pair) {
	axes := r.Perm(3)
	sign := [3]float64{1, 1, 1}
	for k := range sign {
		if r.IntN(2) == 0 {
			sign[k] = -1
		}
	}
	for _, v := range []*[3]float64{&p.Query.P0, &p.Query.P1, &p.Entry.P0, &p.Entry.P1} {
		old := *v
		for k := range 3 {
			v[k] = old[axes[k]] * sign[k]
		}
	}
}

// rescale multiplies lengths and times.
func rescale(p *Pair, length, time float64) {
	p.Distance *= length
	p.Window.From, p.Window.To = p.Window.From*time, p.Window.To*time
	for _, s := range []*trajectory.Segment{&p.Query, &p.Entry} {
		s.R *= length
		s.T0, s.T1 = s.T0*time, s.T1*time
		for k := range 3 {
			s.P0[k], s.P1[k] = s.P0[k]*length, s.P1[k]*length
		}
	}
}

// window makes a window from the times of a pair: joints, instants, parts.
func window(r *rand.Rand, p *Pair) interaction.Window {
	times := []float64{p.Query.T0, p.Query.T1, p.Entry.T0, p.Entry.T1, math.Inf(-1), math.Inf(1)}
	times = append(times, p.Query.T0/2+p.Query.T1/2, p.Entry.T0/2+p.Entry.T1/2, p.Query.T0/4+p.Query.T1*3/4)
	a, b := pick(r, times...), pick(r, times...)
	if r.IntN(8) > 0 && a > b {
		a, b = b, a
	}
	return interaction.Window{From: a, To: b}
}

func pick[T any](r *rand.Rand, values ...T) T {
	return values[r.IntN(len(values))]
}
