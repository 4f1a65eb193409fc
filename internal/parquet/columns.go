package parquet

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/memory"
)

// Cells are the values of a column in a row group. One of the slices has a value for each row.
type Cells struct {
	Floats []float64
	Ints   []int64
	Names  []string

	null   RowSet
	faults map[int]Fault // by row: the first few values that cannot be read
}

// mostFaults bounds the faults that are kept of the values of a column in a row group, which may all be wrong.
const mostFaults = 64

// note notes faults of rows from one on, which are null, too.
func (c *Cells) note(row, rows int, bad []Fault) {
	for _, b := range bad {
		c.null.Add(row+b.At, rows)
		if b.Value != "" && len(c.faults) < mostFaults {
			if c.faults == nil {
				c.faults = map[int]Fault{}
			}
			c.faults[row+b.At] = b
		}
	}
}

// Fault returns the value of a row that cannot be read, and the cause; ok is false where there is no value, or many before it cannot be read.
func (c *Cells) Fault(row int) (f Fault, ok bool) {
	f, ok = c.faults[row]
	return f, ok
}

// IsNull reports whether a row has no value, or none that can be read.
func (c *Cells) IsNull(row int) bool { return c.null.Has(row) }

// HasNumbers reports whether a column holds numbers.
func (f *File) HasNumbers(column string) bool {
	return f.typeOf(column, AsNumber) != nil
}

// LacksZone reports whether a column holds times by its type, and does not say their zone: see Type.LacksZone.
func (f *File) LacksZone(column string) bool {
	t := f.typeOf(column, AsTime)
	return t != nil && t.LacksZone()
}

// HasIntegers reports whether a column holds integers, which may be ids.
func (f *File) HasIntegers(column string) bool {
	t := f.typeOf(column, AsID)
	return t != nil && !t.Text
}

// typeOf returns the type of a column, nil where it cannot be used so.
func (f *File) typeOf(column string, use Use) *Type {
	c := f.Column(column)
	if c == nil {
		return nil
	}
	t, _ := c.Type(use)
	return t
}

// Clocks returns the readers of times of columns of numbers: see ClockOf. A column of another type is an *infile.Error.
func (f *File) Clocks(ctx context.Context, numbers []string, clock localtime.Reader) (all []localtime.Reader, err error) {
	defer Recover(f.src.Name, &err)()
	types, err := f.groupTypes(ctx, numbers, "")
	if err != nil {
		return nil, err
	}
	all = make([]localtime.Reader, len(types))
	for i, t := range types {
		if all[i], err = f.ClockOf(ctx, numbers[i], t, clock); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Group reads columns of a row group: numbers, with times as seconds since 1970, which clocks, one for each column, read from text, then ids, unless
// id is empty: integers, or names where the ids are text or may be beyond int64. A column of another type is an *infile.Error.
func (f *File) Group(ctx context.Context, group int, numbers []string, id string, clocks []localtime.Reader) (all []Cells, err error) {
	defer Recover(f.src.Name, &err)()
	types, err := f.groupTypes(ctx, numbers, id)
	rows := int(f.Groups[group].Rows)
	all = make([]Cells, len(types))
	if err != nil || rows == 0 {
		return all, err
	}
	chunks := make([]*Chunk, len(types))
	for i, name := range append(slices.Clip(numbers), id)[:len(types)] { // check that pages claim as many rows, before memory is allocated for them
		if i < len(numbers) {
			types[i].Clock = clocks[i]
		}
		if chunks[i], err = f.surveyed(ctx, group, name, types[i]); err != nil {
			return nil, err
		}
	}
	const most = 16 // bytes of a value
	if err := memory.Need(fmt.Sprintf("the columns of %d rows", rows), memory.Of(rows, most*len(all))); err != nil {
		return nil, f.Outgrown(err)
	}
	u := new(Unpacker)
	for i, t := range types {
		c := &all[i]
		switch {
		case i < len(numbers):
			c.Floats, err = whole(ctx, chunks[i], u, t.Floats, c)
		case t.Text:
			c.Names, err = whole(ctx, chunks[i], u, t.Texts, c)
		default:
			c.Ints, err = whole(ctx, chunks[i], u, t.Ints, c)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// groupTypes returns the types of columns of numbers, and of a column of ids, unless its name is empty. Ids that are unsigned integers of 64
// bits become names: the decimal digits of the integers.
func (f *File) groupTypes(ctx context.Context, numbers []string, id string) (all []*Type, err error) {
	for _, name := range numbers {
		t := f.typeOf(name, AsTime)
		if t == nil {
			return nil, f.errorf("column %s: holds neither numbers nor times", name)
		}
		all = append(all, t)
	}
	if id == "" {
		return all, nil
	}
	t := f.typeOf(id, AsID)
	if t == nil {
		if c := f.Column(id); c != nil {
			if err := f.CastFloats(ctx, c); err != nil {
				return nil, err
			}
		}
		return nil, f.errorf("column %s: holds no ids: neither integers nor text", id)
	}
	if t.Wide() {
		t.Spell()
	}
	return append(all, t), nil
}

// whole reads a chunk as a whole, and notes the rows without a value in cells.
func whole[T any](ctx context.Context, c *Chunk, u *Unpacker, convert func([]T, Values) []Fault, cells *Cells) ([]T, error) {
	values := make([]T, c.rows)
	p := Pages[T]{Chunk: c, Unpacker: u, Convert: convert}
	p.Room = func(row int) []T { return values[row:] }
	p.Took = func(row int, _, _ []T, bad []Fault) { cells.note(row, c.rows, bad) }
	return values, p.Read(ctx)
}

// CastFloats returns the error of a column of ids that holds floats: the remedy, and the first row that is no integer. It is nil for a
// column of another type.
func (f *File) CastFloats(ctx context.Context, column *Column) error {
	t, cause := column.Type(AsNumber)
	if cause != "" || !t.IsFloat() {
		return nil
	}
	const cast = "ids are integers or text: cast them to BIGINT or VARCHAR"
	name := column.Name()
	all := &Scan[float64]{Label: name, Type: t, Convert: t.Floats, Null: math.NaN()}
	row, value, err := all.Find(ctx, f, func(id float64) bool { return id != math.Trunc(id) || math.IsInf(id, 0) })
	switch {
	case err != nil:
		return err
	case row < 0:
		return f.errorf("column %s: type %v is not one that flyby reads here, though all values are integers: %s", name, t.Kind, cast)
	}
	e := f.Locate(row)
	e.Column, e.Value, e.Cause = name, strconv.FormatFloat(value, 'g', -1, 64), fmt.Sprintf("no integer, and type %v is not one that flyby reads here: %s", t.Kind, cast)
	return &e
}

// Fields yields all rows of some columns, with fields as in CSV: an integer, the shortest number that reads back to the same float64, text,
// a time in RFC 3339, and nothing for null. A TIMESTAMP of nanoseconds that no float64 gives back is written in full. The fields are valid
// until the next row. An error ends the rows.
func (f *File) Fields(ctx context.Context, columns []string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		scans := make([]*Scan[string], len(columns))
		for i, name := range columns {
			c := f.Column(name)
			if c == nil {
				yield(nil, fmt.Errorf("no column %s", name))
				return
			}
			t, cause := c.Type(AsID)
			if cause != "" {
				t, cause = c.Type(AsTime)
			}
			if cause != "" {
				yield(nil, f.errorf("column %s: %s", name, cause))
				return
			}
			scans[i] = ScanCells(name, t, Field)
		}
		for group := range f.Groups {
			for fields, err := range Rows(ctx, f, group, scans) {
				if !yield(fields, err) || err != nil {
					return
				}
			}
		}
	}
}

// Field writes a cell as in CSV: a number is the shortest that reads back to the same float64.
func Field(c infile.Cell) string {
	if v, ok := c.Number(); ok {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return c.String()
}
