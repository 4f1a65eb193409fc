package input

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/push/pushtest"
	"flyby/trajectory/format/formattest"
	"flyby/trajectory/format/parquet"
)

// TestStops: rows of a table end where the loop over them does.
func TestStops(t *testing.T) {
	table, err := parquet.OpenTable(tableOf(t, 2, []formattest.ARow{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}, {ID: 5}}))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	pushtest.Stops2(t, 5, func(ctx context.Context) iter.Seq2[[]string, error] { return table.Rows(ctx, table.Columns()[:1]) })
	pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[[]string, error] {
		return table.Rows(ctx, []string{"no such column"})
	})
}
