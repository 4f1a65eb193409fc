package parquet

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/testing/codectest"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// tableOf writes a file of rows, with group rows in a row group.
func tableOf(t *testing.T, group int, rows []formattest.ARow) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.parquet")
	if err := os.WriteFile(path, formattest.TableText(t, group, rows), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// rowsOfTable reads all rows of some columns.
func rowsOfTable(t *testing.T, path string, columns ...string) (rows []string, err error) {
	t.Helper()
	all, err := codectest.Read(OpenBatches, formattest.OnDisk(t, path))
	if err != nil {
		return nil, err
	}
	names := codec.NamesOf(all[0].Columns)
	for _, cells := range all[0].Rows {
		var fields []string
		for _, name := range columns {
			fields = append(fields, cells[slices.Index(names, name)])
		}
		rows = append(rows, strings.Join(fields, "|"))
	}
	return rows, nil
}

// TestTables reads columns of every kind, in whatever order, over row groups, with nulls.
func TestTables(t *testing.T) {
	v, s := 0.1, "b c"
	rows := []formattest.ARow{
		{ID: -7, Small: 3, Name: "a", Plain: "x", Stamp: 1714564800250000000, Milli: 1714564800250, V: 0.1, F: 0.5, Speed: &v, Maybe: &s},
		{ID: math.MaxInt64, Small: -3, Name: "a", Stamp: -1, V: math.Copysign(0, -1)},
		{Name: "é", Plain: "y,z", Stamp: 1714564800250000001, V: 1e300, F: -2, Maybe: &s},
		{Name: "a", Stamp: 1714564800123456717, Speed: &v},
	}
	want := map[string][]string{
		"id":    {"-7", "9223372036854775807", "0", "0"},
		"small": {"3", "-3", "0", "0"},
		"name":  {"a", "a", "é", "a"}, "plain": {"x", "", "y,z", ""},
		"stamp": {"2024-05-01T12:00:00.25Z", trajectory.Timestamp.Format(-1e-9), "2024-05-01T12:00:00.250000001Z", "2024-05-01T12:00:00.1234567Z"},
		"milli": {"2024-05-01T12:00:00.25Z", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"},
		"v":     {"0.1", "-0", "1e+300", "0"}, "f": {"0.5", "0", "-2", "0"},
		"speed": {"0.1", "", "", "0.1"}, "maybe": {"b c", "", "b c", ""},
	}
	// The last time equals a float64, whose nearest count of nanoseconds it is.
	if sec := infile.Ratio(1714564800123456717, 1e9); codec.TimeRounded.Units(sec) != 1714564800123456717 {
		rows[3].Stamp = codec.TimeRounded.Units(sec)
		want["stamp"][3] = trajectory.Timestamp.Format(sec)
	}
	for _, group := range []int{1, 3, 100} {
		path := tableOf(t, group, rows)
		for name, values := range want {
			if got, err := rowsOfTable(t, path, name); err != nil || !slices.Equal(got, values) {
				t.Errorf("%s in groups of %d: %q, %v; want %q", name, group, got, err, values)
			}
		}
		if got, err := rowsOfTable(t, path, "v", "id", "maybe"); err != nil || len(got) != 4 || got[0] != "0.1|-7|b c" {
			t.Errorf("three columns: %q, %v", got, err)
		}
	}
}

// TestBrokenTables: files without rows, and files that are cut or changed, are read or refused.
func TestBrokenTables(t *testing.T) {
	if got, err := rowsOfTable(t, tableOf(t, 2, nil), "id"); err != nil || got != nil {
		t.Errorf("no rows: %q, %v", got, err)
	}
	path := tableOf(t, 2, []formattest.ARow{{ID: 1}, {ID: 2}, {ID: 3}})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken.parquet")
	for n := 0; n < len(text); n += 7 {
		for _, bad := range [][]byte{text[:n], slices.Concat(text[:n], []byte{text[n] ^ 0x55}, text[n+1:])} {
			if err := os.WriteFile(broken, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			rowsOfTable(t, broken) //nolint:errcheck // read or refused
		}
	}
}
