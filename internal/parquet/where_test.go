package parquet

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// tableRow is a row of a table whose rows are tested.
type tableRow struct {
	Kind string  `parquet:"kind"`
	When string  `parquet:"when"`
	X    float64 `parquet:"x"`
}

// tableText writes rows in row groups of three.
func tableText(t *testing.T, rows []tableRow) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[tableRow](&b)
	for first := 0; first < len(rows); first += 3 {
		if _, err := w.Write(rows[first:min(first+3, len(rows))]); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// conditions returns the tests of some conditions.
func conditions(t *testing.T, all ...format.Condition) []infile.CellTest {
	t.Helper()
	tests, err := infile.NewCellTests(all)
	if err != nil {
		t.Fatal(err)
	}
	return tests
}

// missedRows reads the rows of a table, and returns for each whether it fails conditions.
func missedRows(t *testing.T, rows []tableRow, all ...format.Condition) (missed []bool) {
	t.Helper()
	r := opened(t, tableText(t, rows), 2)
	tests := conditions(t, all...)
	at, err := infile.BindTests(tests, "memory", codec.NamesOf(r.Columns()))
	if err != nil {
		t.Fatal(err)
	}
	var asked []codec.Test
	for i, column := range at {
		asked = append(asked, codec.Test{Column: column, CellTest: tests[i]})
	}
	r.Want([]int{0}, asked)
	eachBatch(t, r, func(b *codec.Batch) {
		for row := range b.Rows {
			missed = append(missed, b.Missed.Has(row))
		}
	})
	return missed
}

// TestWhere: the rows of each row group that fail the conditions.
func TestWhere(t *testing.T) {
	rows := []tableRow{{"a", "1970-01-01T00:00:01", 1}, {"b", "1970-01-01T00:00:02", 2}, {"a", "1970-01-01T00:00:03", 3}, {"a", "1970-01-01T00:00:04", 4}, {"b", "1970-01-01T00:00:05", 5}}
	missed := missedRows(t, rows, format.Condition{Column: "kind", Operator: "=", Value: "a"}, format.Condition{Column: "x", Operator: ">", Value: "1"})
	if len(missed) != len(rows) {
		t.Fatalf("%d rows", len(missed))
	}
	for i, row := range rows {
		if missed[i] == (row.Kind == "a" && row.X > 1) {
			t.Errorf("row %d: missed %t", i, missed[i])
		}
	}
}

// TestConditions: conditions on missing columns, no conditions, and a file that is not Parquet.
func TestConditions(t *testing.T) {
	row := []tableRow{{"a", "", 1}}
	names := codec.NamesOf(opened(t, tableText(t, row), 1).Columns())
	if _, err := infile.BindTests(conditions(t, format.Condition{Column: "speed", Operator: "=", Value: "1"}), "memory", names); !errors.Is(err, format.ErrNoCell) || !strings.Contains(err.Error(), `memory: no column "speed"`) {
		t.Error(err)
	}
	if missed := missedRows(t, row); len(missed) != 1 || missed[0] {
		t.Errorf("without conditions: %v", missed)
	}
	if _, err := Open(&infile.Source{Name: "memory", At: strings.NewReader("PAR1"), Total: 4}); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Error(err)
	}
}
