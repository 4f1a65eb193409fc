package parquet

import (
	"context"
	"iter"
	"math"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/internal/push"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// parquetValues reads the values of Options.Attributes beside the rows that are handed on.
type parquetValues struct {
	*format.Noter
	columns []valueColumn
	foreign []string     // values that are not UTF-8, whose codes count down from math.MaxUint32
	numbers format.Coder // of integer ids that are handed on unchanged
	rows    []int        // of the file, for the rows at hand
}

// A valueColumn goes through the values of an attribute, some rows at a time, as codes of the attributes.
type valueColumn struct {
	attribute int
	check     func(row int, code uint32) error // refuses a value that is not UTF-8
	ended     error                            // where the column has too few rows
	next      func() ([]uint32, error, bool)
	stop      func()
	first     int      // row of the file
	some      []uint32 // values from first on
}

// findAttributes finds the columns of Options.Attributes that hold single values of a supported type, and the names of all such
// columns.
func (r *parquetReader) findAttributes() {
	if len(r.o.Attributes) == 0 {
		return
	}
	types := map[string]*parquet.Type{}
	for _, c := range r.file.Columns() {
		name := c.Name()
		if typ, cause := c.Type(parquet.AsCell); cause == "" && types[name] == nil {
			typ.Clock = r.o.Times
			types[name], r.names = typ, append(r.names, name)
		}
	}
	for _, name := range r.o.Attributes {
		r.attributeTypes = append(r.attributeTypes, types[name])
	}
}

// newValues returns parquetValues before the first row, nil where there are no attributes.
func (r *parquetReader) newValues() *parquetValues {
	if len(r.o.Attributes) == 0 {
		return nil
	}
	p := &parquetValues{Noter: format.NewNoter(r.o)}
	at := make([]int, len(r.attributeTypes))
	for i, typ := range r.attributeTypes {
		if at[i] = i; typ == nil {
			at[i] = -1
		}
	}
	p.Attributes().Found(at, r.names)
	return p
}

// openValues begins to read the columns of attributes; nothing is read before the first rows come.
func (r *parquetReader) openValues(ctx context.Context, p *parquetValues) {
	if p == nil {
		return
	}
	for i, typ := range r.attributeTypes {
		if typ == nil {
			continue
		}
		all := parquet.ScanCells(r.o.Attributes[i], typ, func(c infile.Cell) uint32 { return p.codeOf(c, r.o.SkipBadRows) })
		next, stop := iter.Pull2(push.Seq(func(give func([]uint32) error) (err error) {
			defer parquet.Recover(r.src.Name, &err)()
			for group := range r.file.Groups {
				rows := int(r.file.Groups[group].Rows)
				if err := all.Read(ctx, r.file, group, rows, func(values []uint32) (more bool) { return give(values) == nil }); err != nil {
					return err
				}
			}
			return nil
		}))
		p.columns = append(p.columns, valueColumn{attribute: i, check: r.checkOf(p, i), ended: &format.Error{File: r.src.Name, Cause: "corrupt: column " + r.o.Attributes[i] + " ends before its rows do"}, next: next, stop: stop})
	}
}

// codeOf returns the code of a value. A value that is not UTF-8 has one of its own, unless bad rows are dropped: U+FFFD then stands for its bytes.
func (p *parquetValues) codeOf(c infile.Cell, skip bool) uint32 {
	if !skip && !c.IsUTF8() {
		p.foreign = append(p.foreign, c.String())
		return math.MaxUint32 - uint32(len(p.foreign)-1)
	}
	return p.Attributes().CodeOf(c.String())
}

// checkOf returns the function that refuses the code of a value of an attribute, in a row of the file, that is not UTF-8.
func (r *parquetReader) checkOf(p *parquetValues, attribute int) func(row int, code uint32) error {
	return func(row int, code uint32) error {
		at := math.MaxUint32 - code
		if uint64(at) >= uint64(len(p.foreign)) {
			return nil
		}
		e := r.file.Locate(row)
		e.Column, e.Value, e.Cause = r.o.Attributes[attribute], p.foreign[at], format.NotUTF8
		return &e
	}
}

// close ends the reading of columns.
func (p *parquetValues) close() {
	if p == nil {
		return
	}
	for i := range p.columns {
		p.columns[i].stop()
	}
}

// drop notes that a row of those that begin took is dropped.
func (p *parquetValues) drop(row int) {
	if p != nil {
		p.Drop(row)
	}
}

// end takes the values of the rows that were not dropped.
func (p *parquetValues) end(file *parquet.File) error {
	if p == nil {
		return nil
	}
	if err := p.End(); err != nil {
		return file.Outgrown(err)
	}
	return nil
}

// bytes returns the approximate memory held.
func (p *parquetValues) bytes() int {
	if p == nil {
		return 0
	}
	return p.Bytes() + p.numbers.Bytes()
}

// attributes returns the attributes of the rows so far; nil: there are none.
func (p *parquetValues) attributes() *format.Attributes {
	if p == nil {
		return nil
	}
	return p.Attributes()
}

// begin takes rows that are about to be handed on, whose ids are numbers of names, or integers.
func (p *parquetValues) begin(c *trajectory.Columns, rows *format.Rows) error {
	if p == nil {
		return nil
	}
	ids, id := rows.ID.Code, rows.Known.Text
	switch {
	case ids == nil:
		ids = p.numbers.Integers(c.ID.Int)
		id = p.numbers.Known().Text
	case rows.ID.Name != nil:
		id = format.IDs{Name: rows.ID.Name}.Text
	}
	p.Begin(c, ids, false, id)
	p.rows = p.rows[:0]
	for row := range c.T {
		p.rows = append(p.rows, rows.At(row))
	}
	for i := range p.columns {
		if err := p.columns[i].fill(p.Noter, p.rows); err != nil {
			return err
		}
	}
	return nil
}

// fill sets the values of some rows of the file.
func (v *valueColumn) fill(to *format.Noter, rows []int) error {
	for i, row := range rows {
		for row >= v.first+len(v.some) {
			v.first += len(v.some)
			some, err, ok := v.next()
			if err == nil && !ok {
				err = v.ended
			}
			if err != nil {
				return err
			}
			v.some = some
		}
		code := v.some[row-v.first]
		if err := v.check(row, code); err != nil {
			return err
		}
		to.Set(i, v.attribute, code)
	}
	return nil
}
