package reading

import (
	"flyby/internal/codec"
	"flyby/trajectory/format"
)

// idOf returns the id in the row at hand: an integer, or a text, which is nil for an integer.
func (p *parcel) idOf() (n int64, id []byte, e *format.Error) {
	if p.r.layout.Parts != nil {
		id, e = p.joined()
		return 0, id, e
	}
	c, of := p.column(ColID)
	n, id, cause := c.ID(of, p.row)
	switch {
	case cause != "":
		return 0, nil, &format.Error{Column: c.Name, Value: string(id), Cause: cause}
	case id == nil:
		return n, nil, nil
	}
	p.id = append(p.id[:0], id...)
	return 0, p.id, nil
}

// joined returns the id that several columns make in the row at hand.
func (p *parcel) joined() ([]byte, *format.Error) {
	empty := true
	p.id = p.id[:0]
	for i, at := range p.r.layout.Parts {
		text, e := p.textIn(at)
		if e != nil {
			return nil, e
		}
		p.id, empty = AppendPart(p.id, i == 0, text), empty && len(text) == 0
	}
	if empty {
		return nil, &format.Error{Column: p.r.layout.Name[ColID], Cause: codec.Missing}
	}
	return p.id, nil
}

// textIn returns the value of a column in the row at hand as text, empty for a null.
func (p *parcel) textIn(at int) ([]byte, *format.Error) {
	c, of := &p.r.columns[at], &p.values[at]
	if f := of.Fault(p.row); f != nil {
		return nil, f.In(c.Name)
	}
	cell := p.cells.Cell(c, of, p.row)
	if text, ok := cell.Text(); ok {
		return text, nil
	}
	return []byte(cell.String()), nil
}

// takePiece notes the piece of the row at hand, where the layout has pieces.
func (p *parcel) takePiece() *format.Error {
	at := p.r.layout.Piece - 1
	if at < 0 {
		return nil
	}
	text, e := p.textIn(at)
	if e == nil {
		p.feed.Piece = p.r.o.Pieces.Code(text)
	}
	return e
}
