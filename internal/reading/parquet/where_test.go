package parquet

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// TestWhereParquetMixes: files of all codecs, encodings and kinds of pages, whole and row by row, in batches of
// any size and with bad rows, are read as if rows that fail the conditions were absent.
func TestWhereParquetMixes(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 5))
	kept, bad := 0, 0
	for _, m := range mixes() {
		rows := mixedRows(r, 300)
		if r.IntN(4) > 0 {
			spoilRows(r, rows)
		}
		column, op := []string{"t", "x", "y", "r"}[r.IntN(4)], r.IntN(6)
		of := func(row mixedRow) *float64 {
			at := float64(row.t)
			return map[string]*float64{"t": &at, "x": &row.x, "y": &row.y, "r": row.r}[column]
		}
		value := 0.0
		if v := of(rows[r.IntN(len(rows))]); v != nil && *v == *v {
			value = *v
		}
		var left []mixedRow
		for _, row := range rows {
			v := of(row)
			none := v == nil || *v != *v
			if none && op == 1 || !none && []func(int) bool{
				func(c int) bool { return c == 0 }, func(c int) bool { return c != 0 }, func(c int) bool { return c < 0 },
				func(c int) bool { return c <= 0 }, func(c int) bool { return c > 0 }, func(c int) bool { return c >= 0 },
			}[op](cmp.Compare(*v, value)) {
				left = append(left, row)
			}
		}
		if len(left) == 0 {
			continue
		}
		where := []format.Condition{{Column: column, Operator: infile.Operators()[op], Value: fmt.Sprint(value)}, {Column: "r", Operator: "!=", Value: ""}}
		left = slices.DeleteFunc(left, func(row mixedRow) bool { return row.r == nil })
		file, perGroup := m.file(t, rows, 1+r.IntN(400)), 1+r.IntN(100)
		for _, skip := range []bool{false, true} {
			tests, err := infile.NewCellTests(where)
			if err != nil {
				t.Fatal(err)
			}
			o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1 + r.IntN(4), SkipBadRows: skip, Tests: tests}}}
			for _, most := range []int{1, 64} {
				bothWays(t, file, o, most)
			}
			if len(left) == 0 {
				continue
			}
			o.Threads = 2
			read, err := Read(context.Background(), formattest.InMemory(file), &o)
			got, err := formattest.Outcome(t, read, err, o.Options)
			plain := reading.Options{Options: format.Options{Reading: format.Reading{SkipBadRows: skip, Threads: 2}}}
			alone, wantErr := Read(context.Background(), formattest.InMemory(m.file(t, left, perGroup)), &plain)
			want, wantErr := formattest.Outcome(t, alone, wantErr, plain.Options)
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%v, %v: %v, want %v", m, where, err, wantErr)
			}
			if err != nil {
				bad++
				continue
			}
			formattest.SameStore(t, got, want)
			kept++
		}
	}
	if kept < 20 || bad < 5 {
		t.Errorf("%d files read, %d with bad rows", kept, bad)
	}
}
