// Package codectest reads files by codecs, for their tests.
package codectest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// A Table is what a table of a file has: its columns, and the cells of its rows as text. A list is written as [1 2], a fault as !cause, a broken row
// has its cause alone.
type Table struct {
	Columns []codec.Column
	Rows    [][]string
	Places  []string // [rows]
}

// Source returns a source of bytes in memory.
func Source(name string, data []byte) *infile.Source {
	src := &infile.Source{Name: name, At: bytes.NewReader(data), Total: int64(len(data))}
	src.Data = src.Counted(bytes.NewReader(data))
	return src
}

// Read reads all tables of a file, with all columns whose values can be read, and checks that batches are as the contract says.
func Read(open codec.OpenFunc, src *infile.Source) (tables []Table, err error) {
	ctx := context.Background()
	r, err := open(ctx, src, 1)
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // it was only read
	for {
		t := Table{Columns: slices.Clone(r.Columns())}
		err := t.read(ctx, r)
		if tables = append(tables, t); err != nil {
			return tables, err
		}
		several, ok := r.(codec.Tables)
		if !ok {
			return tables, nil
		}
		if err := several.Turn(ctx); err == io.EOF {
			return tables, nil
		} else if err != nil {
			return tables, err
		}
	}
}

// read reads the rows of a table.
func (t *Table) read(ctx context.Context, r codec.Reader) error {
	var all []int
	for i := range t.Columns {
		if t.Columns[i].Kind != codec.Other {
			all = append(all, i)
		}
	}
	var b codec.Batch
	if codec.ReadFirst(ctx, r, all, &b) == nil {
		t.check(&b)
	}
	r.Want(all, nil)
	for {
		err := codec.ReadNext(ctx, r, &b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if b.First != len(t.Rows) || b.Rows == 0 || b.Rows > codec.MostRows {
			panic(fmt.Sprintf("%d rows from %d, after %d", b.Rows, b.First, len(t.Rows)))
		}
		t.check(&b)
		t.take(r, &b)
	}
}

// check checks that a batch has as many values as rows.
func (t *Table) check(b *codec.Batch) {
	for i := range t.Columns {
		c, v := &t.Columns[i], &b.Values[i]
		have := b.Rows
		switch c.Kind {
		case codec.Float:
			have = len(v.Floats)
		case codec.Whole, codec.Decimal, codec.Stamp, codec.Truth:
			have = len(v.Wholes)
		case codec.Digits, codec.Text, codec.Bytes:
			if have = len(v.Texts); v.Codes != nil {
				have = len(v.Codes)
			}
		case codec.Numbers:
			have = len(v.Ends)
		}
		if have != b.Rows {
			panic(fmt.Sprintf("column %s has %d values in %d rows", c.Name, have, b.Rows))
		}
	}
}

// take takes the rows of a batch.
func (t *Table) take(r codec.Reader, b *codec.Batch) {
	for row := range b.Rows {
		place := r.Place(b.First + row)
		t.Places = append(t.Places, place.Place())
		if f := codec.FaultOf(b.Broken, row); f != nil {
			t.Rows = append(t.Rows, []string{f.Cause})
			continue
		}
		var cells []string
		for i := range t.Columns {
			cells = append(cells, cell(&t.Columns[i], &b.Values[i], row))
		}
		t.Rows = append(t.Rows, cells)
	}
}

// cell returns a value as text.
func cell(c *codec.Column, v *codec.Values, row int) string {
	if f := v.Fault(row); f != nil {
		return "!" + f.Cause
	}
	if c.Kind == codec.Numbers && !v.Nulls.Has(row) {
		from := 0
		if row > 0 {
			from = v.Ends[row-1]
		}
		return fmt.Sprint(v.Floats[from:v.Ends[row]])
	}
	if c.Kind == codec.Float && v.Floats[row] == 0 && math.Signbit(v.Floats[row]) {
		return "-0"
	}
	var s codec.Sense
	return s.Cell(c, v, row).String()
}

// Missed reads the first batch of a file under the condition that a column has a value, and returns the rows in Batch.Missed.
func Missed(open codec.OpenFunc, src *infile.Source, column, value string) (rows map[int]bool, err error) {
	ctx := context.Background()
	r, err := open(ctx, src, 1)
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // it was only read
	at := slices.Index(codec.NamesOf(r.Columns()), column)
	tests, err := infile.NewCellTests([]infile.Condition{{Column: column, Operator: "=", Value: value}})
	if err != nil {
		return nil, err
	}
	r.Want([]int{at}, []codec.Test{{Column: at, CellTest: tests[0]}})
	var b codec.Batch
	err = codec.ReadNext(ctx, r, &b)
	rows = map[int]bool{}
	for row := range b.Rows {
		rows[row] = b.Missed.Has(row)
	}
	return rows, err
}
