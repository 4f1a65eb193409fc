package evaluation_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/evaluation/datafile"
	"flyby/internal/reading/fileset"
)

// TestParse: names in any letters, once each, with a file behind them.
func TestParse(t *testing.T) {
	names := []string{"galaxy", "SW2DA"}
	files, err := datafile.Parse([]string{"GALAXY=a.csv", "sw2da=b=c.csv", "other=d.csv"}, names)
	if err != nil || len(files) != 3 || files["galaxy"] != "a.csv" || files["SW2DA"] != "b=c.csv" || files["other"] != "d.csv" {
		t.Errorf("%v, %v", files, err)
	}
	for want, texts := range map[string][]string{
		"galaxy: is given twice":      {"galaxy=a.csv", "Galaxy=b.csv"},
		`"galaxy": must be NAME=FILE`: {"galaxy"},
		`"galaxy=": must be NAME=`:    {"galaxy="},
	} {
		if _, err := datafile.Parse(texts, names); err == nil || !strings.HasPrefix(err.Error(), "datafile: "+want) {
			t.Errorf("%v: %v, want %s", texts, err, want)
		}
	}
}

// TestFiles: sets and formats that there are not are refused, and the origin of a file tells its size.
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	files := datafile.Files{"galaxy": path, "flocks": path, "exp": "e.xls", "walk": "-"}
	err := files.Check([]string{"galaxy", "exp", "walk"}, fileset.Formats())
	for _, want := range []string{`data "flocks": must be of galaxy, exp`, `data of exp: "e.xls": must be a file that ends in one of `, `data of walk: "-": `} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %s in %v", want, err)
		}
	}
	if from, err := files.Origin("galaxy", "generated"); err != nil || from != path+", 3 bytes" {
		t.Errorf("%q, %v", from, err)
	}
	if from, err := files.Origin("else", "generated"); err != nil || from != "generated" {
		t.Errorf("%q, %v", from, err)
	}
	if err := files.Find(); err == nil || !strings.Contains(err.Error(), "data of exp: stat e.xls") {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := datafile.Agree("galaxy", "a", "a"); err != nil {
		t.Error(err)
	}
	if err := datafile.Agree("galaxy", "a", "b"); err == nil || !strings.Contains(err.Error(), "the journal has galaxy from a, and now it is from b") {
		t.Error(err)
	}
}
