package fileset

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// TestEstimateRows: numbers of rows are estimated from the first rows to a tenth, or a fifth in packed text, exactly for
// Parquet and for small text, and there is none where it cannot be told.
func TestEstimateRows(t *testing.T) {
	folder := t.TempDir()
	text := randomTable(rand.New(rand.NewPCG(1, 5)), 200_000)
	small := "id,t,x,y\n1,0,0,0\n1,1,0,0"
	for _, c := range []struct {
		name, text string
		rows, off  float64
	}{
		{"a.csv", text, 200_000, 20_000},
		{"a.csv.gz", gzipped(t, text), 200_000, 40_000},
		{"b.csv", small, 2, 0},
		{"a.fcd.xml", fcdFile(strings.Repeat(`<timestep time="1"><vehicle id="1" x="2" y="3"/></timestep>`, 3)), 3, 10},
		{"a.parquet", formattest.InGroups(t, formattest.PlainRows(700), 99), 700, 0},
	} {
		path := filepath.Join(folder, c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if rows, ok := EstimateRows(path, format.Options{}); !ok || math.Abs(float64(rows)-c.rows) > c.off {
			t.Errorf("%s: %d rows, %v, want %v", c.name, rows, ok, c.rows)
		}
	}
	broken := filepath.Join(folder, "broken.parquet")
	if err := os.WriteFile(broken, []byte("PAR1"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"-", folder, filepath.Join(folder, "none.csv"), "a.png", broken} {
		if rows, ok := EstimateRows(path, format.Options{}); ok {
			t.Errorf("%s: %d rows", path, rows)
		}
	}
}
