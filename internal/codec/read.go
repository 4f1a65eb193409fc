package codec

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"flyby/internal/infile"
)

// Plain is embedded by Readers of files that say nothing of themselves and hold no more than their source.
type Plain struct{}

// Note is false: nothing is said.
func (Plain) Note(string) (text string, ok bool) { return "", false }

// Claims returns -1: the number of rows is not said.
func (Plain) Claims() int { return -1 }

// Close does nothing: the source is its caller's.
func (Plain) Close() error { return nil }

// Decode decodes what Next or Peek left undecoded.
func (b *Batch) Decode() error {
	if b.Rest == nil {
		return nil
	}
	return b.Rest()
}

// ReadNext reads and decodes the next rows. The error is io.EOF behind the last row.
func ReadNext(ctx context.Context, r Reader, b *Batch) error {
	if err := r.Next(ctx, b); err != nil {
		return err
	}
	return b.Decode()
}

// ReadFirst shows and decodes the first rows, as Peek does. The error is io.EOF where none can be shown.
func ReadFirst(ctx context.Context, r Reader, columns []int, b *Batch) error {
	p, ok := r.(Peeker)
	if !ok {
		return io.EOF
	}
	if err := p.Peek(ctx, columns, b); err != nil {
		return err
	}
	return b.Decode()
}

// FloatIDs returns the error of a file whose ids are in a column of floating point numbers: the remedy, and the first row that is no integer. It is nil
// for a column of another kind, or without a type. It comes in place of Want and Next.
func FloatIDs(ctx context.Context, file string, r Reader, column int) error {
	const cast = "ids are integers or text: cast them to BIGINT or VARCHAR"
	c := &r.Columns()[column]
	if c.Kind != Float || c.Type == "" {
		return nil
	}
	r.Want([]int{column}, nil)
	for b := new(Batch); ; {
		err := ReadNext(ctx, r, b)
		if err == io.EOF {
			return &infile.Error{File: file, Cause: c.Serves(AsID) + ", though all values are integers: " + cast}
		}
		if err != nil {
			return err
		}
		for row := range b.Rows {
			id := math.NaN()
			if v := &b.Values[column]; !v.Nulls.Has(row) {
				id = v.Floats[row]
			}
			if id != math.Trunc(id) || math.IsInf(id, 0) {
				e := r.Place(b.First + row)
				e.File, e.Column, e.Value, e.Cause = file, c.Name, strconv.FormatFloat(id, 'g', -1, 64), fmt.Sprintf("no integer, and type %s is not one that flyby reads here: %s", c.Type, cast)
				return &e
			}
		}
	}
}
