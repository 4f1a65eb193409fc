package spool

import (
	"flyby/trajectory/format"
	"flyby/trajectory/geo"
)

// place makes samples of a place on the Earth: where the way to it is split, samples of its parts, and one of the place.
func (p *pass) place(rows *format.Rows, row int, number uint32, st *state) error {
	to := geo.Place{T: rows.T[row], Lon: rows.X[row], Lat: rows.Y[row]}
	if rows.Z != nil {
		to.Height = rows.Z[row]
	}
	last := &p.lasts[number/statePage][number%statePage]
	p.fast = p.limited(st, to.T) && geo.Faster(*last, to, p.options.MaxSpeed)
	if st.flags&seen != 0 && !p.apart(st.t, to.T) && !p.fast {
		if n := geo.Parts(*last, to); n > 1 {
			p.split, p.added = p.split+1, p.added+n-1
			if err := p.between(*last, to, n, number, st); err != nil {
				return err
			}
		}
	}
	*last = to
	at := p.metres(to)
	return p.sample(number, st, to.T, &at)
}

// metres is the position of a place on the Earth.
func (p *pass) metres(at geo.Place) position {
	if p.upright {
		foot := at.Foot()
		return position{foot[0], foot[1], foot[2], at.Height}
	}
	metres := at.Metres()
	return position{metres[0], metres[1], metres[2]}
}

// between makes the samples that split the way between two places into parts.
func (p *pass) between(from, to geo.Place, parts int, number uint32, st *state) error {
	between := geo.Between
	if p.upright {
		between = geo.FeetBetween
	}
	k := 1
	for t, metres := range between(from, to, parts) {
		at := position{metres[0], metres[1], metres[2]}
		if p.upright {
			at[3] = geo.HeightBetween(from, to, k, parts)
		}
		if err := p.sample(number, st, t, &at); err != nil {
			return err
		}
		k++
	}
	return nil
}
