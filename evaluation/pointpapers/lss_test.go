package pointpapers

import (
	"strings"
	"testing"
)

// TestLSS wants the tables and figures of LSS, and intervals to get shorter with more lists.
func TestLSS(t *testing.T) {
	o := tiny(t.TempDir(), "lss")
	report := evaluate(t, o)
	check(t, o.Folder, report, "LSS, Figure 3", "LSS, Figure 5", "LSS, Figure 6", "LSS, Figure 7", "LSS, Figure 8", "half interval")
	for title, want := range map[string]int{"Table L-1": 2 + 8, "Table L-2": 8 + 7, "Table L-3": 1, "Table L-4": 6, "Table L-5": 7 * 4, "Table L-6": 4} {
		if got := len(rowsOf(t, report, title)); got != want {
			t.Errorf("%s has %d rows, want %d", title, got, want)
		}
	}
	rows := rowsOf(t, report, "Table L-5")
	one, many := rows[0], rows[3]
	if one[5] != "1" || many[5] != "17" || decimal(t, one[7]) <= decimal(t, many[7]) {
		t.Errorf("mean interval by one list %v, by 17 %v", one, many)
	}
	if strings.Count(report, "| **") != 7 {
		t.Errorf("%d fastest numbers of lists, want one of each join", strings.Count(report, "| **"))
	}
	for _, row := range rowsOf(t, report, "Table L-6") {
		if decimal(t, row[8]) > decimal(t, row[9]) {
			t.Errorf("half intervals on one list are shorter than whole ones on each point's own: %v", row)
		}
	}
}
