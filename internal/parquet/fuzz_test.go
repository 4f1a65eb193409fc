package parquet

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/codec"
	"flyby/internal/testing/formattest"
)

// FuzzParquetTable reads all columns of arbitrary files: each is read or refused, and rows have a field for each.
func FuzzParquetTable(f *testing.F) {
	v, s := 0.1, "b"
	f.Add(formattest.TableText(f, 2, []formattest.ARow{{ID: 1, Name: "a", Speed: &v, Maybe: &s}, {ID: 2, Name: "b", Stamp: 1714564800123456717}, {ID: 3, Milli: -5, List: []int64{7, 8}}}))
	f.Add([]byte(formattest.InGroups(f, formattest.PlainRows(30), 10)))
	f.Add(polygonsText(f))
	crafted, err := filepath.Glob("../../internal/reading/parquet/testdata/corrupt/*.parquet")
	if err != nil || len(crafted) == 0 {
		f.Fatal("no crafted files", err)
	}
	for _, path := range crafted {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 16 // rows of a row group; few bytes can claim a billion
		if len(data) > formattest.LargestInput {
			return
		}
		readBatches(t, data, most)
	})
}

// polygonsText is a file of GeoParquet's native polygons.
func polygonsText(f *testing.F) []byte {
	type position struct {
		X float64 `parquet:"x"`
		Y float64 `parquet:"y"`
	}
	type row struct {
		Geometry [][][]position `parquet:"geometry,list,optional"`
	}
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[row](&b, parquetgo.KeyValueMetadata("geo", `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"multipolygon","geometry_types":[]}}}`))
	ring := []position{{0, 0}, {9, 0}, {9, 9}, {0, 0}}
	if _, err := w.Write([]row{{[][][]position{{ring, ring}, {ring}}}, {}, {[][][]position{{}}}}); err != nil {
		f.Fatal(err)
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}

// readBatches reads all columns of a file in batches, up to some rows: cells of each row are there.
func readBatches(t *testing.T, data []byte, most int) {
	r, err := OpenBatches(context.Background(), formattest.InMemory(data), 2)
	if err != nil {
		return
	}
	defer r.Close() //nolint:errcheck // it has none
	columns := r.Columns()
	var wanted []int
	for i := range columns {
		list, nest := r.(*tableReader).columns[i].list, r.(*tableReader).columns[i].nest
		long := func(g Group) bool {
			return list != nil && g.chunks[list.index].values > int64(most) || nest != nil && max(g.chunks[nest.x.index].values, g.chunks[nest.y.index].values) > int64(most)
		}
		if columns[i].Kind != codec.Other && !slices.ContainsFunc(r.(*tableReader).file.Groups, long) {
			wanted = append(wanted, i)
		}
	}
	r.Want(wanted, nil)
	var b codec.Batch
	for rows := 0; rows < most; rows += b.Rows {
		if r.Next(context.Background(), &b) != nil {
			return
		}
		if b.Rows == 0 || b.First != rows {
			t.Fatalf("%d rows from %d, want row %d", b.Rows, b.First, rows)
		}
		var s codec.Sense
		for _, i := range wanted {
			if v := &b.Values[i]; columns[i].Kind == codec.Numbers && len(v.Ends) != b.Rows {
				t.Fatalf("%d lists in %d rows", len(v.Ends), b.Rows)
			}
			for row := range b.Rows {
				s.Cell(&columns[i], &b.Values[i], row)
				s.Number(&columns[i], &b.Values[i], row)
			}
		}
	}
}
