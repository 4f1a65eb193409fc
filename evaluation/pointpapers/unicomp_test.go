package pointpapers

import (
	"strconv"
	"strings"
	"testing"
)

// TestSJ wants the tables and figures of GPU-SJ, and the number of distances without UNICOMP to be twice the
// number with it.
func TestSJ(t *testing.T) {
	o := tiny(t.TempDir(), "sj")
	report := evaluate(t, o)
	check(t, o.Folder, report, "GPU-SJ, Figure 1", "GPU-SJ, Figures 5 and 6", "GPU-SJ, Figure 9", "Syn2D2M", "Syn6D10M", "SW3DB", "2.47 x", "26.9")
	rows := rowsOf(t, report, "Table SJ-1")
	if want := 2*(5+5+4+4+4) + 5 + 5 + 5 + 4 + 3 + 5; len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	for _, row := range rows {
		points, with, without := whole(t, row[1]), whole(t, row[12]), whole(t, row[13])
		if without != 2*with+points {
			t.Errorf("%s at %s: %d distances without UNICOMP, %d with, %d points", row[0], row[2], without, with, points)
		}
	}
	if trees := rowsOf(t, report, "Table SJ-2"); len(trees) != 5+4 || trees[0][0] != "Syn2D2M" || trees[4][0] != "Syn6D2M" {
		t.Errorf("the tree: %v", trees)
	}
	if !strings.Contains(report, "brute force on the host's cores") {
		t.Error("no caption says where brute force runs")
	}
	rivals := rowsOf(t, report, "Table SJ-3")
	if len(rivals) != 2*11 || rivals[0][10] == "-" || rivals[1][10] != "-" {
		t.Errorf("rivals: %v", rivals)
	}
}

// whole parses a whole number with commas.
func whole(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPaperRatio wants Table II's ratios at the cases that the table has.
func TestPaperRatio(t *testing.T) {
	got := map[string]float64{}
	for _, c := range withUnicomp() {
		if r := paperRatio(c); r > 0 {
			got[c.Set.Name] = r
		}
	}
	if len(got) != 4 || got["SW2DA"] != 1.07 || got["SDSS2DA"] != 1.03 || got["Syn5D2M"] != 2.32 || got["Syn6D2M"] != 2.47 {
		t.Errorf("Table II: %v", got)
	}
}

// decimal parses the number of a cell.
func decimal(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
