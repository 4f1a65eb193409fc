package arrow

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// longWord is longer than the texts that stand in the heads of views.
const longWord = "a name that is longer than twelve bytes"

// everyLayout returns columns of three rows with every layout of values, beside id, t, x and y.
func everyLayout() []made {
	i8, text := arrow.PrimitiveTypes.Int8, arrow.BinaryTypes.String
	pair := []arrow.Field{{Name: "p", Type: i8, Nullable: true}, {Name: "q", Type: text, Nullable: true}}
	codes := []arrow.UnionTypeCode{0, 5}
	texts := `["a", null, "` + longWord + `"]`
	return []made{
		{"text", text, texts},
		{"large text", arrow.BinaryTypes.LargeString, texts},
		{"text views", arrow.BinaryTypes.StringView, texts},
		{"bytes", arrow.BinaryTypes.Binary, `["YWJj", null, ""]`},
		{"large bytes", arrow.BinaryTypes.LargeBinary, `["YWJj", null, ""]`},
		{"views of bytes", arrow.BinaryTypes.BinaryView, `["YWJj", null, "YWJjYWJjYWJjYWJjYWJjYWJj"]`},
		{"bytes of one size", &arrow.FixedSizeBinaryType{ByteWidth: 3}, `["YWJj", null, "YWJj"]`},
		{"flags", arrow.FixedWidthTypes.Boolean, `[true, null, false]`},
		{"decimals", &arrow.Decimal128Type{Precision: 5, Scale: 1}, `["1", null, "2"]`},
		{"nothing", arrow.Null, `[null, null, null]`},
		{"dictionary", &arrow.DictionaryType{IndexType: i8, ValueType: text}, texts},
		{"lists", arrow.ListOf(text), `[["a"], null, []]`},
		{"large lists", arrow.LargeListOf(i8), `[[1], null, [2, 3]]`},
		{"lists of one size", arrow.FixedSizeListOf(2, i8), `[[1, 2], null, [3, 4]]`},
		{"views of lists", arrow.ListViewOf(i8), `[[1], null, [2, 3]]`},
		{"maps", arrow.MapOf(text, i8), `[[{"key": "a", "value": 1}], null, []]`},
		{"structs", arrow.StructOf(pair...), `[{"p": 1, "q": "a"}, null, {"p": null, "q": "b"}]`},
		{"dense union", arrow.DenseUnionOf(pair, codes), `[[0, 1], [5, "a"], [0, 2]]`},
		{"sparse union", arrow.SparseUnionOf(pair, codes), `[[0, 1], [5, "a"], [0, 2]]`},
		{"runs", arrow.RunEndEncodedOf(arrow.PrimitiveTypes.Int32, text), `["a", "a", "b"]`},
	}
}

// besides returns a stream of a column beside id, t, x and y.
func besides(t testing.TB, m made, options ...ipc.Option) []byte {
	t.Helper()
	id := made{"id", arrow.PrimitiveTypes.Int8, `[1, 1, 2]`}
	return streamOf(t, []arrow.RecordBatch{batchOf(t, append(numbers(), id, m)...)}, options...)
}

// TestLayouts: columns of every layout stand beside those that are read.
func TestLayouts(t *testing.T) {
	for _, m := range everyLayout() {
		for _, options := range [][]ipc.Option{nil, {ipc.WithLZ4()}} {
			if p, err := readBytes(besides(t, m, options...)); err != nil || len(p.rows) != 3 {
				t.Errorf("%s: %v", m.name, err)
			}
		}
	}
}

// goWords are the words of errors of Go's own, and of arrow-go's about values that lie.
var goWords = regexp.MustCompile(`runtime error|unsafe\.|out of range|offsets out of bounds|nil pointer|interface conversion|goroutine`)

// TestLiesAreTold: any four bytes of a stream may lie, of every layout, and no error has the words of Go.
func TestLiesAreTold(t *testing.T) {
	told := 0
	for _, m := range everyLayout() {
		stream := besides(t, m)
		for at := 0; at+4 <= len(stream); at += 4 {
			says := binary.LittleEndian.Uint32(stream[at:])
			for _, lies := range []uint32{0, says + 1, says ^ 0xFF<<8, 1<<31 - 1, 1<<32 - 1} {
				lied := slices.Clone(stream)
				binary.LittleEndian.PutUint32(lied[at:], lies)
				_, err := readBytes(lied)
				if err != nil && goWords.MatchString(err.Error()) {
					t.Errorf("%s, %d for %d at %d: %v", m.name, lies, says, at, err)
				}
				if err != nil && strings.Contains(err.Error(), fmt.Sprintf("corrupt column %q of batch 1: ", m.name)) {
					told++
				}
			}
		}
	}
	if told < 100 {
		t.Errorf("%d errors name their column and batch", told)
	}
}

// TestLieOfLengths is the shape of a file that ended with an error of Go: the length of a text is beyond its bytes.
func TestLieOfLengths(t *testing.T) {
	for _, c := range []struct {
		m          made
		says, lies uint32
		want       string
	}{
		{made{"id", arrow.BinaryTypes.String, `["aa", "bb", "cc"]`}, 6, 1 << 20, `corrupt column "id" of batch 1: its values end at 1048576 of 6`},
		{made{"id", arrow.BinaryTypes.String, `["aa", "bb", "cc"]`}, 4, 1 << 20, `corrupt column "id" of batch 1: value 3 ends at 6, and begins at 1048576`},
		{made{"id", arrow.BinaryTypes.StringView, `["` + longWord + `", "bb", "cc"]`}, uint32(len(longWord)), 1 << 20, `corrupt column "id" of batch 1: value 1 is 1048576 long at 0 of 39`},
		{made{"id", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, `["aaaaa", "bbbbb", "ccccc"]`}, 15, 1 << 20, `corrupt dictionary of column "id" before batch 1: its values end at 1048576 of 15`},
	} {
		stream := streamOf(t, []arrow.RecordBatch{batchOf(t, append(numbers(), c.m)...)})
		tried := false
		for at := 0; at+4 <= len(stream); at += 4 {
			if binary.LittleEndian.Uint32(stream[at:]) != c.says {
				continue
			}
			lied := slices.Clone(stream)
			binary.LittleEndian.PutUint32(lied[at:], c.lies)
			if _, err := readBytes(lied); err != nil && strings.Contains(err.Error(), c.want) {
				tried = true
			}
		}
		if !tried {
			t.Errorf("%v: no lie is %q", c.m.typ, c.want)
		}
	}
}

// TestMisfits: numbers of nodes, of buffers and of buffers of text that lie are told with the column and the batch that have them.
func TestMisfits(t *testing.T) {
	text, view := made{"id", arrow.BinaryTypes.String, `["aa", "bb", "cc"]`}, made{"id", arrow.BinaryTypes.StringView, `["` + longWord + `", "bb", "cc"]`}
	dictionary := made{"id", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: text.typ}, `["aaaaa", "bbbbb", "ccccc"]`}
	for _, c := range []struct {
		m          made
		says, lies byte
		want       string
	}{
		{text, 24, 255, `corrupt column "x" of batch 1: a buffer of 255 bytes at 24 of 96`},
		{text, 6, 255, `corrupt column "id" of batch 1: a buffer of 255 bytes at 88 of 96`},
		{text, 0, 128, `corrupt column "y" of batch 1: 3 values of which 128 are null`},
		{text, 3, 255, `corrupt column "t" of batch 1: 3 values in a batch of 255 rows`},
		{text, 0, 255, `corrupt batch 1: -72057594037927933 rows`},
		{view, 1, 255, `corrupt column "id" of batch 1: 255 buffers of text, of 9 in all`},
		{dictionary, 15, 255, `corrupt dictionary of column "id" before batch 1: a buffer of 255 bytes at 16 of 32`},
		{dictionary, 0, 128, `corrupt dictionary of column "id" before batch 1: 3 values of which 128 are null`},
		{text, 3, 255, `corrupt metadata at batch 1: a message of kind 255`},
	} {
		if stream := streamOf(t, []arrow.RecordBatch{batchOf(t, append(numbers(), c.m)...)}); !tellsLie(stream, c.says, c.lies, c.want) {
			t.Errorf("no lie is %s", c.want)
		}
	}
}

// TestShortPart: every part of a union without places has as many values as the union, also a part whose last values are not used.
func TestShortPart(t *testing.T) {
	for _, m := range everyLayout() {
		if m.name != "sparse union" {
			continue
		}
		stream := besides(t, m)
		if want := `corrupt column "sparse union" of batch 1: 2 values of a part of 3`; !tellsLie(stream, 3, 2, want) {
			t.Errorf("no lie is %s", want)
		}
	}
}

// TestNegativeLength: a packed buffer whose length is less than 0, and not -1, is refused as such.
func TestNegativeLength(t *testing.T) {
	name := strings.Repeat("a", 1000)
	stream := streamOf(t, []arrow.RecordBatch{batchOf(t, append(numbers(), made{"id", arrow.BinaryTypes.String, `["` + name + `", "` + name + `", "` + name + `"]`})...)}, ipc.WithZstd())
	for _, lie := range []int64{-2, -1 << 62} {
		_, err := readBytes(lieOf(t, stream, uint64(3*len(name)), uint64(lie), 0))
		if want := fmt.Sprintf("corrupt: a packed buffer of %d bytes", lie); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestNullWord: a null among the words of a dictionary is no value in any row that has it, and whatever bytes stand in its place.
func TestNullWord(t *testing.T) {
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	words := array.NewData(typ.ValueType, 2, []*memory.Buffer{memory.NewBufferBytes([]byte{0b01}), memory.NewBufferBytes(arrow.Int32Traits.CastToBytes([]int32{0, 1, 2})), memory.NewBufferBytes([]byte("ab"))}, nil, 1, 0)
	ids := array.NewDictionaryArray(typ, arrayOf(t, made{"", arrow.PrimitiveTypes.Int8, `[0, 1, 0]`}), array.NewStringData(words))
	rest := batchOf(t, numbers()...)
	schema := arrow.NewSchema(append(rest.Schema().Fields(), arrow.Field{Name: "id", Type: typ, Nullable: true}), nil)
	batch := array.NewRecordBatch(schema, append(rest.Columns(), ids), 3)
	stream := streamOf(t, []arrow.RecordBatch{batch})
	if p, err := readBytes(stream); err != nil || !slices.Equal(p.column("id"), []string{"a", "null", "a"}) {
		t.Errorf("a null word: %v", err)
	}
}

// TestLiesOfFiles: a file is held to the same rules as a stream.
func TestLiesOfFiles(t *testing.T) {
	id := made{"id", arrow.BinaryTypes.StringView, `["a", "a", "` + longWord + `"]`}
	whole, err := os.ReadFile(fileOf(t, "whole.arrow", []arrow.RecordBatch{batchOf(t, append(numbers(), id)...)}))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "lies.arrow")
	for at := 0; at+4 <= len(whole); at += 4 {
		lied := slices.Clone(whole)
		binary.LittleEndian.PutUint32(lied[at:], 1<<31-1)
		if err := os.WriteFile(path, lied, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readPath(path); err != nil && goWords.MatchString(err.Error()) {
			t.Errorf("at %d: %v", at, err)
		}
	}
}
