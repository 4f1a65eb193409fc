package output_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/codec"
	"flyby/internal/output"
	"flyby/internal/parquet"
	"flyby/internal/testing/codectest"
	"flyby/internal/testing/formattest"
	"flyby/points"
)

// TestTable: unordered ids, counts, numbers and lists of ids, over several chunks.
func TestTable(t *testing.T) {
	names, err := points.NameIDs([]string{"zoe", `a "b", c`, "mid"})
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := points.IntIDs([]int64{30, -1, 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{"-", "id,n,d,near\nzoe,0,0.5,\n\"a \"\"b\"\", c\",1,1.5,30;7\nmid,2,2.5,-1\n"},
		{"x.ndjson", `{"id":"zoe","n":0,"d":0.5,"near":[]}` + "\n" + `{"id":"a \"b\", c","n":1,"d":1.5,"near":[30,7]}` + "\n" + `{"id":"mid","n":2,"d":2.5,"near":[-1]}` + "\n"},
	} {
		var out bytes.Buffer
		var rows, counts []uint32
		var distances []float64
		var lists [][]uint32
		columns := []output.Column{output.IDColumn("id", &rows, names), output.CountColumn("n", &counts),
			output.NumberColumn("d", &distances), output.ListColumn("near", &lists, numbers)}
		path := c.path
		if path != "-" {
			path = t.TempDir() + "/" + path
		}
		w, err := output.CreateTable(path, columns, output.WriteOptions{Stdout: &out})
		if err != nil {
			t.Fatal(err)
		}
		for row, list := range [][]uint32{nil, {0, 2}, {1}} {
			rows, counts, distances, lists = []uint32{uint32(row)}, []uint32{uint32(row)}, []float64{float64(row) + 0.5}, [][]uint32{list}
			if err := w.Write(1); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if path != "-" {
			got = readText(t, path)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", path, got, c.want)
		}
	}
	var lists [][]uint32
	_, err = output.CreateTable("x.geojson", []output.Column{output.ListColumn("near", &lists, names)}, output.WriteOptions{})
	if err == nil || !strings.Contains(err.Error(), "only CSV, NDJSON, Parquet and Arrow have lists") {
		t.Error(err)
	}
}

// TestTableParquet: unordered names have no bounds by which a reader could skip rows.
func TestTableParquet(t *testing.T) {
	names, err := points.NameIDs([]string{"m", "z", "a", "q"})
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/x.parquet"
	rows := []uint32{0, 1, 2, 3}
	w, err := output.CreateTable(path, []output.Column{output.IDColumn("id", &rows, names)}, output.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(4); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	type row struct {
		ID string `parquet:"id"`
	}
	all, err := parquetgo.ReadFile[row](path)
	if err != nil || len(all) != 4 || all[2].ID != "a" {
		t.Fatalf("%v, %v", all, err)
	}
	text := []byte(readText(t, path))
	f, err := parquetgo.OpenFile(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Metadata().RowGroups[0].Columns[0].MetaData.Statistics; len(s.MinValue) > 0 || len(s.MaxValue) > 0 {
		t.Errorf("bounds %q to %q", s.MinValue, s.MaxValue)
	}
}

// readText returns the text of a file.
func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTableLists: Parquet's lists of integers and of names are equal to the written ones, over row groups and
// pages, empty ones and long ones, and each is where the indexes say.
func TestTableLists(t *testing.T) {
	const n, long = 20_000, 70_000
	ints, names := make([]int64, long), make([]string, long)
	for i := range ints {
		ints[i], names[i] = int64(i*i)-7, fmt.Sprint("né", i)
	}
	numbered, err := points.IntIDs(ints)
	if err != nil {
		t.Fatal(err)
	}
	named, err := points.NameIDs(names)
	if err != nil {
		t.Fatal(err)
	}
	listed := func(row int) (list []uint32) {
		length := row % 5
		switch {
		case row < 3000 || row == 12_345:
			length = 0
		case row == 9000:
			length = long // more than a page has
		}
		for i := range length {
			list = append(list, uint32((row+i*i)%long))
		}
		return list
	}
	var rows []uint32
	var lists [][]uint32
	path := t.TempDir() + "/x.parquet"
	w, err := output.CreateTable(path, []output.Column{output.IDColumn("id", &rows, numbered), output.ListColumn("i", &lists, numbered), output.ListColumn("s", &lists, named)}, output.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for first := 0; first < n; first += 777 {
		rows, lists = rows[:0], lists[:0]
		for row := first; row < min(n, first+777); row++ {
			rows, lists = append(rows, uint32(row)), append(lists, listed(row))
		}
		if err := w.Write(len(rows)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	type row struct {
		ID int64    `parquet:"id"`
		I  []int64  `parquet:"i,list"`
		S  []string `parquet:"s,list"`
	}
	all, err := parquetgo.ReadFile[row](path)
	if err != nil || len(all) != n {
		t.Fatalf("%d rows, %v", len(all), err)
	}
	for k, r := range all {
		want := listed(k)
		if r.ID != ints[k] || len(r.I) != len(want) || len(r.S) != len(want) {
			t.Fatalf("row %d: %v, want %d", k, r, len(want))
		}
		for i, of := range want {
			if r.I[i] != ints[of] || r.S[i] != names[of] {
				t.Fatalf("row %d: %d and %s at %d, want %d", k, r.I[i], r.S[i], i, ints[of])
			}
		}
	}
	readBack(t, path, n, ints, listed)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquetgo.OpenFile(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	if path := f.Schema().Columns()[1]; strings.Join(path, ".") != "i.list.element" || len(f.RowGroups()) != 2 {
		t.Errorf("path %v, %d row groups", path, len(f.RowGroups()))
	}
	at, err := f.RowGroups()[0].ColumnChunks()[1].OffsetIndex()
	if err != nil || at.NumPages() < 3 || at.FirstRowIndex(0) != 0 || at.FirstRowIndex(2) != 9001 {
		t.Errorf("%v, %v", at, err)
	}
}

// readBack reads the lists of integers as points are read.
func readBack(t *testing.T, path string, rows int, ids []int64, listed func(row int) []uint32) {
	t.Helper()
	tables, err := codectest.Read(parquet.OpenBatches, formattest.OnDisk(t, path))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(tables[0].Rows); n != rows {
		t.Errorf("%d lists of %d", n, rows)
	}
	at := slices.Index(codec.NamesOf(tables[0].Columns), "i")
	for row, cells := range tables[0].Rows {
		want := []float64{}
		for _, of := range listed(row) {
			want = append(want, float64(ids[of]))
		}
		if cells[at] != fmt.Sprint(want) {
			t.Errorf("row %d: %.80s", row, cells[at])
		}
	}
}
