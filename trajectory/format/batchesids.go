package format

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"flyby/internal/codec"
)

// idOf returns the id in the row at hand: an integer, or a text, which is nil for an integer.
func (p *parcel) idOf() (n int64, id []byte, e *Error) {
	if p.r.layout.Parts != nil {
		id, e = p.joined()
		return 0, id, e
	}
	c, of := p.column(ColID)
	n, id, cause := c.ID(of, p.row)
	switch {
	case cause != "":
		return 0, nil, &Error{Column: c.Name, Value: string(id), Cause: cause}
	case id == nil:
		return n, nil, nil
	}
	p.id = append(p.id[:0], id...)
	return 0, p.id, nil
}

// joined returns the id that several columns make in the row at hand.
func (p *parcel) joined() ([]byte, *Error) {
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
		return nil, &Error{Column: p.r.layout.Name[ColID], Cause: codec.Missing}
	}
	return p.id, nil
}

// textIn returns the value of a column in the row at hand as text, empty where there is none.
func (p *parcel) textIn(at int) ([]byte, *Error) {
	c, of := &p.r.columns[at], &p.values[at]
	if f := of.Fault(p.row); f != nil {
		return nil, &Error{Column: c.Name, Value: f.Value, Cause: f.Cause}
	}
	cell := p.cells.Cell(c, of, p.row)
	if text, ok := cell.Text(); ok {
		return text, nil
	}
	return []byte(cell.String()), nil
}

// takePiece notes the piece of the row at hand, where the layout has pieces.
func (p *parcel) takePiece() *Error {
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

// castFloats returns the error of ids that are floats: the remedy, and the first row that is no integer. cause is why they do not serve.
func (r *batchReader) castFloats(column int, cause string) error {
	const cast = "ids are integers or text: cast them to BIGINT or VARCHAR"
	c := &r.columns[column]
	if c.Type == "" {
		return r.fail(cause)
	}
	r.codec.Want([]int{column}, nil)
	var b codec.Batch
	for {
		err := r.codec.Next(r.ctx, &b)
		if err == io.EOF {
			return r.fail(cause + ", though all values are integers: " + cast)
		}
		if err == nil {
			err = rest(&b)
		}
		if err != nil {
			return err
		}
		v := &b.Values[column]
		for row := range b.Rows {
			id := math.NaN()
			if !v.Nulls.Has(row) {
				id = v.Floats[row]
			}
			if id != math.Trunc(id) || math.IsInf(id, 0) {
				e := r.codec.Place(b.First + row)
				e.Column, e.Value, e.Cause = c.Name, strconv.FormatFloat(id, 'g', -1, 64), fmt.Sprintf("no integer, and type %s is not one that flyby reads here: %s", c.Type, cast)
				return &e
			}
		}
	}
}
