package fileset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// groupedFile writes rows in row groups of a size to a file.
func groupedFile[T any](t *testing.T, perGroup int, rows []T) string {
	t.Helper()
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[T](&b)
	for part := range slices.Chunk(rows, perGroup) {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

type groupRow struct {
	ID string  `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
	R  float64 `parquet:"r"`
}

// groupRows returns rows, some of them bad.
func groupRows(n int) (rows []groupRow) {
	for i := range n {
		rows = append(rows, groupRow{fmt.Sprint("car ", i%3), float64(i / 3), float64(i), 1, 2})
	}
	rows[4].X, rows[7].T, rows[8].ID = math.Inf(1), math.NaN(), ""
	return rows
}

// TestGroups: row groups are read one by one, some, or all, with the rows of each kept apart and bad
// ones left out, and with keys alone.
func TestGroups(t *testing.T) {
	rows := groupRows(25)
	path := groupedFile(t, 6, rows)
	g, ok := OpenGroups(path, format.Options{Reading: format.Reading{SkipBadRows: true, Threads: 2}})
	if !ok {
		t.Fatal("not opened")
	}
	defer g.Close()
	if g.Len() != 5 || g.Rows(4) != 1 || !g.HasRadius() || g.Space() != (trajectory.Space{Dim: 2}) || g.Bytes() == 0 || !g.Same(path) {
		t.Errorf("%d row groups, %d rows in the last, radius %v, %v, %d bytes", g.Len(), g.Rows(4), g.HasRadius(), g.Space(), g.Bytes())
	}
	for _, part := range []parquet.Pick{
		{Groups: []int{0, 1, 2, 3, 4}}, {Groups: []int{1}, Ahead: 8}, {Groups: []int{0, 3}, Keys: true}, {Groups: []int{1, 4}, Numbers: true, Ahead: 4}, {},
	} {
		var got []string
		names := map[uint32]string{}
		ids, report, err := g.Read(context.Background(), part, func(r *reading.Rows, _ func(*trajectory.RowError) error) error {
			for i := range r.T {
				id := ""
				if part.Numbers {
					names[r.ID.Code[i]] = ""
					id = fmt.Sprint(r.ID.Code[i])
				} else {
					id = r.ID.Name[r.ID.Code[i]]
				}
				x := 0.0
				if !part.Keys {
					x = r.X[i]
				}
				got = append(got, fmt.Sprint(r.Group, id, r.T[i], x, r.R[i]))
			}
			return nil
		})
		var want []string
		all := 0
		for _, group := range part.Groups {
			for i := group * 6; i < min(len(rows), group*6+6); i++ {
				all++
				row := rows[i]
				if math.IsNaN(row.T) || row.ID == "" || math.IsInf(row.X, 0) && !part.Keys {
					continue
				}
				if part.Keys {
					row.X = 0
				}
				id := row.ID
				if part.Numbers {
					id = fmt.Sprint(slices.Index(ids.Name, row.ID))
				}
				want = append(want, fmt.Sprint(group, id, row.T, row.X, row.R))
			}
		}
		if err != nil || !slices.Equal(got, want) || report.Rows != all || report.Skipped != all-len(want) {
			t.Errorf("%+v: %v, %+v\ngot  %q\nwant %q", part, err, report, got, want)
		}
	}
}

// TestGroupsStop: an error of take ends the reading, and so do bad rows where they are not skipped.
func TestGroupsStop(t *testing.T) {
	path := groupedFile(t, 6, groupRows(25))
	g, ok := OpenGroups(path, format.Options{Reading: format.Reading{Threads: 1}})
	if !ok {
		t.Fatal("not opened")
	}
	defer g.Close()
	enough := errors.New("enough")
	taken := 0
	take := func(r *reading.Rows, _ func(*trajectory.RowError) error) error {
		if taken += len(r.T); r.Group == 3 {
			return enough
		}
		return nil
	}
	if _, _, err := g.Read(context.Background(), parquet.Pick{Groups: []int{2, 3, 4}}, take); !errors.Is(err, enough) || taken != 12 {
		t.Errorf("%v after %d rows", err, taken)
	}
	_, _, want := Read(context.Background(), path, format.Options{})
	all := parquet.Pick{Groups: []int{0, 1, 2, 3, 4}}
	if _, _, err := g.Read(context.Background(), all, take); want == nil || err == nil || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
	if err := os.Truncate(path, 100); err != nil {
		t.Fatal(err)
	}
	if _, _, err := g.Read(context.Background(), all, take); !errors.Is(err, format.ErrChanged) || !strings.HasPrefix(err.Error(), g.Changed().Error()) || g.Same(path) {
		t.Errorf("of a file that was cut: %v", err)
	}
}

// TestGroupsRewritten: row groups of a file whose rights have changed are read again, of one that has other bytes, with its old size and time, they are not.
func TestGroupsRewritten(t *testing.T) {
	path := groupedFile(t, 6, groupRows(25))
	g, ok := OpenGroups(path, format.Options{Reading: format.Reading{Threads: 1}}.Steady())
	if !ok {
		t.Fatal("not opened")
	}
	defer g.Close()
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := infile.ChangeTime(before); !ok {
		t.Skip("this system does not keep the time of the last change of a file's state")
	}
	changed := func(change func() error) error {
		t.Helper()
		for now := before; ; { // clocks of file systems have ticks
			first, _ := infile.ChangeTime(now)
			if err := errors.Join(change(), os.Chtimes(path, before.ModTime(), before.ModTime())); err != nil {
				t.Fatal(err)
			}
			if now, err = os.Stat(path); err != nil {
				t.Fatal(err)
			}
			if at, _ := infile.ChangeTime(now); !at.Equal(first) {
				before = now
				break
			}
		}
		_, _, err := g.Read(context.Background(), parquet.Pick{Groups: []int{2}}, passOver)
		return err
	}
	if err := changed(func() error { return os.Chmod(path, 0o640) }); err != nil || !g.Same(path) {
		t.Error(err)
	}
	text[len(text)/2]++
	if err := changed(func() error { return os.WriteFile(path, text, 0o600) }); !errors.Is(err, format.ErrChanged) || g.Same(path) {
		t.Error(err)
	}
}

// TestOpenGroups: a file without readable row groups is not opened.
func TestOpenGroups(t *testing.T) {
	path := groupedFile(t, 6, groupRows(25))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string, text []byte) string {
		other := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(other, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return other
	}
	for name, c := range map[string]struct {
		path string
		o    format.Options
	}{
		"standard input": {"-", format.Options{Reading: format.Reading{Stdin: strings.NewReader("id,t,x,y\n")}}},
		"CSV":            {named("rows.csv", []byte("id,t,x,y\n")), format.Options{}},
		"no file":        {"nowhere.parquet", format.Options{}},
		"a folder":       {named("a", nil) + "/../", format.Options{}},
		"cut":            {named("cut.parquet", text[:len(text)-9]), format.Options{}},
		"empty":          {named("empty.parquet", nil), format.Options{}},
		"a column":       {path, format.Options{Columns: map[string]string{"x": "lon"}}},
		"a kind":         {path, format.Options{Columns: map[string]string{"q": "lon"}}},
		"threads":        {path, format.Options{Reading: format.Reading{Threads: -1}}},
	} {
		if g, ok := OpenGroups(c.path, c.o); ok {
			g.Close()
			t.Errorf("%s: opened", name)
		}
	}
}

// TestTimesOfGroups: the times of statistics are in the form of the column, where they are numbers.
func TestTimesOfGroups(t *testing.T) {
	check := func(name, path string, known bool, want ...float64) {
		t.Helper()
		g, ok := OpenGroups(path, format.Options{})
		if !ok {
			t.Fatal(name)
		}
		defer g.Close()
		for i := range g.Len() {
			least, greatest, got := g.Times(i)
			if got != known || known && (least != want[2*i] || greatest != want[2*i+1]) {
				t.Errorf("%s, row group %d: %v to %v, %v", name, i, least, greatest, got)
			}
		}
	}
	type millis struct {
		ID int64   `parquet:"id"`
		T  int64   `parquet:"t,timestamp(millisecond)"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	check("milliseconds", groupedFile(t, 2, []millis{{1, 2500, 0, 0}, {1, 1500, 0, 0}, {1, -500, 0, 0}}), true, 1.5, 2.5, -0.5, -0.5)
	type single struct {
		ID int64   `parquet:"id"`
		T  float32 `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	check("single precision", groupedFile(t, 2, []single{{1, 0.5, 0, 0}, {1, 0.25, 0, 0}}), true, 0.25, 0.5)
	type text struct {
		ID int64   `parquet:"id"`
		T  string  `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	check("text", groupedFile(t, 2, []text{{1, "2020-01-01T00:00:00Z", 0, 0}}), false)
}
