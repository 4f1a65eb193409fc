package arrow

import (
	"fmt"
	"math"
	"slices"

	"flyby/internal/infile"
)

// The kinds of types in metadata, as far as their tables hold numbers or their columns have parts.
const (
	integerKind       = 2
	floatKind         = 3
	decimalKind       = 7
	dateKind          = 8
	clockKind         = 9
	timestampKind     = 10
	intervalKind      = 11
	listKind          = 12
	structKind        = 13
	unionKind         = 14
	bytesOfOneKind    = 15
	listOfOneKind     = 16
	mapKind           = 17
	durationKind      = 18
	largeListKind     = 21
	runsKind          = 22
	listViewKind      = 25
	largeListViewKind = 26 // the last
)

// The fields of a column's table.
const (
	columnName     = 0
	columnNullable = 1
	columnKind     = 2
	columnType     = 3
	columnWords    = 4
	columnParts    = 5
	columnNotes    = 6
)

// column walks a column of a schema, which the error names.
func (h *header) column(f table) {
	f.where = inMetadata
	f.where = fmt.Sprintf("%s of column %q", inMetadata, infile.Shorten(string(f.readText(columnName))))
	h.field(f, 0)
}

// field walks a column and its nested columns, and notes the dictionaries among them.
func (h *header) field(f table, depth int) {
	const deepest = 32
	if depth > deepest {
		panic(lie(fmt.Sprintf("columns that are %d deep", depth)))
	}
	f.readText(columnName)
	kind := f.octet(columnKind)
	of, ok := f.child(columnType)
	switch {
	case kind == 0 || kind > largeListViewKind:
		panic(lie(fmt.Sprintf("a type of kind %d, which there is not", kind)))
	case !ok:
		panic(lie("a type of nothing"))
	}
	of.dataType(kind)
	f.words(h)
	var parts []table
	f.each(columnParts, func(c table) {
		parts = append(parts, c)
		h.field(c, depth+1)
	})
	of.checkParts(kind, parts)
	f.each(columnNotes, keyValue)
}

// words notes the dictionary of a column. The type of its numbers may be left out, for 32 bits: no writer is known to do so, and the library
// stops at it.
func (t *table) words(h *header) {
	dictionary, ok := t.child(columnWords)
	if !ok {
		return
	}
	index, ok := dictionary.child(1)
	if !ok {
		panic(lie("a dictionary that does not say the type of its numbers"))
	}
	index.dataType(integerKind)
	h.ids = append(h.ids, dictionary.integer(0))
}

// A typeNumber is a number of a type's table: its slot, its bytes, its value where it is absent, and the values that it may have; none: any.
type typeNumber struct {
	slot, bytes int
	absent      int64
	of          []int64
}

// typeNumbers returns the numbers of a kind of types.
func typeNumbers(kind byte) []typeNumber {
	widths, units := []int64{8, 16, 32, 64}, []int64{0, 1, 2, 3}
	switch kind {
	case integerKind:
		return []typeNumber{{0, 4, 0, widths}}
	case floatKind:
		return []typeNumber{{0, 2, 0, units[:3]}}
	case decimalKind:
		return []typeNumber{{0, 4, 0, nil}, {1, 4, 0, nil}, {2, 4, 128, []int64{32, 64, 128, 256}}}
	case dateKind:
		return []typeNumber{{0, 2, 1, units[:2]}}
	case clockKind:
		return []typeNumber{{0, 2, 1, units}, {1, 4, 32, widths[2:]}}
	case timestampKind:
		return []typeNumber{{0, 2, 0, units}}
	case intervalKind:
		return []typeNumber{{0, 2, 0, units[:3]}}
	case unionKind:
		return []typeNumber{{0, 2, 0, units[:2]}}
	case bytesOfOneKind, listOfOneKind:
		return []typeNumber{{0, 4, 0, nil}}
	case durationKind:
		return []typeNumber{{0, 2, 1, units}}
	}
	return nil
}

// dataType walks the table of a type of a kind: its numbers, and the zone of a timestamp. The library stops at types that there are not.
func (t *table) dataType(kind byte) {
	for _, n := range typeNumbers(kind) {
		v := t.signed(n)
		if n.of != nil && !slices.Contains(n.of, v) {
			panic(lie(fmt.Sprintf("%d where a type of kind %d has one of %d", v, kind, n.of)))
		}
		switch {
		case kind == listOfOneKind && v <= 0:
			panic(lie(fmt.Sprintf("lists of %d values", v)))
		case kind == clockKind && n.bytes == 4 && (t.signed(typeNumber{0, 2, 1, nil}) > 1) != (v == 64):
			panic(lie(fmt.Sprintf("a time of day of %d bits in another unit", v)))
		}
	}
	if kind == timestampKind {
		t.readText(1)
	}
}

// signed returns a number of a type.
func (t *table) signed(n typeNumber) int64 {
	t.number(n.slot, n.bytes)
	at := t.field(n.slot)
	switch {
	case at == 0:
		return n.absent
	case n.bytes == 2:
		return int64(int16(t.u16(at)))
	}
	return int64(int32(t.u32(at)))
}

// checkParts checks the nested columns of a column, whose type of a kind is t.
func (t *table) checkParts(kind byte, parts []table) {
	want := len(parts)
	switch kind {
	case listKind, largeListKind, listViewKind, largeListViewKind, listOfOneKind, mapKind:
		want = 1
	case runsKind:
		want = 2
	case unionKind:
		t.checkCodes(len(parts))
	}
	switch {
	case len(parts) != want:
		panic(lie(fmt.Sprintf("%d parts of a type of kind %d, which has %d", len(parts), kind, want)))
	case kind == mapKind && !parts[0].isPair():
		panic(lie("a map whose entries are no pairs of a key and a value"))
	case kind == runsKind && !parts[0].isEnd():
		panic(lie("runs whose ends are no integers of 16, 32 or 64 bits"))
	}
}

// checkCodes checks the codes of a union of some parts: each part has its own, and if there are none they are the numbers of the parts.
func (t *table) checkCodes(parts int) {
	at, n := t.vector(1, 4)
	if n == 0 && parts <= math.MaxInt8+1 {
		return
	}
	if n != parts {
		panic(lie(fmt.Sprintf("a union of %d parts and %d codes", parts, n)))
	}
	var has [math.MaxInt8 + 1]bool
	for i := range n {
		code := int32(t.u32(at + 4*i))
		if code < 0 || code > math.MaxInt8 || has[code] {
			panic(lie(fmt.Sprintf("a union whose code %d is %d", i+1, code)))
		}
		has[code] = true
	}
}

// isPair reports whether a column is the entries of a map: a key, which is never null, and a value.
func (t *table) isPair() bool {
	at, n := t.vector(columnParts, 4)
	if t.octet(columnKind) != structKind || t.field(columnWords) != 0 || t.octet(columnNullable) != 0 || n != 2 {
		return false
	}
	key := t.tableAt(at + t.u32(at))
	return key.octet(columnNullable) == 0
}

// isEnd reports whether a column can be the ends of runs.
func (t *table) isEnd() bool {
	of, _ := t.child(columnType)
	return t.octet(columnKind) == integerKind && t.field(columnWords) == 0 && of.octet(1) != 0 && of.signed(typeNumber{0, 4, 0, nil}) > 8
}
