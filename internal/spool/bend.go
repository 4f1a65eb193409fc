package spool

import (
	"flyby/trajectory/curve"
	"flyby/trajectory/format"
)

// bend makes samples of a good row that has a velocity: those on the curve that leads to it, where its
// chord is too far off, and its own.
func (p *pass) bend(rows *format.Rows, row int, number uint32, st *state) error {
	now := rows.Sample(row)
	to := curve.State{T: now.T, P: [3]float64{now.X, now.Y, now.Z}, V: now.V}
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

// along makes the samples between two states. Where there would be too many it notes what fits.
func (p *pass) along(from, to curve.State, number uint32, st *state) error {
	n, fits := curve.Parts(from, to, p.options.Curve)
	p.refused = p.refused.Worse(p.options.Curve, fits)
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
