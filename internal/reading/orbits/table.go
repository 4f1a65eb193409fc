package orbits

import (
	"cmp"
	"context"
	"io"
	"maps"
	"math"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/codec/csv"
	"flyby/internal/codec/json"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// openTable opens the rows of CSV or JSON.
func openTable(ctx context.Context, src *infile.Source, o *reading.Options, in notation) (codec.Reader, error) {
	if in == csvNotation {
		return csv.OpenTexts(src, cmp.Or(o.Separators, infile.Separators))
	}
	names := slices.Concat(slices.Collect(maps.Values(o.Columns)), o.Attributes)
	for _, t := range o.Tests {
		names = append(names, t.Column)
	}
	return json.Options{Names: names}.Open(ctx, src, o.Threads)
}

// A table reads element sets from rows.
type table struct {
	*reader
	from    codec.Reader
	columns []codec.Column
	wanted  []int
	sense   codec.Sense
}

// ReadTable reads the element sets of a table, one a row, and closes it.
func ReadTable(ctx context.Context, src *infile.Source, from codec.Reader, o *reading.Options) (*reading.Parsed, error) {
	defer from.Close() //nolint:errcheck // it was only read
	r, err := newReader(src, o)
	if err != nil {
		return nil, err
	}
	t := &table{reader: r, from: from, columns: from.Columns()}
	names := codec.NamesOf(t.columns)
	if err := reading.CheckNames(src.Name, names); err != nil {
		return nil, err
	}
	for _, of := range []field{epoch, meanMotion, eccentricity, inclination, node, perigee, anomaly, bStar, idField} {
		if has := func(of field) bool { return slices.Contains(names, r.names[of]) }; !has(of) {
			return nil, &format.Error{File: src.Name, Cause: "no column " + r.names[of] + ": " + missing(of, has)}
		}
	}
	t.want(o)
	r.feed.Table.Number = func(e *format.Error) {
		at := from.Place(e.Line - 1)
		e.Line, e.Row, e.Group, e.Record, e.Index, e.Path = at.Line, at.Row, at.Group, at.Record, at.Index, at.Path
	}
	return r.finish(t.rows(ctx))
}

// want says which columns are wanted.
func (t *table) want(o *reading.Options) {
	asked := slices.Concat(t.names[:], o.Attributes)
	for _, test := range o.Tests {
		asked = append(asked, test.Column)
	}
	for i := range t.columns {
		if c := &t.columns[i]; slices.Contains(asked, c.Name) && c.Single() {
			t.wanted = append(t.wanted, i)
		}
	}
	t.from.Want(t.wanted, nil)
}

// rows reads all rows.
func (t *table) rows(ctx context.Context) error {
	for b := new(codec.Batch); ; {
		err := codec.ReadNext(ctx, t.from, b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for row := range b.Rows {
			if err := t.row(b, row); err != nil {
				return err
			}
		}
	}
}

// row takes a row of a batch. Its line, for errors, counts rows from 1 on.
func (t *table) row(b *codec.Batch, row int) error {
	line := 1 + b.First + row
	if f := codec.FaultOf(b.Broken, row); f != nil {
		return t.feed.Bad(line, f.In(""))
	}
	t.begin(line)
	for _, at := range t.wanted {
		v := &b.Values[at]
		if f := v.Fault(row); f != nil {
			return t.feed.Bad(line, f.In(t.columns[at].Name))
		}
		if c := &t.columns[at]; c.Kind != codec.Float || !math.IsNaN(v.Floats[row]) { // a missing number of pandas
			t.put(c.Name, infile.Trim([]byte(t.sense.Cell(c, v, row).String())), line)
		}
	}
	return t.end()
}
