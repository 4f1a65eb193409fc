package parquet

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/push/pushtest"
	"flyby/trajectory/format/formattest"
)

// TestStops: a loop over the rows of a table can be left early.
func TestStops(t *testing.T) {
	table, err := Open(formattest.OnDisk(t, tableOf(t, 5, []formattest.ARow{{ID: 1}, {ID: 2}, {ID: 3}, {ID: 4}, {ID: 5}})))
	if err != nil {
		t.Fatal(err)
	}
	typ, cause := table.Column("id").Type(AsCell)
	if cause != "" {
		t.Fatal(cause)
	}
	pushtest.Stops2(t, 5, func(ctx context.Context) iter.Seq2[[]string, error] {
		return Rows(ctx, table, 0, []*Scan[string]{ScanCells("id", typ, infile.Cell.String)})
	})
}
