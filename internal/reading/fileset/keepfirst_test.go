package fileset

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// twiceRows returns rows of two objects of one id, each third at an earlier time of the id, some of these at the same place, too.
func twiceRows(n int) (rows []formattest.Plain, text, first string, twice, repeats int) {
	var b, kept strings.Builder
	for i := range n {
		row := formattest.Plain{ID: int64(i % 2), T: float64(i / 2), X: float64(i), Y: 1}
		line := fmt.Sprintf("%d,%v,%v,%v\n", row.ID, row.T, row.X, row.Y)
		rows = append(rows, row)
		b.WriteString(line)
		kept.WriteString(line)
		switch i % 6 {
		case 2:
			row.X += 100
			twice++
		case 5:
			repeats++
		default:
			continue
		}
		rows = append(rows, row)
		fmt.Fprintf(&b, "%d,%v,%v,%v\n", row.ID, row.T, row.X, row.Y)
	}
	const header = "traj_id,t,x,y\n"
	return rows, header + b.String(), header + kept.String(), twice, repeats
}

// TestKeepFirst: with KeepFirst the first row of a trajectory at a time is kept, from one file and from several, in any order, and others
// are counted; every other bad row is an error as without KeepFirst.
func TestKeepFirst(t *testing.T) {
	rows, text, first, twice, repeats := twiceRows(500)
	want, _, err := readText(t, "a.csv", first, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	folder, half := t.TempDir(), strings.LastIndex(text[:len(text)/2], "\n")+1
	paths := map[string]string{"a.csv": text, "a.parquet": formattest.InGroups(t, rows, 64), "two/a.csv": text[:half], "two/b.csv": text[:strings.Index(text, "\n")+1] + text[half:]}
	if err := os.Mkdir(filepath.Join(folder, "two"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, of := range paths {
		writeFile(t, filepath.Join(folder, name), of)
	}
	for _, name := range []string{"a.csv", "a.parquet", "two"} {
		files, err := ListIn("", filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, sorted := range []bool{false, true} {
			o := format.Options{SortTimes: sorted}
			if _, _, err := ReadFiles(context.Background(), files, o); err == nil || !strings.Contains(err.Error(), "repeated time within its trajectory") {
				t.Errorf("%s, sorted %v: %v", name, sorted, err)
			}
			o.KeepFirst = true
			s, r, err := ReadFiles(context.Background(), files, o)
			if err != nil || r.Skipped != twice || r.Twice != twice || r.Repeats != repeats {
				t.Errorf("%s, sorted %v: %v, %d of one time in %d bad rows, %d repeats; want %d, %d", name, sorted, err, r.Twice, r.Skipped, r.Repeats, twice, repeats)
				continue
			}
			formattest.SameStore(t, s, want)
			o.KeepFirst, o.SkipBadRows = false, true
			if s, r, err = ReadFiles(context.Background(), files, o); err != nil || r.Twice != twice || r.Skipped != twice {
				t.Errorf("%s, sorted %v, skipped: %v, %d in %d", name, sorted, err, r.Twice, r.Skipped)
				continue
			}
			formattest.SameStore(t, s, want)
		}
	}
	for bad, want := range map[string]string{"1,x,0,0\n": "not a number", "1,0,nan,0\n": "not a finite number", "1,-5,0,0\n": "earlier than the row before it"} {
		if _, _, err := readText(t, "a.csv", text+bad, format.Options{KeepFirst: true}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", bad, err, want)
		}
	}
}

// TestNewKeepsFirst: New drops and counts rows at the time of an earlier row, and returns the first of other bad rows.
func TestNewKeepsFirst(t *testing.T) {
	columns := func(t ...float64) trajectory.Columns {
		c := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, len(t))}, T: t, X: make([]float64, len(t)), Y: make([]float64, len(t))}
		for i := range t {
			c.X[i] = float64(i)
		}
		return c
	}
	s, err := trajectory.New(columns(0, 1, 1, 2, 2, 2), trajectory.BuildOptions{KeepFirst: true})
	if err != nil || s.Samples() != 3 || s.Skipped() != 3 || s.Twice() != 3 || s.X()[1] != 1 || s.X()[2] != 3 {
		t.Errorf("%v, %v", s, err)
	}
	if _, err = trajectory.New(columns(0, 1, 1, 0.5, 2), trajectory.BuildOptions{KeepFirst: true}); err == nil || !strings.Contains(err.Error(), "row 3: column t: 0.5: earlier") {
		t.Errorf("%v", err)
	}
}
