package format

import "flyby/trajectory"

// locate turns what trajectory.New and FromLonLat say about rows into a place in
// the file.
func (p *parsed) locate(bad *trajectory.RowError) *Error {
	e := p.place(bad.Row)
	e.Column, e.Value, e.Cause = p.label(bad.Column), bad.Value, causeOf(bad)
	return &e
}

// causeOf is what is wrong with a row, and what helps.
func causeOf(bad *trajectory.RowError) string {
	if bad.IsEarly() {
		return bad.Cause + "; --sort-times puts rows in order"
	}
	return bad.Cause
}
