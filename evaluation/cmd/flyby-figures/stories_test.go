package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/evaluation/figures"
)

// TestPictures: the pictures of docs/stories.md are drawn from its tables, and small.
func TestPictures(t *testing.T) {
	const docs = "../../../docs"
	all, err := pictures(docs)
	if err != nil {
		t.Fatal(err)
	}
	for name, svg := range all {
		path := filepath.Join(docs, "stories", name)
		there, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(there) != string(svg) {
			t.Errorf("%s is not what its tables say: make figures draws it anew", path)
		}
		if len(svg) > 100_000 {
			t.Errorf("%s has %d bytes", path, len(svg))
		}
	}
}

// TestNothingIsLeftOut: every row of a table is in its picture: stars and pings as points, stays as
// lines.
func TestNothingIsLeftOut(t *testing.T) {
	const docs = "../../../docs"
	for file, draw := range map[string]func() (int, error){
		"now.csv": func() (int, error) {
			c, err := drawStars(filepath.Join(docs, "stories"), "")
			return pointsOf(c), err
		},
		"groups.csv": func() (int, error) {
			c, err := drawFlocks(filepath.Join(docs, "stories"), "")
			return len(c.Series), err
		},
	} {
		rows, err := readTable(filepath.Join(docs, "stories"), file)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := draw(); err != nil || n != len(rows.rows) {
			t.Errorf("%s: %d of %d rows are drawn (%v)", file, n, len(rows.rows), err)
		}
	}
}

// TestTablesAreChecked: tables that do not fit each other are errors that name a file or folder,
// not pictures.
func TestTablesAreChecked(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"fewer labels": {"now.csv": "id,x1,x2\na,1,2\nb,3,4\n", "clusters.csv": "id,label,kind\na,0,core\n"},
		"no column":    {"now.csv": "id,x1\na,1\n", "clusters.csv": "id,label,kind\na,0,core\n"},
		"no number":    {"now.csv": "id,x1,x2\na,1,fog\n", "clusters.csv": "id,label,kind\na,0,core\n"},
		"no rows":      {"now.csv": "id,x1,x2\n", "clusters.csv": "id,label,kind\n"},
		"no labels":    {"now.csv": "id,x1,x2\na,1,2\n"},
	} {
		folder := t.TempDir()
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := drawStars(folder, folder); err == nil || !strings.Contains(err.Error(), folder) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNumber: times are hours since midnight.
func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{"1.5": 1.5, "-2e3": -2000, "2024-02-10T04:30:00Z": 4.5, "1999-12-31T23:15:00Z": 23.25} {
		if got, err := number(text); err != nil || got != want {
			t.Errorf("%s: %v (%v), want %v", text, got, err, want)
		}
	}
}

// pointsOf returns the number of points of a chart.
func pointsOf(c figures.Chart) (n int) {
	for _, s := range c.Series {
		n += len(s.X)
	}
	return n
}
