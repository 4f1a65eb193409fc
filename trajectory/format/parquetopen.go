package format

import (
	"context"

	"flyby/trajectory"
)

// openFile reads the footer and finds what is read.
func (r *parquetReader) openFile(ctx context.Context) error {
	columns, names, err := r.openColumns()
	if err != nil || r.taken.preset != nil {
		return err
	}
	return r.openNeutral(ctx, columns, names)
}

// openColumns reads the footer and finds the columns.
func (r *parquetReader) openColumns() (columns []parquetColumn, names []string, err error) {
	if r.src.At == nil || r.src.Total == 0 {
		return nil, nil, &Error{File: r.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
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
	if r.layout, r.taken, cause = r.o.findTyped(names); cause != "" {
		return nil, nil, &Error{File: r.src.Name, Cause: r.o.mended(cause, names, r.footer.firstRowOf(columns))}
	}
	r.o.takeDegrees(&r.layout, &r.taken)
	return columns, names, nil
}

// openNeutral finds what the columns hold that no preset took.
func (r *parquetReader) openNeutral(ctx context.Context, columns []parquetColumn, names []string) (err error) {
	cause := ""
	if r.frame, cause = r.footer.frameOf(r.o.LonLat); cause != "" {
		return &Error{File: r.src.Name, Cause: cause}
	}
	if err := r.findTypes(ctx, columns); err != nil {
		return err
	}
	if err := r.ask(columns, names); err != nil {
		return err
	}
	return r.settle()
}
