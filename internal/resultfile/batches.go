package resultfile

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"flyby/internal/codec"
)

// columnsIn returns the numbers of columns by their names. The error names a column that is not there, or whose values have no text.
func columnsIn(r codec.Reader, names []string) (at []int, err error) {
	all := r.Columns()
	for _, name := range names {
		i := slices.Index(codec.NamesOf(all), name)
		if i < 0 {
			return nil, fmt.Errorf("no column %s", name)
		}
		if c := &all[i]; !c.Single() && c.Kind != codec.Bytes {
			return nil, fmt.Errorf("column %s: type %s is not one that flyby reads here", name, c.Type)
		}
		at = append(at, i)
	}
	return at, nil
}

// batchRows yields the rows of a codec, which it closes, with the values of some columns as in CSV; a row is valid until the next one.
func batchRows(ctx context.Context, r codec.Reader, names []string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		defer r.Close() //nolint:errcheck // it was only read
		at, err := columnsIn(r, names)
		if err != nil {
			yield(nil, err)
			return
		}
		r.Want(at, nil)
		var b codec.Batch
		for {
			err := codec.ReadNext(ctx, r, &b)
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yieldRows(r.Columns(), &b, at, yield) {
				return
			}
		}
	}
}

// yieldRows yields the rows of a batch, and reports whether more are asked for.
func yieldRows(columns []codec.Column, b *codec.Batch, at []int, yield func([]string, error) bool) bool {
	var sense codec.Sense
	fields := make([]string, len(at))
	for row := range b.Rows {
		for i, column := range at {
			fields[i] = sense.Field(&columns[column], &b.Values[column], row, true)
		}
		if !yield(fields, nil) {
			return false
		}
	}
	return true
}
