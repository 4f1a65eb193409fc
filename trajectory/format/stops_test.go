package format

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/push/pushtest"
)

// TestStops: rows of a table end where the loop over them does.
func TestStops(t *testing.T) {
	table, err := OpenParquetTable(tableOf(t, 2, []aRow{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}, {ID: 5}}))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	pushtest.Stops2(t, 5, func(ctx context.Context) iter.Seq2[[]string, error] { return table.Rows(ctx, table.Columns()[:1]) })
	pushtest.Stops2(t, 1, func(ctx context.Context) iter.Seq2[[]string, error] {
		return table.Rows(ctx, []string{"no such column"})
	})
}

// TestFreshStops: values that differ from the one before end where the loop over them does.
func TestFreshStops(t *testing.T) {
	pushtest.Stops2(t, 3, func(context.Context) iter.Seq2[int, float64] {
		return fresh(newCells("", ""), []float64{1, 1, 2, 3, 3})
	})
}
