package format

import (
	"context"

	"flyby/internal/parquet"
	"flyby/points"
)

// readLists reads a row group whose points are in a column of lists.
func (r *parquetReader) readLists(ctx context.Context, group int, misses parquet.RowSet) error {
	r.firsts = append(r.firsts, r.Rows)
	var ids []parquet.Cells
	if r.ids.given {
		var err error
		if ids, err = r.table.Group(ctx, group, nil, r.layout.idName(), nil); err != nil {
			return err
		}
	}
	first := r.Rows
	return r.table.Lists(ctx, group, r.layout.names[r.layout.x[0]], points.MaxDimensions, func(list parquet.List) error {
		r.Rows++
		if misses.Has(r.Rows - 1 - first) {
			r.Missed++
			return nil
		}
		e := r.checkList(list)
		if e == nil {
			e = r.checkID(ids, r.Rows-1-first)
		}
		if e != nil {
			return r.drop(e)
		}
		return r.addList(list.Values, r.more())
	})
}
