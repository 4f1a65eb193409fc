package parquet

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strconv"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/push"
)

// A Scan reads the values of a column and converts each.
type Scan[T any] struct {
	Label   string // the column's name in messages
	Type    *Type
	Convert func(dst []T, v Values) []Fault
	Null    T // the converted null
}

// ScanCells returns a Scan that converts each cell by of. A value in a page's dictionary is converted once.
func ScanCells[T any](label string, t *Type, of func(infile.Cell) T) *Scan[T] {
	each := func(dst []T, v Values) []Fault {
		for i := range dst {
			dst[i] = of(t.Cell(v, i))
		}
		return nil
	}
	return &Scan[T]{Label: label, Type: t, Convert: each, Null: of(infile.Cell{})}
}

// Read passes the values of a row group to take, some rows at a time, up to a row or until take returns false. Scans of several columns
// pass the same rows at a time. The values lie in scratch, and are valid until take returns.
func (s *Scan[T]) Read(ctx context.Context, f *File, group, last int, take func(values []T) (more bool)) error {
	c, err := f.surveyed(ctx, group, s.Label, s.Type)
	if err != nil {
		return err
	}
	scratch, begun, more := make([]T, decodeAtOnce), 0, true
	p := Pages[T]{Chunk: c, Unpacker: new(Unpacker), Convert: s.Convert, Null: &s.Null}
	hand := func(end int) {
		if more && begun < end {
			more = take(scratch[:end-begun])
		}
		begun = end
	}
	p.Room = func(row int) []T {
		if row-begun == decodeAtOnce {
			hand(row)
		}
		if !more || row > last {
			return nil
		}
		return scratch[row-begun:]
	}
	if err := p.Read(ctx); err != nil && err != ErrStopped {
		return err
	}
	hand(p.row)
	return nil
}

// Find returns the first row of the file whose value satisfies is, and the value; row is -1 where there is none.
func (s *Scan[T]) Find(ctx context.Context, f *File, is func(T) bool) (row int, value T, err error) {
	row = -1
	for group := range f.Groups {
		next := f.Firsts[group]
		err = s.Read(ctx, f, group, int(f.Groups[group].Rows), func(values []T) (more bool) {
			for i, v := range values {
				if is(v) {
					row, value = next+i, v
					return false
				}
			}
			next += len(values)
			return true
		})
		if err != nil || row >= 0 {
			return row, value, err
		}
	}
	return -1, value, nil
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

// ClockOf returns a reader of times as the first text of a column that shows the form of the times leaves it; a column of another type leaves it as it is.
func (f *File) ClockOf(ctx context.Context, label string, t *Type, clock localtime.Reader) (localtime.Reader, error) {
	if !t.Text || clock.Layout != nil {
		return clock, nil
	}
	texts := &Scan[string]{Label: label, Type: t, Convert: t.Texts}
	_, _, err := texts.Find(ctx, f, func(text string) (found bool) {
		clock.Parse(text) //nolint:errcheck // a text that is no time leaves the form open
		return clock.Decided()
	})
	return clock, err
}

// Rows yields the rows of a row group as the converted values of some columns, valid until the next row. The columns are read side by
// side, so that no more of them is in memory than a page and a few rows of each.
func Rows[T any](ctx context.Context, f *File, group int, columns []*Scan[T]) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		some := make([]func() ([]T, error, bool), len(columns))
		for i, of := range columns {
			next, stop := iter.Pull2(of.parts(ctx, f, group))
			defer stop()
			some[i] = next
		}
		fields, parts := make([]T, len(columns)), make([][]T, len(columns))
		for left := int(f.Groups[group].Rows); left > 0 && len(columns) > 0; left -= len(parts[0]) {
			for i, next := range some {
				values, err, ok := next()
				if parts[i] = values; err == nil && (!ok || len(values) != len(parts[0])) { // since each column passes on the same rows
					err = f.errorf("corrupt: column %s ends before row group %d does", columns[i].Label, group)
				}
				if err != nil {
					yield(nil, err)
					return
				}
			}
			for row := range parts[0] {
				for i := range fields {
					fields[i] = parts[i][row]
				}
				if !yield(fields, nil) {
					return
				}
			}
		}
	}
}

// parts yields the values of a row group, some rows at a time.
func (s *Scan[T]) parts(ctx context.Context, f *File, group int) iter.Seq2[[]T, error] {
	return push.Seq(func(give func([]T) error) (err error) {
		defer Recover(f.src.Name, &err)()
		return s.Read(ctx, f, group, int(f.Groups[group].Rows), func(values []T) (more bool) { return give(values) == nil })
	})
}
