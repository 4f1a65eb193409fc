package parquet

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"flyby/trajectory/format/formattest"
)

// FuzzParquetTable reads all columns of arbitrary files: each is read or refused, and rows have a field for each.
func FuzzParquetTable(f *testing.F) {
	v, s := 0.1, "b"
	f.Add(formattest.TableText(f, 2, []formattest.ARow{{ID: 1, Name: "a", Speed: &v, Maybe: &s}, {ID: 2, Name: "b", Stamp: 1714564800123456717}, {ID: 3, Milli: -5, List: []int64{7, 8}}}))
	f.Add([]byte(formattest.InGroups(f, formattest.PlainRows(30), 10)))
	crafted, err := filepath.Glob("../../trajectory/format/parquet/testdata/corrupt/*.parquet")
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
		table, err := Open(formattest.InMemory(data))
		if err != nil {
			return
		}
		for _, name := range table.Names() {
			for _, g := range table.Groups {
				if g.Rows > most {
					return
				}
			}
			if list, ok := table.listType(name); ok {
				for group, g := range table.Groups {
					if g.chunks[list.index].values > most {
						return
					}
					rows := 0
					err := table.Lists(context.Background(), group, name, 3, func(l List) error {
						if rows++; len(l.Values) != min(l.Len, 3) || l.Null && l.Len > 0 || l.Missing >= l.Len && l.Missing >= 0 {
							t.Fatalf("list %+v", l)
						}
						return nil
					})
					if err == nil && int64(rows) != g.Rows {
						t.Fatalf("%d lists in %d rows", rows, g.Rows)
					}
				}
			}
			for fields, err := range table.Fields(context.Background(), []string{name}) {
				if err == nil && len(fields) != 1 {
					t.Fatalf("fields %q", fields)
				}
			}
		}
	})
}
