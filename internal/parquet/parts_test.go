package parquet

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/codec"
	"flyby/internal/testing/codectest"
)

type inner struct {
	Deep *float64 `parquet:"deep,optional"`
	List []int64  `parquet:"list"`
}

type outer struct {
	A     float64 `parquet:"a"`
	Inner *inner  `parquet:"inner,optional"`
	B     *int32  `parquet:"b,optional"`
}

type nested struct {
	ID    int64             `parquet:"id"`
	Outer *outer            `parquet:"outer,optional"`
	Map   map[string]string `parquet:"map"`
	After float64           `parquet:"after"`
	Clash float64           `parquet:"outer.b"`
}

// nestedRows returns rows in which a part is null at each depth.
func nestedRows() []nested {
	deep, b := 2.5, int32(7)
	return []nested{
		{1, &outer{1, &inner{&deep, []int64{1, 2}}, &b}, map[string]string{"k": "v"}, 10, 100},
		{2, &outer{2, &inner{nil, nil}, nil}, nil, 20, 200},
		{3, &outer{3, nil, &b}, nil, 30, 300},
		{4, nil, nil, 40, 400},
		{5, &outer{5, &inner{&deep, nil}, &b}, nil, 50, 500},
	}
}

// nestedTable reads a file of nested rows in a version of pages.
func nestedTable(t *testing.T, version int) codectest.Table {
	t.Helper()
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[nested](&b, parquetgo.DataPageVersion(version), parquetgo.MaxRowsPerRowGroup(3))
	if _, err := w.Write(nestedRows()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := codectest.Read(OpenBatches, codectest.Source("nested.parquet", b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return tables[0]
}

// TestPartNames: parts of structs are columns behind all other columns, unless a list or a map holds the struct; a column keeps its name.
func TestPartNames(t *testing.T) {
	want := []string{"id", "outer", "map", "after", "outer.b", "outer.a", "outer.inner.deep"}
	if names := codec.NamesOf(nestedTable(t, 2).Columns); !slices.Equal(sorted(names), sorted(want)) || names[len(names)-1] != "outer.inner.deep" {
		t.Errorf("%q, want %q", names, want)
	}
}

func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }

// TestPartValues: a part has the values of its rows, and none where it, or a struct around it, is null.
func TestPartValues(t *testing.T) {
	for version := 1; version <= 2; version++ {
		table := nestedTable(t, version)
		names := codec.NamesOf(table.Columns)
		var got []string
		for _, cells := range table.Rows {
			line := ""
			for _, name := range []string{"outer.a", "outer.inner.deep", "after", "outer.b"} {
				line += " " + cmp.Or(cells[slices.Index(names, name)], "-")
			}
			got = append(got, line)
		}
		want := []string{" 1 2.5 10 100", " 2 - 20 200", " 3 - 30 300", " - - 40 400", " 5 2.5 50 500"}
		if !slices.Equal(got, want) {
			t.Errorf("pages of version %d: %q, want %q", version, got, want)
		}
	}
}
