package resultfile

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
)

// TestBatchRows: columns of Parquet by name and in any order, as in CSV; columns that are missing or have several values a row are refused.
func TestBatchRows(t *testing.T) {
	t.Chdir(t.TempDir())
	speed := 0.1
	table := formattest.TableText(t, 1, []formattest.ARow{{ID: -7, Name: "a", Milli: 1714564800250, Speed: &speed, F: 0.1}, {ID: 8, Name: "b,c"}})
	if err := os.WriteFile("a.parquet", table, 0o666); err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf("a.parquet", "speed", "id", "milli", "name", "f")
	const want = "0.1|-7|2024-05-01T12:00:00.25Z|a|0.10000000149011612 |8|1970-01-01T00:00:00Z|b,c|0"
	if got := strings.Join(rows, " "); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	for column, want := range map[string]string{"nothing": "a.parquet: row 1: no column nothing", "list": "a.parquet: row 1: column list: "} {
		if rows, err := rowsOf("a.parquet", "id", column); err == nil || !strings.HasPrefix(err.Error(), want) || rows != nil {
			t.Errorf("%q, %v", rows, err)
		}
	}
}
