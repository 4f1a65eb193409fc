package csv

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
)

// A reader reads the records of a text. It is a codec.Reader and a codec.Peeker.
type reader struct {
	codec.Plain
	src       *infile.Source
	cut       *infile.Splitter
	separator byte
	columns   []codec.Column
	wanted    []int
	tests     []codec.Test

	block *infile.Block // records
	at    int           // the next in its text
	end   error         // io.EOF: the block has the last of the text
	line  int           // of the next record
	row   int           // of the next record

	lines  infile.LineMap // of rows
	locked sync.Mutex     // around lines
}

// Next reads the next records.
func (r *reader) Next(ctx context.Context, b *codec.Batch) error {
	for {
		if err := r.more(ctx); err != nil {
			return err
		}
		ends := r.records(b, codec.MostTexts(len(r.wanted)))
		r.at, r.line = r.at+len(b.Raw), r.line+bytes.Count(b.Raw, []byte("\n"))
		if r.row += b.Rows; b.Rows == 0 {
			continue
		}
		wanted, tests := r.wanted, r.tests
		b.Rest = func() error { return r.parse(b, ends, wanted, tests) }
		return nil
	}
}

// more reads a block, if no record is left.
func (r *reader) more(ctx context.Context) error {
	for r.at == len(r.block.Text) {
		if e := r.block.Fatal; e != nil {
			e.File, e.Line = r.src.Name, r.line
			return e
		}
		if r.end == io.EOF {
			return io.EOF
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r.block.Reset()
		r.at, r.end = 0, r.cut.Fill(r.block)
		if r.src.Progress(); r.end != nil && r.end != io.EOF {
			return r.end
		}
	}
	return nil
}

// records begins a batch of the next records, some of them at most, and returns where each of its rows begins and ends in Raw. An empty line is
// no row.
func (r *reader) records(b *codec.Batch, most int) (ends [][2]int) {
	text, at, line := r.block.Text[r.at:], 0, r.line
	b.First, b.Rows, b.Missed, b.Broken = r.row, 0, b.Missed[:0], nil
	b.Values = codec.Resized(b.Values, len(r.columns))
	r.locked.Lock()
	defer r.locked.Unlock()
	if r.row == 0 { // the rows that Peek has shown come once more
		r.lines = nil
	}
	for at < len(text) && b.Rows < most {
		next, _ := infile.RecordEnd(text, at, r.separator, true)
		if record := infile.Chomp(text[at:next]); len(record) > 0 {
			ends = append(ends, [2]int{at, at + len(record)})
			r.lines.Add(r.row+b.Rows, line)
			b.Rows++
		}
		line += bytes.Count(text[at:next], []byte("\n"))
		at = next
	}
	b.Raw = append(b.Raw[:0], text[:at]...)
	return ends
}

// Peek is codec.Peeker's.
func (r *reader) Peek(_ context.Context, columns []int, b *codec.Batch) error {
	ends := r.records(b, mostPeeked)
	if b.Rows == 0 {
		return io.EOF
	}
	b.Rest = func() error { return r.parse(b, ends, columns, nil) }
	return nil
}

// parse splits the records of a batch.
func (r *reader) parse(b *codec.Batch, ends [][2]int, wanted []int, tests []codec.Test) error {
	var fields [][]byte
	for row, of := range ends {
		var cause string
		fields, cause = infile.SplitRecord(fields[:0], b.Raw[of[0]:of[1]], r.separator)
		whole := cause == ""
		if whole && len(fields) != len(r.columns) {
			cause = fmt.Sprintf("%d columns where the header has %d", len(fields), len(r.columns))
		}
		if cause != "" {
			b.Broken = append(b.Broken, codec.Fault{Row: row, Cause: cause})
			if whole && misses(fields, tests) {
				b.Missed.Add(row)
			}
			fields = make([][]byte, len(r.columns))
		}
		for _, at := range wanted {
			b.Values[at].Texts = append(b.Values[at].Texts, fields[at])
		}
	}
	for _, at := range wanted {
		if c := &r.columns[at]; c.Kind == codec.Bytes {
			decode(c, &b.Values[at])
		}
	}
	return nil
}

// misses reports whether the fields of a row, which has the columns of all conditions, fail one.
func misses(fields [][]byte, tests []codec.Test) (is bool) {
	for i := range tests {
		if tests[i].Column >= len(fields) {
			return false
		}
		is = is || !tests[i].Text(fields[tests[i].Column])
	}
	return is
}

// decode replaces geometries in text by their well-known binary.
func decode(c *codec.Column, v *codec.Values) {
	var all []byte
	for row, text := range v.Texts {
		if text = infile.Trim(text); len(text) == 0 {
			v.Nulls.Add(row)
			continue
		}
		from := len(all)
		b, cause := geoparquet.AppendText(all, text)
		all = b
		v.Texts[row] = b[from:len(b):len(b)]
		if srid, said := geoparquet.SRID(v.Texts[row]); cause == "" && said && geoparquet.SRIDOf(srid, true) != c.Shape.CRS {
			cause = fmt.Sprintf("a geometry of SRID %d, where the first has %v", srid, crsText(c.Shape.CRS))
		}
		if cause != "" {
			v.Faults = append(v.Faults, codec.Fault{Row: row, Value: string(text), Cause: cause})
		}
	}
}

// crsText names the reference system of a first geometry.
func crsText(c geoparquet.CRS) string {
	if text := c.String(); text != "" {
		return text
	}
	return "none"
}

// Columns returns the columns.
func (r *reader) Columns() []codec.Column { return r.columns }

// Want says which columns have values. Conditions are tested on broken rows alone.
func (r *reader) Want(columns []int, tests []codec.Test) { r.wanted, r.tests = columns, tests }

// Place returns the line of a row.
func (r *reader) Place(row int) infile.Error {
	r.locked.Lock()
	defer r.locked.Unlock()
	return infile.Error{File: r.src.Name, Line: r.lines.Line(row)}
}
