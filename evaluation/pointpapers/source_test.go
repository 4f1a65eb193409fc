package pointpapers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// file writes a file of points and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestData wants files in place of stand-ins: SuSy in [0, 1] in every dimension, SW2DA as it is, both at the paper's eps, and the report to say so.
func TestData(t *testing.T) {
	text := "a,b,c\n2,-1,7\n4,3,7\n3,0,7\n"
	o := tiny(t.TempDir(), "sj")
	o.Data = map[string]string{"SuSy": file(t, "susy.csv", text), "SW2DA": file(t, "sw.csv", text)}
	for name, want := range map[string][]float64{"SuSy": {1, 1, 0}, "SW2DA": {4, 3, 7}} {
		s, err := o.open(t.Context(), realSet(name))
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range want {
			if got := s.Column(j)[1]; got != w {
				t.Errorf("%s, dimension %d: %v, want %v", name, j, got, w)
			}
		}
	}
	l := testLab(t, o)
	for name, want := range map[string]float64{"SuSy": 0.01, "SW2DA": 0.3} {
		if eps, err := l.eps(t.Context(), realSet(name), Threshold{Eps: want, Others: 5}); err != nil || eps != want {
			t.Errorf("eps of the file of %s: %v, %v", name, eps, err)
		}
	}
	report := evaluate(t, o)
	if rows := rowsOf(t, report, "Table SJ-1"); !hasRow(rows, "SW2DA", "3", "0.3", "0.3", "0") {
		t.Errorf("SW2DA of a file: %v", rows)
	}
	o.Data["SW2DA"] = file(t, "other.csv", text)
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "the journal has SW2DA from") {
		t.Errorf("another file in the same journal: %v", err)
	}
	o.Data["SW2DA"] = file(t, "bad.csv", "a,b\n1,2\n2,NaN\n")
	o.Folder = t.TempDir()
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "data of SW2DA") {
		t.Errorf("a file without numbers: %v", err)
	}
}

// hasRow reports whether one of the rows begins with some cells.
func hasRow(rows [][]string, cells ...string) bool {
	for _, row := range rows {
		if strings.Join(row[:min(len(cells), len(row))], "|") == strings.Join(cells, "|") {
			return true
		}
	}
	return false
}

// TestOptions wants all complaints about options, with what is allowed.
func TestOptions(t *testing.T) {
	_, err := Options{Papers: []string{"sj", "paper"}, Scale: -1, Trials: -2, Data: map[string]string{"Songs": "songs.xls", "Corel": "c.csv"}}.settle()
	for _, want := range []string{
		`paper "paper": must be of sj, join, lss, dbscan, ours, targets`, "scale -1: must be above 0", "trials -2: must be positive",
		`data "Corel": must be of SW2DA`, `data of Songs: "songs.xls": must be a file that ends in one of .csv`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if _, err := (Options{Quick: true, Trials: 3}).settle(); err == nil || !strings.Contains(err.Error(), "3 trials: a quick evaluation has one") {
		t.Errorf("three trials of a quick evaluation: %v", err)
	}
	o, err := Options{}.settle()
	if err != nil || o.Scale != 1 || o.Trials != 3 || len(o.Papers) != len(Papers()) {
		t.Errorf("defaults: %+v, %v", o, err)
	}
	if o, err = (Options{Quick: true}).settle(); err != nil || o.Scale != QuickScale || o.Trials != 1 {
		t.Errorf("quick: %+v, %v", o, err)
	}
}
