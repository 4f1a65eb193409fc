package arrow

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// tellsLie reports whether a lie in the place of some byte of a stream that says a number, 0 for any, has an error that is wanted.
func tellsLie(stream []byte, says, lies byte, want string) bool {
	for at, b := range stream {
		if says != 0 && b != says {
			continue
		}
		lied := slices.Clone(stream)
		lied[at] = lies
		if _, err := readBytes(lied); err != nil && strings.HasSuffix(err.Error(), want) {
			return true
		}
	}
	return false
}

// TestLiesOfSchemas: a schema that says what there is not is refused with the column, in flyby's words, before the library reads it.
func TestLiesOfSchemas(t *testing.T) {
	of := map[string]made{}
	for _, m := range everyLayout() {
		of[m.name] = m
	}
	for _, c := range []struct {
		m          made
		says, lies byte
		want       string
	}{
		{of["dictionary"], 8, 9, "9 where a type of kind 2 has one of [8 16 32 64]"},
		{of["text"], 5, 27, "a type of kind 27, which there is not"},
		{of["text"], 5, 0, "a type of kind 0, which there is not"},
		{of["lists of one size"], 2, 0, "lists of 0 values"},
		{made{"wide decimals", &arrow.Decimal256Type{Precision: 5, Scale: 1}, `["1", null, "2"]`}, 1, 2, "512 where a type of kind 7 has one of [32 64 128 256]"},
		{made{"stamps", &arrow.TimestampType{Unit: arrow.Nanosecond, TimeZone: "UTC"}, `[1, 2, 3]`}, 3, 4, "4 where a type of kind 10 has one of [0 1 2 3]"},
		{made{"durations", arrow.FixedWidthTypes.Duration_ns, `[1, 2, 3]`}, 3, 4, "4 where a type of kind 18 has one of [0 1 2 3]"},
		{made{"clocks", arrow.FixedWidthTypes.Time64ns, `["00:00:01", null, null]`}, 3, 1, "a time of day of 64 bits in another unit"},
		{made{"singles", arrow.PrimitiveTypes.Float32, `[1, 2, 3]`}, 1, 3, "3 where a type of kind 3 has one of [0 1 2]"},
		{of["dense union"], 1, 2, "2 where a type of kind 14 has one of [0 1]"},
		{of["sparse union"], 5, 0, "a union whose code 2 is 0"},
		{of["sparse union"], 2, 1, "a union of 2 parts and 1 codes"},
		{of["lists"], 1, 0, "0 parts of a type of kind 12, which has 1"},
		{of["runs"], 2, 1, "1 parts of a type of kind 22, which has 2"},
		{of["runs"], 32, 8, "runs whose ends are no integers of 16, 32 or 64 bits"},
		{of["maps"], 2, 1, "a map whose entries are no pairs of a key and a value"},
	} {
		want := fmt.Sprintf("corrupt metadata of column %q: %s", c.m.name, c.want)
		if !tellsLie(besides(t, c.m), c.says, c.lies, want) {
			t.Errorf("no lie is %s", want)
		}
	}
}

// dictionaries returns a batch whose columns id and note have dictionaries of some words.
func dictionaries(t *testing.T, words string) arrow.RecordBatch {
	t.Helper()
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	rest := batchOf(t, numbers()...)
	fields, columns := rest.Schema().Fields(), rest.Columns()
	for _, name := range []string{"id", "note"} {
		of := array.NewDictionaryArray(typ, arrayOf(t, made{"", typ.IndexType, `[0, 0, 0]`}), arrayOf(t, made{"", typ.ValueType, words}))
		fields, columns = append(fields, arrow.Field{Name: name, Type: typ}), append(columns, of)
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), columns, 3)
}

// TestNumbersOfDictionaries: a dictionary that leaves out the type of its numbers, at which the library stops, is refused with its column.
func TestNumbersOfDictionaries(t *testing.T) {
	stream := streamOf(t, []arrow.RecordBatch{dictionaries(t, `["a"]`)})
	if want := `corrupt metadata of column "note": a dictionary that does not say the type of its numbers`; !tellsLie(stream, 0, 0, want) {
		t.Errorf("no lie is %s", want)
	}
}

// messagesOf splits a stream before its end mark.
func messagesOf(t *testing.T, stream []byte) (all [][]byte) {
	t.Helper()
	const mark, before = 8, 8
	for stream = stream[:len(stream)-mark]; len(stream) > 0; {
		size := before + int(binary.LittleEndian.Uint32(stream[4:]))
		h, cause := readHeader(slices.Clone(stream[before:size]), inMetadata)
		if cause != "" {
			t.Fatal(cause)
		}
		size += int(h.body)
		all, stream = append(all, stream[:size]), stream[size:]
	}
	return all
}

// TestOrderOfMessages: dictionaries come before the batches and the words that need them, and one schema comes before all.
func TestOrderOfMessages(t *testing.T) {
	whole := streamOf(t, []arrow.RecordBatch{dictionaries(t, `["a"]`), dictionaries(t, `["a", "b"]`)}, ipc.WithDictionaryDeltas(true))
	const schema, first, second, one, more, moreNotes, two = 0, 1, 2, 3, 4, 5, 6
	for _, c := range []struct {
		order []int
		want  string
	}{
		{[]int{schema, one}, `corrupt column "id" of batch 1: its dictionary has not come`},
		{[]int{schema, first, one}, `corrupt column "note" of batch 1: its dictionary has not come`},
		{[]int{schema, first, first, one}, `corrupt column "note" of batch 1: its dictionary has not come`},
		{[]int{schema, more}, `corrupt dictionary of column "id" before batch 1: words are added to it, and it has not come`},
		{[]int{schema, first, moreNotes}, `corrupt dictionary of column "note" before batch 1: words are added to it, and it has not come`},
		{[]int{schema, first}, `corrupt: it ends before the dictionary of column "note"`},
		{[]int{schema, schema}, "corrupt: a schema behind its schema"},
		{[]int{schema, first, second, one, schema}, "corrupt: a schema behind its schema, after 3 rows"},
		{[]int{schema}, "<nil>"},
		{[]int{schema, first, second}, "<nil>"},
	} {
		var stream []byte
		all := messagesOf(t, whole)
		if len(all) != two+1 {
			t.Fatalf("%d messages", len(all))
		}
		for _, i := range c.order {
			stream = append(stream, all[i]...)
		}
		stream = append(stream, whole[len(whole)-8:]...)
		if _, err := readBytes(stream); !strings.HasSuffix(fmt.Sprint(err), c.want) {
			t.Errorf("%v: %v, want %s", c.order, err, c.want)
		}
	}
}
