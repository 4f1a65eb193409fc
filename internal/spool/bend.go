package spool

import (
	"errors"
	"math"
	"slices"

	"flyby/trajectory/curve"
	"flyby/trajectory/format"
)

// bend makes samples of a good row that has a velocity: those on the curve that leads to it, where its
// chord is too far off, and its own.
func (p *pass) bend(rows *format.Rows, row int, number uint32, st *state) error {
	now := rows.Sample(row)
	to := curve.State{T: now.T, P: [3]float64{now.X, now.Y, now.Z}}
	to.V, _ = rows.Velocity(row)
	speed := &p.speeds[number/statePage][number%statePage]
	if st.flags&seen != 0 && !p.apart(st.t, to.T) && !p.fast {
		from := curve.State{T: st.t, P: [3]float64(st.at[:3]), V: *speed}
		if err := p.along(from, to, number, st); err != nil {
			return err
		}
	}
	*speed = to.V
	return p.sample(number, st, to.T, &position{to.P[0], to.P[1], to.P[2]})
}

// widened reads with curves of orbits within what is enough: where o.Format.OrbitCurve would split segments into too many
// parts, all is read once more with the least distance that does not, as curve.Split has it.
func widened(o Options, read func(Options) (*Spool, format.Report, error)) (*Spool, format.Report, error) {
	for {
		s, report, err := read(o)
		var refused *curve.Error
		if !errors.As(err, &refused) {
			return s, report, err
		}
		o.Format.OrbitCurve = refused.Fits
	}
}

// along makes the samples between two states. Where there would be too many it notes what fits.
func (p *pass) along(from, to curve.State, number uint32, st *state) error {
	if p.loose && unknown(from.V, to.V) {
		return nil
	}
	n, fits := curve.Parts(from, to, p.within)
	p.refused = p.refused.Worse(p.within, fits)
	if n <= 1 || p.refused != nil {
		return nil
	}
	p.split, p.added = p.split+1, p.added+n-1
	for t, at := range curve.Between(from, to, n) {
		if err := p.sample(number, st, t, &position{at[0], at[1], at[2]}); err != nil {
			return err
		}
	}
	return nil
}

// unknown reports whether a velocity is not known.
func unknown(all ...[3]float64) bool {
	return slices.ContainsFunc(all, func(v [3]float64) bool { return math.IsNaN(v[0] + v[1] + v[2]) })
}
