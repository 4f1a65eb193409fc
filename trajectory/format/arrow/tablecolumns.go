package arrow

import (
	"slices"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// column returns a column by its name, nil where there is none.
func (t *Table) column(name string) *column {
	if at := slices.Index(t.Names(), name); at >= 0 {
		return &t.r.columns[at]
	}
	return nil
}

// HasNumbers reports whether a column holds numbers.
func (t *Table) HasNumbers(name string) bool {
	c := t.column(name)
	return c != nil && (c.isWhole() || c.isFloat())
}

// LacksZone reports whether a column holds days, whose midnights are those of a zone; NoCoordinate refuses other times without a zone where
// that is not known.
func (t *Table) LacksZone(name string) bool {
	c := t.column(name)
	return c != nil && c.isDate()
}

// HasOfDay reports whether a column holds text of times of day, as far as it was read.
func (t *Table) HasOfDay(name string) bool {
	at := slices.Index(t.Names(), name)
	return at >= 0 && t.r.values[at].clock.OfDay()
}

// HasIntegers reports whether a column holds integers, which may be ids.
func (t *Table) HasIntegers(name string) bool {
	c := t.column(name)
	return c != nil && c.isWhole()
}

// HasLists reports whether a column holds lists of numbers.
func (t *Table) HasLists(name string) bool {
	c := t.column(name)
	return c != nil && c.items() != nil
}

// IsText reports whether a column, by its number, holds text.
func (t *Table) IsText(column int) bool { return t.r.columns[column].isText() }

// IsSingle reports whether a column, by its number, holds one value a row, of a supported type.
func (t *Table) IsSingle(column int) bool { return t.r.columns[column].single() }

// NoCoordinate returns the reason why a column, by its number, has neither numbers nor times, "" where it has.
func (t *Table) NoCoordinate(column int) (cause string) {
	return t.r.columns[column].serves(format.ColT, t.r.o)
}

// NoID returns the reason why the values of a column, by its number, are no ids, "" where they are.
func (t *Table) NoID(column int) (cause string) {
	return t.r.columns[column].serves(format.ColID, t.r.o)
}

// Batches calls rows with the number of rows of each batch. The values of the given columns are valid until rows returns. Batches is
// called once. Its error is the error of rows, or says what is wrong with the stream.
func (t *Table) Batches(columns []int, rows func(n int) error) error {
	for _, at := range columns {
		t.r.wants[at] = true
	}
	return t.r.batches(rows)
}

// Number returns the number in a row of the current batch, for a time its seconds since 1970. cause says why there is none.
func (t *Table) Number(column, row int) (x float64, value, cause string) {
	v := &t.r.values[column]
	if v.isNull(row) {
		return 0, "", missing
	}
	return v.number(row)
}

// Numbers returns n numbers from a row on, in scratch where they are not float64; ok says that none is missing.
func (t *Table) Numbers(scratch *[]float64, column, row, n int) (all []float64, ok bool) {
	return t.r.values[column].floats(scratch, row, n)
}

// Integers returns n integers from a row on, in scratch; ok says that none is missing, and all are within int64.
func (t *Table) Integers(scratch *[]int64, column, row, n int) (all []int64, ok bool) {
	v := &t.r.values[column]
	if v.some {
		return nil, false
	}
	return v.integers(scratch, row, n)
}

// ID returns the id in a row, as text that is valid until the next batch. cause says why there is none.
func (t *Table) ID(column, row int) (id, cause string) {
	v := &t.r.values[column]
	if v.isNull(row) {
		return "", missing
	}
	if v.isText() {
		return v.text(row)
	}
	return v.cell(row).String(), ""
}

// Cell returns the value in a row, in its own type. Text is valid until the next batch.
func (t *Table) Cell(column, row int) infile.Cell { return t.r.values[column].cell(row) }

// List returns the list in a row, cut to length most, in scratch where they are not float64.
func (t *Table) List(scratch *[]float64, column, row, most int) parquet.List {
	return t.r.values[column].list(scratch, row, most)
}
