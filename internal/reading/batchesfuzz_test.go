package reading

import (
	"context"
	"io"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A fuzzedReader makes batches of bytes: each byte decides a value, a null, a fault or a code that is another's.
type fuzzedReader struct {
	columns []codec.Column
	data    []byte
	row     int
}

func (f *fuzzedReader) Columns() []codec.Column    { return f.columns }
func (f *fuzzedReader) Note(string) (string, bool) { return "", false }
func (f *fuzzedReader) Claims() int                { return -1 }
func (f *fuzzedReader) Want([]int, []codec.Test)   {}
func (f *fuzzedReader) Close() error               { return nil }
func (f *fuzzedReader) Place(row int) infile.Error { return infile.Error{Record: row + 1} }

// take returns the next byte, 0 behind the last.
func (f *fuzzedReader) take() byte {
	if len(f.data) == 0 {
		return 0
	}
	b := f.data[0]
	f.data = f.data[1:]
	return b
}

// Next makes a batch of up to 15 rows.
func (f *fuzzedReader) Next(_ context.Context, b *codec.Batch) error {
	if len(f.data) == 0 {
		return io.EOF
	}
	*b = codec.Batch{First: f.row, Rows: int(f.take() % 16), Values: make([]codec.Values, len(f.columns))}
	f.row += b.Rows
	for i := range b.Values {
		f.fill(&f.columns[i], &b.Values[i], b.Rows)
	}
	for row := range b.Rows {
		if f.take()%32 == 31 {
			b.Missed.Add(row)
		}
	}
	fault := f.take()
	b.Rest = func() error {
		if fault == 255 {
			return &infile.Error{File: "fuzzed", Cause: "corrupt"}
		}
		return nil
	}
	return nil
}

// fill makes the values of a column.
func (f *fuzzedReader) fill(c *codec.Column, v *codec.Values, rows int) {
	words := [][]byte{[]byte("a"), []byte("b+"), {}, []byte("\xff"), []byte("2024-05-01T12:00:00Z"), []byte("00:00:02"), []byte("7"), nil}
	coded := f.take()%2 == 0
	for row := range rows {
		b := f.take()
		switch b >> 5 {
		case 6:
			v.Nulls.Add(row)
		case 7:
			v.Faults = append(v.Faults, codec.Fault{Row: row, Value: "x", Cause: "not in its type"})
		}
		v.Floats, v.Wholes = append(v.Floats, float64(int8(b))), append(v.Wholes, int64(int8(b))<<(b%56))
		if coded {
			v.Texts, v.Codes = words, append(v.Codes, uint32(b)%uint32(len(words)))
		} else {
			v.Texts = append(v.Texts, words[int(b)%len(words)])
		}
	}
}

// FuzzBatches: no batch leads to a panic; a reading either has as many rows as it reports, or an error of a file, with the place of a row where it
// is about a column.
func FuzzBatches(f *testing.F) {
	f.Add([]byte("\x04abcdefghijklmnop\x03zyxwvutsrqponm"), uint8(0), uint8(1), true)
	f.Add([]byte("\x0f\xe0\xc1\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11"), uint8(3), uint8(2), false)
	f.Add([]byte("#c\xe1\xec6k\x00\xa6\x80k\xb1\xeak\u0081\xd26\x17RG\xa4\xa3{Lz\xf1"), uint8('¥'), uint8('I'), true) // ids that are no integers
	f.Fuzz(func(t *testing.T, data []byte, kinds, ids uint8, skip bool) {
		of := func(name string, kind uint8) codec.Column {
			c := codec.Column{Name: name, Kind: codec.Kind(kind % uint8(codec.Numbers)), Type: "fuzzed", Per: 1000}
			c.Unsigned, c.Untyped = kind&64 > 0, kind&128 > 0 && (c.Kind == codec.Text || c.Kind == codec.Digits)
			return c
		}
		r := &fuzzedReader{data: data, columns: []codec.Column{of("t", kinds), of("x", 1), of("y", kinds>>4), of("id", ids), of("piece", ids>>3)}}
		o := Options{Options: format.Options{Reading: format.Reading{SkipBadRows: skip, Threads: 2}, Columns: map[string]string{}}}
		if ids%3 == 0 {
			o.Columns["piece"] = "piece"
		}
		if ids%5 == 0 {
			o.Columns["id"] = "id+t"
		}
		if err := o.Prepare("fuzzed"); err != nil {
			t.Fatal(err)
		}
		p, err := ReadBatches(t.Context(), &infile.Source{Name: "fuzzed"}, r, &o)
		if err == nil && p.Rows != len(p.Columns.T)+p.Skipped+p.Missed+p.Left.Repeats {
			t.Errorf("%d rows of %d", p.Rows, len(p.Columns.T))
		}
		if e, ok := err.(*format.Error); err != nil && (!ok || e.File != "fuzzed" || e.Column != "" && e.Record == 0 && !strings.Contains(e.Cause, "UTF-8")) {
			t.Errorf("%#v", err)
		}
	})
}
