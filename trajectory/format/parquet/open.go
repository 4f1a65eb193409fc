package parquet

import (
	"context"
	"strconv"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// openFile reads the footer and finds what is read.
func (r *parquetReader) openFile(ctx context.Context) error {
	columns, names, err := r.openColumns()
	if err != nil || r.taken.Preset != nil {
		return err
	}
	return r.openNeutral(ctx, columns, names)
}

// openColumns reads the footer and finds the columns.
func (r *parquetReader) openColumns() (columns []parquetColumn, names []string, err error) {
	if r.src.At == nil || r.src.Total == 0 {
		return nil, nil, &format.Error{File: r.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	if err := r.readFooter(); err != nil {
		return nil, nil, err
	}
	columns, cause := r.footer.columns()
	if cause != "" {
		return nil, nil, r.incomplete(cause)
	}
	for _, c := range columns {
		names = append(names, string(c.name))
	}
	if r.layout, r.taken, cause = r.o.FindTyped(names); cause != "" {
		return nil, nil, &format.Error{File: r.src.Name, Cause: r.o.Mended(cause, names, r.footer.firstRowOf(columns))}
	}
	r.o.TakeDegrees(&r.layout, &r.taken)
	return columns, names, nil
}

// openNeutral finds what the columns hold that no preset took.
func (r *parquetReader) openNeutral(ctx context.Context, columns []parquetColumn, names []string) (err error) {
	cause := ""
	if r.frame, cause = r.footer.frameOf(r.o.LonLat); cause != "" {
		return &format.Error{File: r.src.Name, Cause: cause}
	}
	if err := r.findTypes(ctx, columns); err != nil {
		return err
	}
	if err := r.ask(columns, names); err != nil {
		return err
	}
	return r.settle()
}

// Estimate is input.EstimateRows for Parquet, whose footer counts rows.
func Estimate(src *infile.Source, o *format.Options) (rows uint64, ok bool) {
	r := &parquetReader{src: src, o: o}
	if r.openFile(context.Background()) != nil || r.footer.rows < 0 {
		return 0, false
	}
	return uint64(r.footer.rows), true
}

// firstRowOf returns a format.FirstCell for columns that may be times, which tells the least value of the first row group; "" for what
// is a time by its type.
func (f *parquetFooter) firstRowOf(columns []parquetColumn) format.FirstCell {
	return func(column int) string {
		t, cause := typeOf(&columns[column], format.ColT)
		if cause != "" || len(f.groups) == 0 {
			return ""
		}
		statistics := f.groups[0].columns[t.index].statistics
		if t.text {
			least, _ := storedBounds(statistics)
			return string(least)
		}
		if r := t.valueRange(statistics); t.times == trajectory.Number && r.least <= r.greatest {
			return strconv.FormatFloat(r.least, 'g', -1, 64)
		}
		return ""
	}
}
