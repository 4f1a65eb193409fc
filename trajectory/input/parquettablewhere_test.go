package input

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/trajectory/format"
	"flyby/trajectory/format/parquet"
)

// tableRow is a row of a table whose rows are tested.
type tableRow struct {
	Kind string  `parquet:"kind"`
	When string  `parquet:"when"`
	X    float64 `parquet:"x"`
}

// openedTable writes rows in row groups of three, and opens them in memory.
func openedTable(t *testing.T, rows []tableRow) *parquet.Table {
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
	p, err := parquet.NewTable("memory", bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestParquetTableWhere: rows of each row group that do not hold the conditions, and values of times in text by their zone.
func TestParquetTableWhere(t *testing.T) {
	rows := []tableRow{{"a", "1970-01-01T00:00:01", 1}, {"b", "1970-01-01T00:00:02", 2}, {"a", "1970-01-01T00:00:03", 3}, {"a", "1970-01-01T00:00:04", 4}, {"b", "1970-01-01T00:00:05", 5}}
	p := openedTable(t, rows)
	defer p.Close() //nolint:errcheck // it is in memory
	if err := p.ReadTimes("+00:01", ""); err != nil {
		t.Fatal(err)
	}
	if err := p.Where([]format.Condition{{Column: "kind", Operator: "=", Value: "a"}, {Column: "x", Operator: ">", Value: "1"}}); err != nil {
		t.Fatal(err)
	}
	for group := range p.Groups() {
		misses, err := p.Missed(context.Background(), group)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := p.Group(context.Background(), group, []string{"when", "x"}, "")
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range cells[1].Floats {
			row := rows[3*group+i]
			if misses(i) == (row.Kind == "a" && row.X > 1) || x != row.X || cells[0].Floats[i] != x-60 {
				t.Errorf("row %d of group %d: missed %t, at %v, x %v", i, group, misses(i), cells[0].Floats[i], x)
			}
		}
	}
}

// TestParquetTableConditions: conditions of columns that are not there, none at all, and zones and files that are none.
func TestParquetTableConditions(t *testing.T) {
	p := openedTable(t, []tableRow{{"a", "", 1}})
	if err := p.Where([]format.Condition{{Column: "speed", Operator: "=", Value: "1"}}); !errors.Is(err, format.ErrNoCell) || !strings.Contains(err.Error(), `memory: no column "speed"`) {
		t.Error(err)
	}
	if err := p.Where([]format.Condition{{Column: "x", Operator: "", Value: "1"}}); err == nil {
		t.Error("no operator")
	}
	if err := p.ReadTimes("Mars", ""); err == nil {
		t.Error("a zone on Mars")
	}
	none := openedTable(t, []tableRow{{"a", "", 1}})
	misses, err := none.Missed(context.Background(), 0)
	if err != nil || misses(0) {
		t.Errorf("without conditions: %v", err)
	}
	if _, err := parquet.NewTable("memory", bytes.NewReader([]byte("PAR1")), 4); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Error(err)
	}
}
