package curve

import (
	"errors"
	"iter"
	"math"
	"sync/atomic"

	"flyby/trajectory"
)

// Path returns the path of columns with velocities, V: ways are split until all chords stay within a distance of the curves.
// Segment ids count the parts. Heights in H take the place of Z, and are split like Z.
//
// Where a way would have more than MostParts parts its error is an *Error about all ways. In Loose columns a way between two
// rows is not split where one has no velocity, and the distance can be widened to the least that suffices for all other ways,
// +Inf where none does: see Within.
func Path(within float64) *Cubics { return &Cubics{within: within} }

// Cubics is a trajectory.Path along the cubic curves that velocities give.
type Cubics struct {
	within  float64
	frame   trajectory.Frame
	solid   bool // positions have z
	loose   bool
	refused atomic.Pointer[Error] // of some way; later ways are then only examined, not split
}

// Begin takes columns with velocities.
func (p *Cubics) Begin(c *trajectory.Columns) error {
	switch {
	case c.V[0] == nil:
		return errors.New("curve: columns have no velocities")
	case c.Z != nil && c.H != nil:
		return errors.New("curve: heights are in z and in h: one of the two must be nil")
	}
	p.frame, p.solid, p.loose = c.Frame, c.Z != nil, c.Loose
	return nil
}

// Within returns the greatest distance of chords from the curves.
func (p *Cubics) Within() float64 { return p.within }

// Limits returns nil.
func (p *Cubics) Limits() *[3]trajectory.Limit { return nil }

// Frame returns the frame of the columns.
func (p *Cubics) Frame() trajectory.Frame { return p.frame }

// Position returns the coordinates of the sample.
func (p *Cubics) Position(s *trajectory.Sample) trajectory.Position {
	return trajectory.Position{s.X, s.Y, p.third(s)}
}

// third returns the third coordinate of a sample.
func (p *Cubics) third(s *trajectory.Sample) float64 {
	if p.solid {
		return s.Z
	}
	return s.H
}

// Faster is trajectory.Faster for the chord.
func (p *Cubics) Faster(from, to *trajectory.Sample, v float64) bool {
	return from.Faster(*to, v)
}

// Parts is the function Parts; it returns 1 where a velocity is not known, or after some way had too many parts.
func (p *Cubics) Parts(from, to *trajectory.Sample) int {
	if p.loose && (unknown(from.V) || unknown(to.V)) {
		return 1
	}
	n, fits := Parts(p.state(from), p.state(to), p.within)
	for refused := p.refused.Load(); fits != 0 && !p.refused.CompareAndSwap(refused, refused.Worse(p.within, fits)); {
		refused = p.refused.Load()
	}
	if p.refused.Load() != nil {
		return 1
	}
	return n
}

// state makes a State of a sample.
func (p *Cubics) state(s *trajectory.Sample) State {
	return State{T: s.T, P: [3]float64{s.X, s.Y, p.third(s)}, V: s.V}
}

// unknown reports whether a velocity is not known.
func unknown(v [3]float64) bool { return math.IsNaN(v[0] + v[1] + v[2]) }

// Between yields the samples of Between.
func (p *Cubics) Between(from, to *trajectory.Sample, parts int) iter.Seq2[float64, trajectory.Position] {
	return func(yield func(float64, trajectory.Position) bool) {
		for t, at := range Between(p.state(from), p.state(to), parts) {
			if !yield(t, trajectory.Position{at[0], at[1], at[2]}) {
				return
			}
		}
	}
}

// Err returns an *Error where some way would have too many parts.
func (p *Cubics) Err() error {
	if refused := p.refused.Load(); refused != nil {
		return refused
	}
	return nil
}

// Widen widens the distance of Loose columns to the least that fits all ways so far.
func (p *Cubics) Widen() bool {
	refused := p.refused.Load()
	if !p.loose || refused == nil {
		return false
	}
	p.within = refused.Fits
	p.refused.Store(nil)
	return true
}
