package arrow

import (
	"encoding/binary"
	"fmt"
)

// The kinds of messages in metadata.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

// header has the facts of a message that walking its metadata finds.
type header struct {
	kind      byte
	bigEndian bool // of a schema
	body      int64
	rows      int64
	buffers   int       // place of the list of buffers in the metadata,
	count     int       // and their number
	packing   int       // codec, less than 0 for none
	packed    int       // place of the codec's slot in the vtable
	counts    int       // of a batch: number of columns for which it has the number of buffers of text,
	texts     textViews // of a schema: numbers of such columns
	id        int64     // of a dictionary
}

// textViews counts the columns with views of text, for which the library reads the number of buffers from a batch: in batches, and in each
// dictionary.
type textViews struct {
	batch      int
	dictionary map[int64]int
}

// A flatbuffer is the metadata of a message, which are walked before the library uses them: every table, vector and text must lie within,
// and no part is visited more often than its number of bytes justifies. See docs/decisions/0109-arrow-streams.md.
type flatbuffer struct {
	b      []byte
	body   int64 // bytes of the body, less than 0: the number in the metadata
	tables int   // visited so far
	text   int   // bytes of texts so far
}

// lie is a fault of metadata.
type lie string

// readHeader walks metadata. cause says what is wrong with them.
func readHeader(metadata []byte) (h header, cause string) {
	defer recoverLie(&cause)
	w := flatbuffer{b: metadata, body: -1}
	return w.message(), ""
}

// checkUnpacked walks metadata again after their buffers were unpacked to a body of some bytes: unpacking wrote offsets and lengths into
// the metadata, which crafted metadata may use as another number, too.
func checkUnpacked(metadata []byte, body int) (cause string) {
	defer recoverLie(&cause)
	w := flatbuffer{b: metadata, body: int64(body)}
	w.message()
	return ""
}

// recoverLie turns a panic with a lie into a cause.
func recoverLie(cause *string) {
	switch r := recover().(type) {
	case nil:
	case lie:
		*cause = "corrupt metadata: " + string(r)
	default:
		panic(r)
	}
}

func (w *flatbuffer) within(at, bytes int) {
	if at < 0 || bytes > len(w.b)-at {
		panic(lie(fmt.Sprintf("%d bytes at %d of %d", bytes, at, len(w.b))))
	}
}

func (w *flatbuffer) u16(at int) int {
	w.within(at, 2)
	return int(binary.LittleEndian.Uint16(w.b[at:]))
}

func (w *flatbuffer) u32(at int) int {
	w.within(at, 4)
	return int(binary.LittleEndian.Uint32(w.b[at:]))
}

func (w *flatbuffer) i64(at int) int64 {
	w.within(at, 8)
	return int64(binary.LittleEndian.Uint64(w.b[at:]))
}

// A table is a table of a flatbuffer: fields, each of which may be absent.
type table struct {
	*flatbuffer
	at, size       int
	vtable, vslots int
}

// tableAt returns the table at a place.
func (w *flatbuffer) tableAt(at int) table {
	const least = 4 // bytes of a table
	if w.tables++; w.tables > len(w.b)/least {
		panic(lie("tables that stand in each other"))
	}
	vtable := at - int(int32(w.u32(at)))
	t := table{flatbuffer: w, at: at, vtable: vtable, vslots: (w.u16(vtable) - 3) / 2, size: w.u16(vtable + 2)} // of an odd size, half a slot is one to the library
	if w.within(vtable, 4+2*max(0, t.vslots)); t.size < least {
		panic(lie("a table of no bytes"))
	}
	w.within(at, t.size)
	return t
}

// field returns the place of a field, 0 where it is absent.
func (t *table) field(slot int) int {
	if slot >= t.vslots {
		return 0
	}
	off := t.u16(t.vtable + 4 + 2*slot)
	switch {
	case off == 0:
		return 0
	case off >= t.size:
		panic(lie("a field behind its table"))
	}
	return t.at + off
}

// child returns the table to which a field refers.
func (t *table) child(slot int) (c table, ok bool) {
	at := t.field(slot)
	if at == 0 {
		return c, false
	}
	return t.tableAt(at + t.u32(at)), true
}

// vector returns the place of a field's elements, of each bytes, and their number.
func (t *table) vector(slot, each int) (at, n int) {
	field := t.field(slot)
	if field == 0 {
		return 0, 0
	}
	at = field + t.u32(field)
	n = t.u32(at)
	t.within(at+4, n*each)
	return at + 4, n
}

// skipText checks a text.
func (t *table) skipText(slot int) {
	const often, few = 16, 1 << 16 // a text may be shared
	_, n := t.vector(slot, 1)
	if t.text += n; t.text > often*len(t.b)+few {
		panic(lie("texts that stand in each other"))
	}
}

// integer returns a field of 8 bytes, 0 where it is absent.
func (t *table) integer(slot int) int64 {
	if at := t.field(slot); at > 0 {
		return t.i64(at)
	}
	return 0
}

// octet returns a field of one byte.
func (t *table) octet(slot int) byte {
	at := t.field(slot)
	if at == 0 {
		return 0
	}
	t.within(at, 1)
	return t.b[at]
}

// each calls f for the tables of a vector.
func (t *table) each(slot int, f func(table)) {
	at, n := t.vector(slot, 4)
	for i := range n {
		place := at + 4*i
		f(t.tableAt(place + t.u32(place)))
	}
}

// message walks the table of a message.
func (w *flatbuffer) message() (h header) {
	root := w.tableAt(w.u32(0))
	h.kind, h.body, h.packing = root.octet(1), root.integer(3), -1
	if w.body >= 0 {
		h.body = w.body
	}
	if h.body < 0 {
		panic(lie(fmt.Sprintf("a body of %d bytes", h.body)))
	}
	root.each(4, keyValue)
	of, ok := root.child(2)
	if !ok {
		panic(lie("a message of nothing"))
	}
	switch h.kind {
	case schemaMessage:
		h.bigEndian = of.octet(0) != 0
		h.texts.dictionary = map[int64]int{}
		of.each(1, func(f table) { h.texts.field(f, 0, &h.texts.batch) })
		of.each(2, keyValue)
		of.vector(3, 8)
	case dictionaryMessage:
		h.id = of.integer(0)
		data, ok := of.child(1)
		if !ok {
			panic(lie("a dictionary of nothing"))
		}
		data.batch(&h)
	case batchMessage:
		of.batch(&h)
	default:
		panic(lie(fmt.Sprintf("a message of kind %d", h.kind)))
	}
	return h
}

// keyValue walks a pair of texts.
func keyValue(t table) {
	t.skipText(0)
	t.skipText(1)
}

// field walks a column and its nested columns, and counts views of text among them.
func (v *textViews) field(f table, depth int, views *int) {
	const deepest = 32
	if depth > deepest {
		panic(lie(fmt.Sprintf("columns that are %d deep", depth)))
	}
	f.skipText(0)
	const timestamp, union, bytesView, textView = 10, 14, 23, 24
	if of, ok := f.child(3); ok {
		switch f.octet(2) {
		case timestamp:
			of.skipText(1)
		case union:
			of.vector(1, 4)
		}
	}
	if dictionary, ok := f.child(4); ok {
		dictionary.child(1)
		n := 0
		views = &n
		defer func() { v.dictionary[dictionary.integer(0)] = n }()
	}
	if kind := f.octet(2); kind == bytesView || kind == textView {
		*views++
	}
	f.each(5, func(c table) { v.field(c, depth+1, views) })
	f.each(6, keyValue)
}

// batch walks a batch: its nodes and buffers must lie in its body.
func (t *table) batch(h *header) {
	const pair, aligned = 16, 8
	h.rows = t.integer(0)
	nodes, n := t.vector(1, pair)
	for i := range n {
		length, nulls := t.i64(nodes+pair*i), t.i64(nodes+pair*i+8)
		if length < 0 || nulls > length || nulls < -1 {
			panic(lie(fmt.Sprintf("%d values of which %d are null", length, nulls)))
		}
	}
	h.buffers, h.count = t.vector(2, pair)
	for i := range h.count {
		offset, length := t.i64(h.buffers+pair*i), t.i64(h.buffers+pair*i+8)
		if offset < 0 || length < 0 || length > h.body || offset > h.body-length || offset%aligned != 0 && length > 0 {
			panic(lie(fmt.Sprintf("a buffer of %d bytes at %d of %d", length, offset, h.body)))
		}
	}
	if packing, ok := t.child(3); ok {
		h.packing, h.packed = int(packing.octet(0)), t.vtable+4+2*3
	}
	views, n := t.vector(4, 8)
	h.counts = n
	for i := range n {
		if v := t.i64(views + 8*i); v < 0 || v > int64(h.count) {
			panic(lie(fmt.Sprintf("%d buffers of text, of %d in all", v, h.count)))
		}
	}
	if h.rows < 0 {
		panic(lie(fmt.Sprintf("%d rows", h.rows)))
	}
}
