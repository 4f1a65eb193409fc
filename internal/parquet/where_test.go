package parquet

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/infile"
	"flyby/internal/localtime"
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

// openedTable writes rows in row groups of three, and opens them in memory.
func openedTable(t *testing.T, rows []tableRow) *File {
	t.Helper()
	text := tableText(t, rows)
	p, err := Open(&infile.Source{Name: "memory", At: bytes.NewReader(text), Total: int64(len(text))})
	if err != nil {
		t.Fatal(err)
	}
	return p
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

// TestWhere: the rows of each row group that fail the conditions.
func TestWhere(t *testing.T) {
	rows := []tableRow{{"a", "1970-01-01T00:00:01", 1}, {"b", "1970-01-01T00:00:02", 2}, {"a", "1970-01-01T00:00:03", 3}, {"a", "1970-01-01T00:00:04", 4}, {"b", "1970-01-01T00:00:05", 5}}
	p := openedTable(t, rows)
	where, err := p.Where(conditions(t, format.Condition{Column: "kind", Operator: "=", Value: "a"}, format.Condition{Column: "x", Operator: ">", Value: "1"}), localtime.Reader{})
	if err != nil {
		t.Fatal(err)
	}
	for group := range p.Groups {
		misses, _, err := where.Missed(context.Background(), group)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows[3*group:][:p.Groups[group].Rows] {
			if misses.Has(i) == (row.Kind == "a" && row.X > 1) {
				t.Errorf("row %d of group %d: missed %t", i, group, misses.Has(i))
			}
		}
	}
}

// TestConditions: conditions on missing columns, no conditions, and a file that is not Parquet.
func TestConditions(t *testing.T) {
	p := openedTable(t, []tableRow{{"a", "", 1}})
	if _, err := p.Where(conditions(t, format.Condition{Column: "speed", Operator: "=", Value: "1"}), localtime.Reader{}); !errors.Is(err, format.ErrNoCell) || !strings.Contains(err.Error(), `memory: no column "speed"`) {
		t.Error(err)
	}
	none, err := p.Where(nil, localtime.Reader{})
	if err != nil {
		t.Fatal(err)
	}
	misses, all, err := none.Missed(context.Background(), 0)
	if err != nil || all || misses.Has(0) {
		t.Errorf("without conditions: %v", err)
	}
	if _, err := Open(&infile.Source{Name: "memory", At: strings.NewReader("PAR1"), Total: 4}); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Error(err)
	}
}
