package votable

import (
	"bytes"
	"fmt"

	"flyby/internal/codec"
	"flyby/internal/codec/bigendian"
	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// textRows takes the rows of TABLEDATA: the text of cells goes to the Texts of a batch, which Rest makes values of other kinds of.
type textRows struct {
	r      *reader
	fields []bigendian.Field
	there  int   // cells of the current row, so far
	from   int   // where in Batch.Raw the text of the current cell begins
	line   int   // where the current row begins
	cut    []int // cells of the rows in Batch.Broken
	broken int   // cells of a row, of which cause tells
	cause  string
	lines  infile.LineMap // of rows that reader.lines lacks
}

// begin takes the begin of a row or a cell.
func (t *textRows) begin(tag xmlscan.Tag, name string) {
	if name == "TR" {
		t.start(tag.Line)
	} else if t.isWanted() {
		t.from, t.r.x.OnText = len(t.r.batch.Raw), t.collect
	}
}

// isWanted reports whether the next cell of the current row is wanted.
func (t *textRows) isWanted() bool { return t.there < len(t.r.wants) && t.r.wants[t.there] }

// collect gathers the text of a cell.
func (t *textRows) collect(chunk []byte) error {
	x, b := &t.r.x, t.r.batch
	if len(b.Raw)-t.from+len(chunk) > infile.MaxRecord {
		return x.Fail(x.Line, fmt.Sprintf("a cell longer than %d bytes", infile.MaxRecord))
	}
	b.Raw = append(b.Raw, chunk...)
	return nil
}

// start begins a row.
func (t *textRows) start(line int) {
	t.there, t.line = 0, line
	t.drop()
}

// drop drops the cells of a row that did not end.
func (t *textRows) drop() {
	for _, at := range t.r.wanted {
		v := &t.r.batch.Values[at]
		v.Texts = v.Texts[:t.r.batch.Rows]
	}
}

// end takes the end of a cell or a row.
func (t *textRows) end(name string) error {
	if name == "TR" {
		return t.endRow()
	}
	if t.isWanted() {
		t.cell(t.r.batch.Raw[t.from:])
	}
	t.there++
	return nil
}

// cell takes the text of the current cell, which stands in the batch.
func (t *textRows) cell(text []byte) {
	text = bytes.TrimSpace(text)
	v := &t.r.batch.Values[t.there]
	v.Texts = append(v.Texts, text[:len(text):len(text)])
}

// endRow takes the end of a row.
func (t *textRows) endRow() error {
	r, b := t.r, t.r.batch
	if t.there != len(r.columns) {
		if t.cause == "" || t.there != t.broken {
			t.broken, t.cause = t.there, fmt.Sprintf("%d cells where the table has %d columns", t.there, len(r.columns))
		}
		b.Broken = append(b.Broken, codec.Fault{Row: b.Rows, Cause: t.cause})
		t.cut = append(t.cut, t.there)
	}
	for _, at := range r.wanted {
		if v := &b.Values[at]; len(v.Texts) == b.Rows {
			v.Texts = append(v.Texts, nil)
		}
	}
	t.lines.Add(r.row, t.line)
	t.there = 0
	return r.full()
}

// rest hands the lines of a batch on, and returns Batch.Rest.
func (t *textRows) rest(b *codec.Batch) func() error {
	t.drop()
	r := t.r
	r.locked.Lock()
	r.lines.AddAll(t.lines, 0, 0)
	r.locked.Unlock()
	cut, fields, columns, wanted, tests := t.cut, t.fields, r.columns, r.wanted, r.tests
	t.lines, t.cut = t.lines[:0], nil
	return func() error {
		for _, at := range wanted {
			parse(&b.Values[at], &fields[at], columns[at].Kind)
		}
		var s codec.Sense
		for i, broken := range b.Broken {
			for _, test := range tests {
				at := test.Column
				if at < cut[i] && !test.Holds(s.Cell(&columns[at], &b.Values[at], broken.Row)) {
					b.Missed.Add(broken.Row)
				}
			}
		}
		return nil
	}
}

// parse makes values of a kind of texts.
func parse(v *codec.Values, f *bigendian.Field, kind codec.Kind) {
	switch kind {
	case codec.Whole:
		for row, text := range v.Texts {
			v.Wholes = append(v.Wholes, parseWhole(v, f, row, text))
		}
	case codec.Truth:
		for row, text := range v.Texts {
			bigendian.AppendTruth(v, row, text)
		}
	case codec.Numbers:
		for row, text := range v.Texts {
			for item := range bytes.FieldsSeq(text) {
				x, cause := infile.ParseFloat(item)
				if cause != "" {
					v.ItemNulls.Add(len(v.Floats))
				}
				v.Floats = append(v.Floats, x)
			}
			if v.Ends = append(v.Ends, len(v.Floats)); len(text) == 0 {
				v.Nulls.Add(row)
			}
		}
	}
}

// parseWhole reads the integer of a row, and notes where it has none.
func parseWhole(v *codec.Values, f *bigendian.Field, row int, text []byte) int64 {
	if len(text) == 0 {
		v.Nulls.Add(row)
		return 0
	}
	n, err := whole(infile.TextOf(text))
	switch {
	case err != nil:
		v.Faults = append(v.Faults, codec.Fault{Row: row, Value: string(text), Cause: "not an integer of 64 bits"})
	case f.HasNull && n == f.Null:
		v.Nulls.Add(row)
		v.Faults = append(v.Faults, codec.Fault{Row: row, Value: string(text), Cause: codec.Missing})
	}
	return n
}
