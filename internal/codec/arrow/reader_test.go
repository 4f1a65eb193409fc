package arrow

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// TestCutBetween: the error of a stream that is cut between two messages has the number of rows before.
func TestCutBetween(t *testing.T) {
	batch := batchOf(t, append(numbers(), made{"id", arrow.BinaryTypes.String, `["a", "b", "c"]`})...)
	const mark = 8
	one, two := streamOf(t, []arrow.RecordBatch{batch}), streamOf(t, []arrow.RecordBatch{batch, batch})
	for end, rows := range map[int]string{len(one) - mark: "after 3 rows", len(two) - mark: "after 6 rows"} {
		_, err := readBytes(two[:end])
		if err == nil || !strings.HasSuffix(err.Error(), "cut short before its end mark, "+rows) {
			t.Errorf("%s: %v", rows, err)
		}
	}
}

// TestCut: a stream that is cut at any byte is an error, and so is one with bytes behind its end mark.
func TestCut(t *testing.T) {
	batch := batchOf(t, append(numbers(), made{"id", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, `["a", "b", "c"]`})...)
	stream := streamOf(t, []arrow.RecordBatch{batch, batch})
	if p, err := readBytes(stream); err != nil || len(p.rows) != 6 {
		t.Fatalf("whole: %v", err)
	}
	rows := 0
	for n := range len(stream) {
		_, err := readBytes(stream[:n])
		if err == nil {
			t.Fatalf("%d of %d bytes are taken for all", n, len(stream))
		}
		if strings.Contains(err.Error(), "after 3 rows") {
			rows++
		}
	}
	if rows == 0 {
		t.Error("no error says how many rows there were")
	}
	if _, err := readBytes(append(slices.Clone(stream), 0)); err == nil || !strings.Contains(err.Error(), "end mark") {
		t.Error(err)
	}
	old := append(slices.Clone(stream[:len(stream)-8]), 0, 0, 0, 0)
	if p, err := readBytes(old); err != nil || len(p.rows) != 6 {
		t.Errorf("the older end mark: %v", err)
	}
}

// lieOf replaces the n-th occurrence of a number of 8 bytes in a stream by another number.
func lieOf(t *testing.T, stream []byte, says, lies uint64, n int) []byte {
	t.Helper()
	out := slices.Clone(stream)
	for at := 0; at+8 <= len(out); at += 4 {
		if binary.LittleEndian.Uint64(out[at:]) != says {
			continue
		}
		if n == 0 {
			binary.LittleEndian.PutUint64(out[at:], lies)
			return out
		}
		n--
	}
	t.Fatalf("the stream does not say %d", says)
	return nil
}

// TestLies: a batch of more rows than it has values, and a dictionary without the number of a row, are errors.
func TestLies(t *testing.T) {
	var t31, x31 strings.Builder
	const n = 1003 // a number that occurs nowhere else
	for i := range n {
		sep := ","
		if i == 0 {
			sep = "["
		}
		fmt.Fprintf(&t31, "%s%d", sep, i+5000)
		fmt.Fprintf(&x31, "%s%d", sep, 1)
	}
	f := arrow.PrimitiveTypes.Float64
	batch := batchOf(t, made{"id", arrow.PrimitiveTypes.Int32, x31.String() + "]"}, made{"t", f, t31.String() + "]"}, made{"x", f, t31.String() + "]"}, made{"y", f, t31.String() + "]"})
	stream := streamOf(t, []arrow.RecordBatch{batch})
	for k := range 5 { // the batch, and each column
		if _, err := readBytes(lieOf(t, stream, n, 1<<31, k)); err == nil || !strings.Contains(err.Error(), "corrupt") {
			t.Errorf("lie %d: %v", k, err)
		}
	}
	all := stream
	for range 5 {
		all = lieOf(t, all, n, 1<<31, 0)
	}
	if _, err := readBytes(all); err == nil || !strings.Contains(err.Error(), "corrupt") {
		t.Errorf("2^31 rows: %v", err)
	}
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	ids := array.NewDictionaryArray(typ, arrayOf(t, made{"", arrow.PrimitiveTypes.Int8, `[0, 9, 0]`}), arrayOf(t, made{"", arrow.BinaryTypes.String, `["a", "b"]`}))
	rest := batchOf(t, numbers()...)
	schema := arrow.NewSchema(append(rest.Schema().Fields(), arrow.Field{Name: "id", Type: typ}), nil)
	stream = streamOf(t, []arrow.RecordBatch{array.NewRecordBatch(schema, append(rest.Columns(), ids), 3)})
	if p, err := readBytes(stream); err != nil || p.column("id")[1] != "corrupt: number 9 of a dictionary of 2" || p.column("id")[2] != "a" {
		t.Errorf("a number that is in no dictionary: %v", err)
	}
}
