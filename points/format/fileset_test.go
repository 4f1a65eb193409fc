package format

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/points"
)

// folder writes files into a folder of the test's own, and makes it the working folder.
func folder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// readAll reads the files of names.
func readAll(o Options, names ...string) (*points.Store, Report, error) {
	files, err := o.List(names...)
	if err != nil {
		return nil, Report{}, err
	}
	return ReadFiles(context.Background(), files, o)
}

// TestReadFiles: several files are one set, in order of their paths; ids that are numbers of rows count on, and integer ids
// become names where a file has names.
func TestReadFiles(t *testing.T) {
	array := string(array("<f8", false, 1, []int{2, 2}, []float64{1, 2, 3, 4}))
	folder(t, map[string]string{
		"d/a.csv": "x,y\n1,2\n3,4\n", "d/b.tsv": "x\ty\n5\t6\n", "d/.hidden.csv": "z\n1\n", "d/sub/c.csv": "x,y\n7,8\n", "d/notes.md": "no points", "d/README": "no,points\n",
		"i/a.csv": "id,x\n1,5\n2,6\n", "i/b.csv": "id,x\nz,7\n", "n/a.npy": array, "n/b.npy": array, "w.csv": "x,y,speed\n1,2,3\n", "bad.csv": "x,y\n1,b\n2\n",
	})
	for _, c := range []struct {
		names string
		o     Options
		want  string
		files int
	}{
		{"d", Options{}, "0=[1 2] 1=[3 4] 2=[5 6] 3=[7 8]", 3},
		{"d/b.tsv d/a.csv d/a.csv", Options{}, "0=[1 2] 1=[3 4] 2=[5 6]", 2},
		{"d/*.csv", Options{}, "0=[1 2] 1=[3 4]", 1},
		{"i", Options{}, "1=[5] 2=[6] z=[7]", 2},
		{"i", Options{Reading: Reading{Where: conditions(t, "x>5")}}, "2=[6] z=[7]", 2},
		{"i", Options{Reading: Reading{Where: conditions(t, "x>6")}}, "z=[7]", 2},
		{"n", Options{}, "0=[1 2] 1=[3 4] 2=[1 2] 3=[3 4]", 2},
		{"n/a.npy d/a.csv", Options{}, "0=[1 2] 1=[3 4] 2=[1 2] 3=[3 4]", 2},
		{"d/a.csv w.csv", Options{Columns: map[string]string{"x1": "y"}}, "0=[2] 1=[4] 2=[2]", 2},
		{"bad.csv d/a.csv", Options{Columns: map[string]string{"x1": "y"}, Reading: Reading{SkipBadRows: true}}, "0=[2] 1=[4]", 2},
	} {
		s, r, err := readAll(c.o, strings.Fields(c.names)...)
		if err != nil || shown(s) != c.want || r.Files != c.files || r.Rows != s.Len()+r.Skipped+r.Missed {
			t.Errorf("%s: %v, %+v, %v; want %s of %d files", c.names, s, r, err, c.want, c.files)
		}
	}
}

// TestReadFilesErrors: files that are not alike, an id that two files have, and bad rows are errors that name their files.
func TestReadFilesErrors(t *testing.T) {
	folder(t, map[string]string{
		"a.csv": "id,x\n1,2\n2,3\n", "b.csv": "id,x\n3,2\n2,5\n", "c.csv": "id,z\n9,9\n", "d.csv": "id,x,y\n8,9,9\n", "e.csv": "x\n1\n", "f.csv": "id,x\n7,7\n6,six\n", "g.csv": "id,x\n", "e/.csv": "",
	})
	const alike = ": files of one set are alike; --columns says what is read of all"
	for names, want := range map[string]string{
		"a.csv b.csv": `b.csv:3: column id: "2": the id of a.csv:3 too, and ids are there once; --columns x1=x reads points`,
		"a.csv c.csv": `c.csv: coordinates "z", and "x" in a.csv` + alike,
		"a.csv d.csv": "d.csv: 2 coordinates a point, and 1 in a.csv" + alike,
		"a.csv e.csv": "e.csv: no ids, and column id in a.csv" + alike,
		"a.csv f.csv": `f.csv:3: column x: "six": not a number`,
		"a.csv g.csv": "g.csv: no rows after the header",
		"a.csv h.csv": "format: read: open h.csv: no such file or directory",
		"e":           "format: folder e: no files of a known extension (known: .csv, ",
	} {
		if _, _, err := readAll(Options{}, strings.Fields(names)...); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", names, err, want)
		}
	}
	s, r, err := readAll(Options{Reading: Reading{SkipBadRows: true}}, "a.csv", "b.csv", "f.csv")
	if err != nil || shown(s) != "1=[2] 2=[3] 3=[2] 7=[7]" || r.Skipped != 2 || len(r.Reasons) != 2 || !strings.HasPrefix(r.Reasons[0], "f.csv:3: ") || !strings.HasPrefix(r.Reasons[1], "b.csv:3: ") {
		t.Errorf("%v, %+v, %v", s, r, err)
	}
}

// TestReadArchive: members of an archive are files of a folder, Parquet among them.
func TestReadArchive(t *testing.T) {
	t.Chdir(t.TempDir())
	set, err := points.New([][]float64{{5, 6}, {7, 8}}, points.RowIDs(2))
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteStore(context.Background(), "c.parquet", set, WriteOptions{NoIDs: true}); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("c.parquet")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, m := range []struct{ name, text string }{{"a.csv", "x1,x2\n1,2\n"}, {"in/b.parquet", string(table)}, {"README", "of points"}} {
		w, err := z.Create(m.name)
		if err == nil {
			_, err = w.Write([]byte(m.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("all.zip", packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"all.zip": "0=[1 2] 1=[5 7] 2=[6 8]", "all.zip/a.csv": "0=[1 2]", "all.zip/in/b.parquet": "0=[5 7] 1=[6 8]"} {
		if s, _, err := readAll(Options{}, name); err != nil || shown(s) != want {
			t.Errorf("%s: %v, %v; want %s", name, s, err, want)
		}
	}
	if _, _, err := readAll(Options{}, "all.zip/none.csv"); err == nil || !strings.Contains(err.Error(), "has no member none.csv") {
		t.Error(err)
	}
}

// TestFilesProgress: progress counts the bytes of all files, in order.
func TestFilesProgress(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a.csv", "b.csv", "c.csv"} {
		files[name] = "x\n" + strings.Repeat("1\n", 1000)
	}
	folder(t, files)
	var told []int64
	o := Options{Reading: Reading{Progress: func(done, all int64) {
		if told = append(told, done); all != 6006 {
			t.Errorf("%d bytes in all", all)
		}
	}}}
	if _, r, err := readAll(o, "."); err != nil || !slices.IsSorted(told) || len(told) == 0 || told[len(told)-1] != 6006 || r.Bytes != 6006 {
		t.Errorf("%v, %+v, %v", told, r, err)
	}
}

// TestKinds: which names of files in folders are files of points, and those names without extensions.
func TestKinds(t *testing.T) {
	k := Formats().Kinds("")
	for name, want := range map[string]string{"a.csv": "a", "a.TSV.gz": "a", "b/a.npy.zst": "b/a", "a.parquet": "a", "a.parquet.gz": "", "a": "", "a.docx": ""} {
		if got := k.Bare(name); k.Named(name) != (want != "") || want != "" && got != want {
			t.Errorf("%s: %q, %t", name, got, k.Named(name))
		}
	}
	if !k.Whole("a.parquet") || k.Whole("a.npy") || fmt.Sprint(k.Extensions) != fmt.Sprint(Formats().Extensions()) {
		t.Errorf("%+v", k)
	}
}
