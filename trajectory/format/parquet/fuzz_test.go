package parquet

import (
	"context"
	"math/rand/v2"
	"testing"

	"flyby/internal/tabletest"
	"flyby/trajectory/format"
	"flyby/trajectory/format/formattest"
)

// FuzzParquet reads files of every codec, version of pages and encoding with bytes
// changed, and so with all rows checked as they come.
func FuzzParquet(f *testing.F) {
	x := 1.5
	f.Add([]byte(formattest.InGroups(f, formattest.PlainRows(30), 10)))
	f.Add([]byte(formattest.InGroups(f, []formattest.Named{{ID: "a", T: 1, X: &x, Y: 2}, {ID: "b", T: 2, X: &x, Y: 2}, {ID: "a", T: 3, X: nil, Y: 2}}, 2)))
	rows := mixedRows(rand.New(rand.NewPCG(3, 1)), 60)
	for _, m := range mixes() {
		f.Add(m.file(f, rows, 60))
	}
	for _, c := range crafted(f) {
		f.Add(c.file.bytes())
	}
	for _, c := range formattest.PresetCases() {
		f.Add([]byte(tabletest.Of(f, c.Text).Parquet(f, true, 2)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > formattest.LargestInput {
			return
		}
		for _, o := range []format.Options{{Threads: 1}, {Threads: 2, SkipBadRows: true}} {
			p, err := Read(context.Background(), formattest.InMemory(data), &o)
			formattest.Outcome(t, p, err, o)
		}
		p, err := readParquetAt(context.Background(), formattest.InMemory(data), &format.Options{Threads: 2}, pace{step: 16, ahead: 1})
		formattest.Outcome(t, p, err, format.Options{})
	})
}

// FuzzParquetTable reads all columns of files of any columns: each is read or refused, and rows have a field each.
func FuzzParquetTable(f *testing.F) {
	v, s := 0.1, "b"
	f.Add(formattest.TableText(f, 2, []formattest.ARow{{ID: 1, Name: "a", Speed: &v, Maybe: &s}, {ID: 2, Name: "b", Stamp: 1714564800123456717}, {ID: 3, Milli: -5, List: []int64{7, 8}}}))
	f.Add([]byte(formattest.InGroups(f, formattest.PlainRows(30), 10)))
	for _, c := range crafted(f) {
		f.Add(c.file.bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 16 // rows of a row group, of which few bytes can claim a billion
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
