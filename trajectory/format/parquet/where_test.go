package parquet

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/infile"
	"flyby/trajectory/format"
	"flyby/trajectory/format/formattest"
)

// TestWhereParquetMixes: files of all codecs, encodings and kinds of pages, whole and row by row, at every
// pace and with bad rows, are read as if rows that do not hold were not there.
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
		where := []format.Condition{{Column: column, Operator: format.Operators()[op], Value: fmt.Sprint(value)}, {Column: "r", Operator: "!=", Value: ""}}
		left = slices.DeleteFunc(left, func(row mixedRow) bool { return row.r == nil })
		file, perGroup := m.file(t, rows, 1+r.IntN(400)), 1+r.IntN(100)
		for _, skip := range []bool{false, true} {
			tests, err := infile.NewCellTests(where)
			if err != nil {
				t.Fatal(err)
			}
			o := format.Options{Threads: 1 + r.IntN(4), SkipBadRows: skip, Tests: tests}
			for _, p := range []pace{{stride: 1 << 10, step: 1, ahead: 2}, {stride: 1 << 10, step: 64, ahead: 4}} {
				bothWays(t, file, o, usualPace, p)
			}
			if len(left) == 0 {
				continue
			}
			o.Threads = 2
			read, err := readParquetAt(context.Background(), formattest.InMemory(file), &o, usualPace)
			got, err := formattest.Outcome(t, read, err, o)
			plain := format.Options{SkipBadRows: skip, Threads: 2}
			alone, wantErr := readParquetAt(context.Background(), formattest.InMemory(m.file(t, left, perGroup)), &plain, usualPace)
			want, wantErr := formattest.Outcome(t, alone, wantErr, plain)
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

// TestBooleans: runs of booleans, as other programs write them, and what is too short for its values.
func TestBooleans(t *testing.T) {
	for _, c := range []struct {
		body string
		n    int
		want string
		ok   bool
	}{
		{"\x02\x00\x00\x00\x06\x01", 3, "111", true},
		{"\x04\x00\x00\x00\x02\x01\x04\x00", 3, "100", true},
		{"\x02\x00\x00\x00\x06\x01", 4, "", false},
	} {
		r, err := newBitValues(3, []byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		v, ok := r.next(c.n)
		got := ""
		for _, b := range v.Fixed {
			got += fmt.Sprint(b)
		}
		if got != c.want || ok != c.ok || r.spare() {
			t.Errorf("%q: %q, %v", c.body, got, ok)
		}
	}
	if _, err := newBitValues(3, []byte("\x09\x00\x00\x00\x06")); err == nil {
		t.Error("runs that are longer than the page")
	}
	r, err := newBitValues(0, []byte{0b101, 0xff})
	if err != nil {
		t.Fatal(err)
	}
	v, ok := r.next(3)
	if !ok || !slices.Equal(v.Fixed, []byte{1, 0, 1}) || !r.spare() {
		t.Errorf("bits: %v, %v", v.Fixed, ok)
	}
	if _, ok = r.next(14); ok {
		t.Error("more bits than there are")
	}
}
