//go:build long

package evaluation

import (
	"strings"
	"testing"
)

// TestReport wants the report of an evaluation with races.
func TestReport(t *testing.T) {
	folder := t.TempDir()
	evaluate(t, Options{Folder: folder, Searches: []string{"S2", "S1"}, Trials: 1})
	checkReport(t, folder, "Table 1", "Table 2", "Figure 3", "Figure 4", "Figure 5", "Figure 6", "Figure 7")
	if strings.Contains(read(t, folder, "report.md"), "This is a quick evaluation") {
		t.Error("a full evaluation is called quick")
	}
}
