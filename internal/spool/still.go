package spool

import "flyby/trajectory/format"

// stay makes the second sample of a row that is a place.
func (p *pass) stay(rows *format.Rows, row int, number uint32, st *state) error {
	places := p.options.Places
	if places == nil {
		return nil
	}
	if p.places++; places.Last == places.First {
		return nil
	}
	rows.T[row] = places.Last
	return p.row(rows, row, number, st)
}
