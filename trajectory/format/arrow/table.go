package arrow

import (
	"context"
	"fmt"
	"io"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/codec/arrow"
	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/parquet"
)

// A Table is a stream or a file of any columns, whose values are read in their own types.
type Table struct {
	ctx     context.Context
	from    codec.Reader
	columns []codec.Column
	sense   codec.Sense
	batch   codec.Batch
}

// OpenTable reads the schema of a table. clock reads times in text, and has the zone of times without one.
func OpenTable(ctx context.Context, src *infile.Source, clock localtime.Reader) (*Table, error) {
	from, err := arrow.Open(ctx, src, 1)
	if err != nil {
		return nil, err
	}
	return &Table{ctx: ctx, from: from, columns: from.Columns(), sense: codec.Sense{Clock: clock}}, nil
}

// Names returns the names of the columns.
func (t *Table) Names() []string { return codec.NamesOf(t.columns) }

// column returns a column by its name, nil where there is none.
func (t *Table) column(name string) *codec.Column {
	if at := slices.Index(t.Names(), name); at >= 0 {
		return &t.columns[at]
	}
	return nil
}

// HasNumbers reports whether a column holds numbers.
func (t *Table) HasNumbers(name string) bool {
	c := t.column(name)
	return c != nil && c.IsNumber()
}

// LacksZone reports whether a column holds days, whose midnights are those of a zone; NoCoordinate refuses other times without a zone where
// that is not known.
func (t *Table) LacksZone(name string) bool {
	c := t.column(name)
	return c != nil && c.Day
}

// HasIntegers reports whether a column holds integers, which may be ids.
func (t *Table) HasIntegers(name string) bool {
	c := t.column(name)
	return c != nil && c.Kind == codec.Whole
}

// HasLists reports whether a column holds lists of numbers.
func (t *Table) HasLists(name string) bool {
	c := t.column(name)
	return c != nil && c.Kind == codec.Numbers
}

// IsText reports whether a column, by its number, holds text.
func (t *Table) IsText(column int) bool { return t.columns[column].Kind == codec.Text }

// IsSingle reports whether a column, by its number, holds one value a row, of a supported type.
func (t *Table) IsSingle(column int) bool { return t.columns[column].Single() }

// NoCoordinate returns the reason why a column, by its number, has neither numbers nor times, "" where it has.
func (t *Table) NoCoordinate(column int) (cause string) {
	c := &t.columns[column]
	if c.Clocks && !t.sense.Clock.Zone.Known() {
		return fmt.Sprintf("column %s: its times have no zone: --tz says where clocks show them", c.Name)
	}
	return c.Serves(codec.AsTime)
}

// NoID returns the reason why the values of a column, by its number, are no ids, "" where they are.
func (t *Table) NoID(column int) (cause string) { return t.columns[column].Serves(codec.AsID) }

// Batches calls rows with the number of rows of each batch. The values of the given columns are valid until rows returns. Batches is
// called once. Its error is the error of rows, or says what is wrong with the stream.
func (t *Table) Batches(columns []int, rows func(n int) error) error {
	t.from.Want(columns, nil)
	for {
		err := t.from.Next(t.ctx, &t.batch)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = t.batch.Rest()
		}
		if err == nil {
			err = rows(t.batch.Rows)
		}
		if err != nil {
			return err
		}
	}
}

// Number returns the number in a row of the current batch, for a time its seconds since 1970. cause says why there is none.
func (t *Table) Number(column, row int) (x float64, value, cause string) {
	return t.sense.Number(&t.columns[column], &t.batch.Values[column], row)
}

// Numbers returns n numbers from a row on, in scratch where they are not float64; ok says that none is missing.
func (t *Table) Numbers(scratch *[]float64, column, row, n int) (all []float64, ok bool) {
	c, v := &t.columns[column], &t.batch.Values[column]
	if !v.Nulls.Empty() {
		return nil, false
	}
	if c.Kind == codec.Float {
		return v.Floats[row:][:n], true
	}
	*scratch = infile.Resized(*scratch, n)
	for i := range *scratch {
		var cause string
		if (*scratch)[i], _, cause = t.sense.Number(c, v, row+i); cause != "" {
			return nil, false
		}
	}
	return *scratch, true
}

// Integers returns n integers from a row on, in scratch; ok says that none is missing, and all are within int64.
func (t *Table) Integers(_ *[]int64, column, row, n int) (all []int64, ok bool) {
	c, v := &t.columns[column], &t.batch.Values[column]
	all = v.Wholes[row:][:n]
	return all, v.Nulls.Empty() && (!c.Unsigned || slices.Min(all) >= 0)
}

// ID returns the id in a row, as text that is valid until the next batch. cause says why there is none.
func (t *Table) ID(column, row int) (id, cause string) {
	n, text, cause := t.columns[column].ID(&t.batch.Values[column], row)
	if text == nil && cause == "" {
		return fmt.Sprint(n), ""
	}
	return string(text), cause
}

// Cell returns the value in a row, in its own type. Text is valid until the next batch.
func (t *Table) Cell(column, row int) infile.Cell {
	return t.sense.Cell(&t.columns[column], &t.batch.Values[column], row)
}

// List returns the list in a row, cut to length most.
func (t *Table) List(_ *[]float64, column, row, most int) parquet.List {
	v, l := &t.batch.Values[column], parquet.List{Missing: -1}
	if l.Null = v.Nulls.Has(row); l.Null {
		return l
	}
	from := 0
	if row > 0 {
		from = v.Ends[row-1]
	}
	l.Len = v.Ends[row] - from
	l.Values = v.Floats[from:][:min(l.Len, most)]
	for i := range l.Values {
		if v.ItemNulls.Has(from+i) && l.Missing < 0 {
			l.Missing = i
		}
	}
	return l
}
