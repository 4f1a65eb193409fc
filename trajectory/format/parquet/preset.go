package parquet

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strconv"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/parquet"
	"flyby/internal/push"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// readPreset reads the rows of a file whose columns a preset took. Rows without a position, rows of several kinds of objects and
// times in other layouts are as in CSV, and so cells become text: see docs/decisions/0089-presets-of-typed-tables.md.
func (r *parquetReader) readPreset(ctx context.Context, columns []parquetColumn, names []string) (*format.Parsed, error) {
	own, err := r.presetOptions(ctx, columns)
	if err != nil {
		return nil, err
	}
	if err := r.listChunks(); err != nil {
		return nil, err
	}
	rows, err := format.NewPresetRows(r.src, names, r.layout, r.taken, own)
	if err != nil {
		return nil, err
	}
	rows.Table.Number = func(e *format.Error) {
		at := r.place(e.Line - 1)
		e.Row, e.Group, e.Line = at.Row, at.Group, 0
	}
	texts, err := r.textColumns(columns, rows)
	if err == nil {
		err = r.presetGroups(ctx, texts, rows)
	}
	r.src.Done.Store(r.src.Total)
	return rows.Finish(err, "no rows")
}

// presetOptions returns the options of the reading, once the columns are seen to hold what a preset takes them for.
func (r *parquetReader) presetOptions(ctx context.Context, columns []parquetColumn) (*format.Options, error) {
	first := r.layout
	for _, l := range r.taken.Layouts(first) {
		r.layout = l
		if err := r.findTypes(ctx, columns); err != nil {
			return nil, err
		}
	}
	r.layout = first
	own := *r.o
	if at := first.At[format.ColT]; !first.Still {
		times, _ := typeOf(&columns[at], format.ColT) // which findTypes has read
		own.Stamped = times.times == trajectory.Timestamp && !times.text
	}
	if own.Stamped {
		own.Times.Layout = nil
	}
	if r.footer.units != nil {
		units, cause := r.footer.unitsOf(&own, &first)
		if cause != "" {
			return nil, &format.Error{File: r.src.Name, Cause: cause}
		}
		own.Said = &format.TableLabels{Units: units, Of: r.footer.labels(&first)}
	}
	return &own, nil
}

// A textColumn is a column whose values become text.
type textColumn struct {
	columnValues[string]
	at int // among all columns
	u  *parquet.Unpacker
}

// textColumns are the columns that rows want.
func (r *parquetReader) textColumns(columns []parquetColumn, rows *format.PresetRows) (all []textColumn, err error) {
	for _, at := range rows.Wanted() {
		name := string(columns[at].name)
		typ, cause := typeOf(&columns[at], format.ColTested)
		if cause != "" {
			return nil, &format.Error{File: r.src.Name, Cause: "column " + name + ": " + cause}
		}
		c := textColumn{columnValues[string]{typ: typ, name: name, convert: typ.says}, at, new(parquet.Unpacker)}
		if rows.IsNumber(at) {
			c.convert = typ.saysExactly
		}
		all = append(all, c)
	}
	return all, nil
}

// saysExactly converts values to text that reads back to what the values are: a FLOAT is the float64 that it is equal to, a DATE
// has no time of the day.
func (t *parquetType) saysExactly(dst []string, v parquetValues) []fault {
	numbers := make([]float64, len(dst))
	switch {
	case t.days:
		t.integers(numbers, v.fixed)
		for i, sec := range numbers {
			dst[i] = trajectory.Timestamp.Format(sec)[:len("2006-01-02")]
		}
	case t.kind == pqformat.Float || t.kind == pqformat.Double:
		t.floats(numbers, v)
		for i, number := range numbers {
			if dst[i] = ""; !math.IsNaN(number) {
				dst[i] = strconv.FormatFloat(number, 'g', -1, 64)
			}
		}
	default:
		return t.says(dst, v)
	}
	return nil
}

// presetGroups hands the rows of all row groups on.
func (r *parquetReader) presetGroups(ctx context.Context, columns []textColumn, rows *format.PresetRows) error {
	for group := range r.footer.groups {
		if err := r.presetGroup(ctx, group, columns, rows); err != nil {
			return err
		}
		r.advance()
	}
	return nil
}

// presetGroup hands the rows of a row group on. The columns are read side by side, so that no more of them is in memory than a
// page and a few rows of each.
func (r *parquetReader) presetGroup(ctx context.Context, group int, columns []textColumn, rows *format.PresetRows) error {
	some := make([]func() ([]string, error, bool), len(columns))
	for i := range columns {
		next, stop := iter.Pull2(r.textsOf(ctx, group, &columns[i]))
		defer stop()
		some[i] = next
	}
	fields, texts := make([][]byte, rows.Parser.Columns), make([][]string, len(columns))
	for row := r.firsts[group]; row < r.firsts[group+1]; {
		for i, next := range some {
			values, err, ok := next()
			if err != nil {
				return err
			}
			if texts[i] = values; !ok || len(values) != len(texts[0]) { // as each ends at the same rows
				return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("corrupt: column %s ends before row group %d does", columns[i].name, group)}
			}
		}
		for i := range texts[0] {
			for k := range columns {
				format.SetField(fields, columns[k].at, texts[k][i])
			}
			if err := rows.Row(row+1, fields); err != nil {
				return err
			}
			row++
		}
	}
	return nil
}

// textsOf returns an iterator over the values of a column in a row group, some rows at a time: all columns have the same rows.
func (r *parquetReader) textsOf(ctx context.Context, group int, of *textColumn) iter.Seq2[[]string, error] {
	return push.Seq(func(give func([]string) error) (err error) {
		defer recoverParquet(r.src.Name, &err)()
		c, err := of.chunkOf(ctx, r, group)
		if err != nil {
			return err
		}
		return of.scan(ctx, c, of.u, func(values []string) (more bool) { return give(values) == nil })
	})
}
