package format

import (
	"strconv"

	"flyby/trajectory"
)

// locate turns what trajectory.New and FromLonLat say about rows into a place in
// the file.
func (p *Parsed) locate(bad *trajectory.RowError) *Error {
	e := p.Place(bad.Row)
	e.Column, e.Value, e.Cause = p.Told(bad, func() string { return p.idOf(bad.Row) })
	return &e
}

// causeOf is what is wrong with a row, and what helps.
func causeOf(bad *trajectory.RowError) string {
	if bad.IsEarly() {
		return bad.Cause + "; --sort-times puts rows in order"
	}
	return bad.Cause
}

// IDOf is the id of a row, "" where it is not known any more.
func (p *Parsed) idOf(row int) string {
	switch id := &p.Columns.ID; {
	case row < len(id.Int):
		return strconv.FormatInt(id.Int[row], 10)
	case row < len(id.Code):
		return id.Name[id.Code[row]]
	}
	return ""
}
