package evaluation

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/evaluation/datafile"
)

// TestData: a file replaces a data set, whole at any scale, with the paper's number of queries; the report says so, and a journal goes on with the same file
// alone.
func TestData(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,t,x,y,z\n")
	for id := range 120 {
		for tick := range 4 {
			fmt.Fprintf(&text, "%d,%d,%d,%d,0\n", id, tick, id, tick*tick)
		}
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "walks.csv")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	o := Options{Folder: folder, Quick: true, Searches: []string{"S3"}, Race: 12, Data: datafile.Files{"randwalk-uniform": file}}
	evaluate(t, o)
	report := read(t, folder, "report.md")
	for _, want := range []string{
		"RANDWALK-UNIFORM is the file " + file, "| RANDWALK-UNIFORM | 120 | 2,500 | 360 | 997,500 |", "| S3 | RANDWALK-UNIFORM | 100 | 300 | 39,900 | 5 |", "12 seconds have passed",
	} {
		if !strings.Contains(strings.ReplaceAll(report, "*", ""), want) {
			t.Errorf("no %q in\n%s", want, report)
		}
	}
	o.Device, o.Seed = "cpu", 1
	for want, data := range map[string]datafile.Files{
		"the journal has randwalk-uniform from " + file: nil,
		"data of randwalk-uniform: stat ":               {"randwalk-uniform": "none.csv"},
		`data "flocks": must be of galaxy`:              {"flocks": file},
	} {
		o.Data = data
		if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %s", data, err, want)
		}
	}
}
