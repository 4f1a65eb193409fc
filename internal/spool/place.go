package spool

import "flyby/trajectory/geo"

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
