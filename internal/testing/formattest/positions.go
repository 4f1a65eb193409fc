package formattest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/reading"
)

// Positions returns a format that flyby does not have, which docs/add-a-format.md shows.
func Positions() reading.Format {
	return reading.Format{
		Name: "positions", Extensions: []string{".pos"}, Packed: true, About: "id, time and place, a line each",
		Codec: openPositions, Tabular: true, Stores: true,
	}
}

// openPositions opens lines "id t x y". It is a codec.OpenFunc.
func openPositions(_ context.Context, src *infile.Source, _ int) (codec.Reader, error) {
	return &positions{src: src, lines: bufio.NewScanner(src.Data)}, nil
}

// positions is a codec.Reader of lines "id t x y".
type positions struct {
	src   *infile.Source
	lines *bufio.Scanner
	rows  int // so far
}

// Columns says what values are: ids are integers where all are, and numbers are decimal digits.
func (p *positions) Columns() []codec.Column {
	all := []codec.Column{{Name: "id", Kind: codec.Text, Untyped: true}}
	for _, name := range []string{"t", "x", "y"} {
		all = append(all, codec.Column{Name: name, Kind: codec.Digits, Type: "number"})
	}
	return all
}

// Next splits the next lines.
func (p *positions) Next(ctx context.Context, b *codec.Batch) error {
	const columns = 4
	b.First, b.Rows, b.Broken = p.rows, 0, nil
	b.Values = codec.Resized(b.Values, columns)
	for b.Rows < codec.MostTexts(columns) && p.lines.Scan() {
		fields := bytes.Fields(bytes.Clone(p.lines.Bytes()))
		if len(fields) != columns {
			b.Broken = append(b.Broken, codec.Fault{Row: b.Rows, Cause: fmt.Sprintf("%d fields, want %d", len(fields), columns)})
			fields = make([][]byte, columns)
		}
		for i := range b.Values {
			b.Values[i].Texts = append(b.Values[i].Texts, fields[i])
		}
		b.Rows++
	}
	p.rows += b.Rows
	switch err := p.lines.Err(); {
	case b.Rows > 0:
		return ctx.Err()
	case err != nil:
		return p.src.Broken(err)
	}
	return io.EOF
}

// Place names a row in errors.
func (p *positions) Place(row int) infile.Error {
	return infile.Error{File: p.src.Name, Line: row + 1}
}

// The file says nothing else of itself, and all columns of all rows are filled.
func (p *positions) Note(string) (text string, ok bool) { return "", false }
func (p *positions) Claims() int                        { return -1 }
func (p *positions) Want([]int, []codec.Test)           {}
func (p *positions) Close() error                       { return nil }
