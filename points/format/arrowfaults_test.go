package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	arrays "github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/points"
)

// fourLists is a stream of four points of lists, in two batches, of which the third row is bad.
func fourLists(t *testing.T, typ arrow.DataType, id, list string) []byte {
	t.Helper()
	text := arrow.BinaryTypes.String
	return arrowStream(t, arrowBatch(t, arrowCells{"id", text, `["a", "b"]`}, arrowCells{"v", typ, `[[1, 2], [3, 4]]`}),
		arrowBatch(t, arrowCells{"id", text, `[` + id + `, "c"]`}, arrowCells{"v", typ, `[` + list + `, [5, 6]]`}))
}

// TestBadArrowLists: a list that is no point is an error with its row, or left out and counted.
func TestBadArrowLists(t *testing.T) {
	f := arrow.PrimitiveTypes.Float64
	long := "[" + strings.Repeat("0, ", points.MaxDimensions) + "0]"
	for _, c := range []struct {
		typ            arrow.DataType
		id, list, want string
	}{
		{arrow.ListOf(f), `"x"`, `null`, `column v: "": missing`},
		{arrow.ListOf(f), `"x"`, `[]`, `column v: "[]": a list of 0`},
		{arrow.ListOf(f), `"x"`, `[1]`, `column v: "[1]": a list of 1, where row 1 has one of 2: all points have as many`},
		{arrow.LargeListOf(f), `"x"`, `[1, 2, 3, 4, 5]`, `column v: "[1 2 3 4 ...]": a list of 5, where row 1 has one of 2`},
		{arrow.ListOf(f), `"x"`, long, `column v: "[0 0 0 0 ...]": a list of 4097`},
		{arrow.ListOf(f), `"x"`, `[1, null]`, `column v: "": x2 is missing`},
		{arrow.FixedSizeListOf(2, f), `"x"`, `[1, null]`, `column v: "": x2 is missing`},
		{arrow.FixedSizeListOf(2, f), `"x"`, `null`, `column v: "": missing`},
		{arrow.FixedSizeListOf(2, f), `"x"`, `[-1e302, 1]`, `column v: "-1e+302": x1: magnitude over 2^1000`},
		{arrow.ListOf(f), `""`, `[1, 2]`, `column id: "": missing`},
		{arrow.ListOf(f), `null`, `[1, 2]`, `column id: "": missing`},
		{arrow.ListOf(f), `"a"`, `[1, 2]`, `column id: "a": the id of row 1 too`},
	} {
		stream := fourLists(t, c.typ, c.id, c.list)
		_, _, err := readStream(stream, Options{})
		if want := "standard input: row 3: " + c.want; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		s, r, err := readStream(stream, Options{Reading: Reading{SkipBadRows: true}})
		if err != nil || shown(s) != "a=[1 2] b=[3 4] c=[5 6]" || r.Rows != 4 || r.Skipped != 1 || len(r.Reasons) != 1 {
			t.Errorf("%s: %v, %+v, %v", c.want, s, r, err)
		}
	}
}

// TestBadArrowRows: a null, a number that no point may have and an id that is none are errors with their row.
func TestBadArrowRows(t *testing.T) {
	f, text := arrow.PrimitiveTypes.Float64, arrow.BinaryTypes.String
	nan := arrays.NewFloat64Builder(memory.DefaultAllocator)
	nan.AppendValues([]float64{1, math.NaN()}, nil)
	words := arrays.NewStringBuilder(memory.DefaultAllocator)
	words.AppendValues([]string{"a", "\xff"}, nil)
	for _, c := range []struct {
		id, x arrow.Array
		want  string
	}{
		{arrowArray(t, text, `["a", "b"]`), arrowArray(t, f, `[1, null]`), `row 2: column x: "": missing`},
		{arrowArray(t, text, `["a", "b"]`), arrowArray(t, f, `[1, 1e302]`), `row 2: column x: "1e+302": magnitude over 2^1000`},
		{arrowArray(t, text, `["a", "b"]`), nan.NewArray(), `row 2: column x: "NaN": not a finite number`},
		{arrowArray(t, text, `["a", null]`), arrowArray(t, f, `[1, 2]`), `row 2: column id: "": missing`},
		{words.NewArray(), arrowArray(t, f, `[1, 2]`), `row 2: column id: "\xff": not UTF-8`},
		{arrowArray(t, f, `[1, 2]`), arrowArray(t, f, `[1, 2]`), `column id: type float64 is not one that flyby reads here`},
		{arrowArray(t, arrow.PrimitiveTypes.Int8, `[7, 7]`), arrowArray(t, f, `[1, 2]`), `row 2: column id: "7": the id of row 1 too`},
	} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: c.id.DataType(), Nullable: true}, {Name: "x", Type: c.x.DataType(), Nullable: true}}, nil)
		stream := arrowStream(t, arrays.NewRecordBatch(schema, []arrow.Array{c.id, c.x}, 2))
		if _, _, err := readStream(stream, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
		s, r, err := readStream(stream, Options{Reading: Reading{SkipBadRows: true}})
		if strings.HasPrefix(c.want, "row") && (err != nil || s.Len() != 1 || r.Skipped != 1) {
			t.Errorf("%s: %v, %+v, %v", c.want, s, r, err)
		}
	}
	guess := []arrowCells{{"customer_id", arrow.PrimitiveTypes.Int8, `[7, null]`}, {"x", f, `[1, 2]`}}
	if _, _, err := readArrowCells(t, Options{Reading: Reading{SkipBadRows: true}}, guess...); err == nil || !strings.Contains(err.Error(), "row 2: column customer_id") || !strings.Contains(err.Error(), "--columns x1=x leaves it out") {
		t.Error(err)
	}
}

// TestCutArrow: a stream that ends before its end mark, or has bytes behind it, is an error that says how many rows there were.
func TestCutArrow(t *testing.T) {
	f := arrow.PrimitiveTypes.Float64
	for _, stream := range [][]byte{
		fourLists(t, arrow.FixedSizeListOf(2, f), `"x"`, `[7, 8]`),
		arrowStream(t, arrowBatch(t, arrowCells{"x", f, `[1, 2]`}), arrowBatch(t, arrowCells{"x", f, `[3]`})),
	} {
		if _, r, err := readStream(stream, Options{}); err != nil || r.Rows < 3 {
			t.Fatalf("%+v, %v", r, err)
		}
		for n := range stream {
			var bad *Error
			if _, _, err := readStream(stream[:n], Options{}); !errors.As(err, &bad) || n > 0 && bad.File != "standard input" {
				t.Errorf("%d bytes of %d: %v", n, len(stream), err)
			}
		}
		if err := errorOf(readStream(stream[:len(stream)-8], Options{})); !strings.Contains(fmt.Sprint(err), "cut short before its end mark, after ") {
			t.Errorf("without its end mark: %v", err)
		}
		if err := errorOf(readStream(append(slices.Clone(stream), 0), Options{})); err == nil || !strings.Contains(err.Error(), "end mark") {
			t.Error(err)
		}
	}
}

// errorOf returns the error of Read.
func errorOf(_ *points.Store, _ Report, err error) error { return err }

// TestArrowListsLie: offsets of lists beyond the numbers, more rows than values, and an index beyond its dictionary are errors.
func TestArrowListsLie(t *testing.T) {
	const n = 1003 // a number that the file has nowhere else
	values := strings.Repeat("[1, 2], ", n-1) + "[3, 4]"
	for _, typ := range []arrow.DataType{arrow.ListOf(arrow.PrimitiveTypes.Float64), arrow.LargeListOf(arrow.PrimitiveTypes.Float32), arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Float64)} {
		stream := arrowStream(t, arrowBatch(t, arrowCells{"v", typ, "[" + values + "]"}))
		if _, r, err := readStream(stream, Options{}); err != nil || r.Rows != n {
			t.Fatalf("%v: %+v, %v", typ, r, err)
		}
		lies := 0
		for at := 0; at+8 <= len(stream); at += 4 {
			says := binary.LittleEndian.Uint64(stream[at:])
			if says != n && says != 2*n {
				continue
			}
			for _, lie := range []uint64{1 << 31, 1 << 62, n + 1} {
				lied := slices.Clone(stream)
				binary.LittleEndian.PutUint64(lied[at:], lie)
				if _, r, err := readStream(lied, Options{}); (err == nil || !strings.Contains(err.Error(), "corrupt")) && lie > says {
					t.Errorf("%v: %d for %d at %d: %+v, %v", typ, lie, says, at, r, err)
				}
			}
			lies++
		}
		for _, rows := range []uint64{n + 1, 1 << 31} {
			all := slices.Clone(stream)
			for at := 0; at+8 <= len(all); at += 4 {
				if binary.LittleEndian.Uint64(all[at:]) == n {
					binary.LittleEndian.PutUint64(all[at:], rows)
				}
			}
			if err := errorOf(readStream(all, Options{})); lies < 3 || err == nil || !strings.Contains(err.Error(), `corrupt column "v" of batch 1: `) {
				t.Errorf("%v: %d rows: %v, after %d lies", typ, rows, err, lies)
			}
		}
	}
	ends := arrowStream(t, arrowBatch(t, arrowCells{"v", arrow.ListOf(arrow.PrimitiveTypes.Float64), `[[1, 2], [3, 4], [5, 6]]`}))
	at := strings.Index(string(ends), "\x00\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00\x06\x00\x00\x00")
	for k, lie := range []int32{-2, 1, 100, 100, math.MaxInt32, math.MaxInt32} {
		lied := slices.Clone(ends)
		binary.LittleEndian.PutUint32(lied[at+4+8*(k%2):], uint32(lie)) // the end of the first list, or of the last
		if err := errorOf(readStream(lied, Options{})); err == nil {
			t.Errorf("a list that ends at %d is read", lie)
		}
	}
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	ids := arrays.NewDictionaryArray(typ, arrowArray(t, arrow.PrimitiveTypes.Int8, `[0, 9]`), arrowArray(t, arrow.BinaryTypes.String, `["a", "b"]`))
	x := arrowArray(t, arrow.PrimitiveTypes.Float64, `[1, 2]`)
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: typ}, {Name: "x", Type: x.DataType()}}, nil)
	if err := errorOf(readStream(arrowStream(t, arrays.NewRecordBatch(schema, []arrow.Array{ids, x}, 2)), Options{})); err == nil || !strings.Contains(err.Error(), "row 2: column id") || !strings.Contains(err.Error(), "number 9 of a dictionary of 2") {
		t.Error(err)
	}
}

// TestArrowRefused: where the caller refuses memory for the points, all rows are counted, and the error is the refusal for all of them.
func TestArrowRefused(t *testing.T) {
	const n, batches = 100, 5
	numbers := "[" + strings.Repeat("1, ", n-1) + "2]"
	lists := "[" + strings.Repeat("[1, 2], ", n-1) + "[3, 4]]"
	for _, cells := range []arrowCells{{"x", arrow.PrimitiveTypes.Float64, numbers}, {"v", arrow.FixedSizeListOf(2, arrow.PrimitiveTypes.Float32), lists}} {
		stream := arrowStream(t, slices.Repeat([]arrow.RecordBatch{arrowBatch(t, cells)}, batches)...)
		var last Growth
		o := Options{Afford: func(g Growth) error {
			if last = g; g.Points > 2*n {
				return fmt.Errorf("no memory for %d points", g.Points)
			}
			return nil
		}}
		if err := errorOf(readStream(stream, o)); err == nil || last.Points != n*batches || !strings.Contains(err.Error(), "no memory for 500 points") {
			t.Errorf("%v: %v, asked last of %d points", cells.typ, err, last.Points)
		}
	}
}
