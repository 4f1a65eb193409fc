package format_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/points"
	"flyby/trajectory/format"
)

// TestTable: ids that are in no order, counts, numbers and lists of ids, over several chunks.
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
		columns := []format.Column{format.IDColumn("id", &rows, names), format.CountColumn("n", &counts),
			format.NumberColumn("d", &distances), format.ListColumn("near", &lists, numbers)}
		path := c.path
		if path != "-" {
			path = t.TempDir() + "/" + path
		}
		w, err := format.CreateTable(path, columns, format.WriteOptions{Stdout: &out})
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
	_, err = format.CreateTable("x.parquet", []format.Column{format.ListColumn("near", &lists, names)}, format.WriteOptions{})
	if err == nil || !strings.Contains(err.Error(), "only CSV and NDJSON have lists") {
		t.Error(err)
	}
}

// TestTableParquet: names that are in no order have no bounds that a reader would skip rows by.
func TestTableParquet(t *testing.T) {
	names, err := points.NameIDs([]string{"m", "z", "a", "q"})
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/x.parquet"
	rows := []uint32{0, 1, 2, 3}
	w, err := format.CreateTable(path, []format.Column{format.IDColumn("id", &rows, names)}, format.WriteOptions{})
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
	all, err := parquet.ReadFile[row](path)
	if err != nil || len(all) != 4 || all[2].ID != "a" {
		t.Fatalf("%v, %v", all, err)
	}
	text := []byte(readText(t, path))
	f, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Metadata().RowGroups[0].Columns[0].MetaData.Statistics; len(s.MinValue) > 0 || len(s.MaxValue) > 0 {
		t.Errorf("bounds %q to %q", s.MinValue, s.MaxValue)
	}
}

// readText is what a file holds.
func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
