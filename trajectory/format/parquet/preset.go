package parquet

import (
	"context"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// readPreset reads the rows of a file whose columns a preset took. Rows without a position, rows of several kinds of objects and times
// in other layouts have the rules of CSV, and so cells become text: see docs/decisions/0089-presets-of-typed-tables.md.
func (r *parquetReader) readPreset(ctx context.Context) (*format.Parsed, error) {
	own, err := r.presetOptions(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.listChunks(); err != nil {
		return nil, err
	}
	rows, err := format.NewPresetRows(r.src, r.file.Names(), r.layout, r.taken, own)
	if err != nil {
		return nil, err
	}
	rows.Table.Number = func(e *format.Error) {
		at := r.file.Locate(e.Line - 1)
		e.Row, e.Group, e.Line = at.Row, at.Group, 0
	}
	err = r.presetGroups(ctx, rows)
	r.src.Done.Store(r.src.Total)
	return rows.Finish(err, "no rows")
}

// presetOptions checks the types of the preset's columns and returns the options of the reading.
func (r *parquetReader) presetOptions(ctx context.Context) (*format.Options, error) {
	first := r.layout
	for _, l := range r.taken.Layouts(first) {
		r.layout = l
		if err := r.findTypes(ctx); err != nil {
			return nil, err
		}
	}
	first.Unzoned = r.layout.Unzoned
	r.layout = first
	own := *r.o
	if at := first.At[format.ColT]; !first.Still {
		times, _ := typeOf(&r.file.Columns()[at], format.ColT) // findTypes has checked it
		own.Stamped = times.Times && !times.Text
	}
	if own.Stamped {
		own.Times.Layout = nil
	}
	if r.file.Notes[format.UnitsKey] != nil {
		units, cause := unitsOf(r.file, &own, &first, nil)
		if cause != "" {
			return nil, &format.Error{File: r.src.Name, Cause: cause}
		}
		own.Said = &format.TableLabels{Units: units, Of: labels(r.file, &first, nil)}
	}
	return &own, nil
}

// presetGroups hands on the rows of all row groups.
func (r *parquetReader) presetGroups(ctx context.Context, rows *format.PresetRows) error {
	var cells []*parquet.Scan[string]
	wanted := rows.Wanted()
	for _, at := range wanted {
		c := &r.file.Columns()[at]
		typ, cause := c.Type(parquet.AsCell)
		if cause != "" {
			return &format.Error{File: r.src.Name, Cause: "column " + c.Name() + ": " + cause}
		}
		typ.Clock = r.o.Times
		text := infile.Cell.String
		if rows.IsNumber(at) {
			text = exactText(typ)
		}
		cells = append(cells, parquet.ScanCells(c.Name(), typ, text))
	}
	fields, row := make([][]byte, rows.Parser.Columns), 0
	for group := range r.file.Groups {
		for texts, err := range parquet.Rows(ctx, r.file, group, cells) {
			if err != nil {
				return err
			}
			for i, at := range wanted {
				format.SetField(fields, at, texts[i])
			}
			row++
			if err := rows.Row(row, fields); err != nil {
				return err
			}
		}
		r.advance()
	}
	return nil
}

// exactText returns the function that writes cells as text that reads back to their values: a FLOAT as the equal float64, a DATE without a
// time of the day.
func exactText(t *parquet.Type) func(infile.Cell) string {
	switch {
	case t.IsDate():
		return func(c infile.Cell) string {
			text := c.String()
			return text[:min(len(text), len("2006-01-02"))]
		}
	case t.IsFloat():
		return func(c infile.Cell) string {
			if v, _ := c.Number(); v != v {
				return ""
			}
			return parquet.Field(c)
		}
	}
	return infile.Cell.String
}
