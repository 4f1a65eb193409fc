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
	kind       byte
	version    int
	bigEndian  bool // of a schema
	body       int64
	rows       int64
	firstNode  int     // place of the list of nodes in the metadata,
	nodes      int     // and their number
	buffers    int     // place of the list of buffers,
	count      int     // and their number
	packing    int     // codec, less than 0 for none
	packed     int     // place of the codec's slot in the vtable
	firstCount int     // place of the list of numbers of buffers of text, one a column of views,
	counts     int     // and their number
	ids        []int64 // of the dictionaries of a schema, in the order of a walk that goes down first
	id         int64   // of a dictionary
	adds       bool    // a dictionary's words come behind the words of its dictionary so far
	misfit     *misfit // the first number of a batch that lies; nil: none
}

// A misfit is the number, among its like, of a node, of a buffer or of a number of buffers of text that lies, the others less than 0. A
// layout finds the column that has it.
type misfit struct {
	node, buffer, count int
	says                lie
}

// unfit notes a misfit, unless another came before.
func (h *header) unfit(node, buffer, count int, says string, values ...any) {
	if h.misfit == nil {
		h.misfit = &misfit{node, buffer, count, lie(fmt.Sprintf(says, values...))}
	}
}

// A flatbuffer is the metadata of a message, which are walked before the library uses them: every table, vector and text must lie within,
// and no part is visited more often than its number of bytes justifies. See docs/decisions/0109-arrow-streams.md.
type flatbuffer struct {
	b      []byte
	body   int64  // bytes of the body, less than 0: the number in the metadata
	where  string // the part at hand, named in an error
	tables int    // visited so far
	text   int    // bytes of texts so far
}

// lie is a fault of metadata.
type lie string

// readHeader walks metadata of some place, as an error names it. cause says what is wrong with them.
func readHeader(metadata []byte, where string) (h header, cause string) {
	w := flatbuffer{b: metadata, body: -1, where: where}
	defer recoverLie(&cause, &w.where)
	return w.message(), ""
}

// readUnpacked is readHeader once more, after the buffers were unpacked to a body of some bytes: unpacking wrote offsets and lengths into
// the metadata, which crafted metadata may use as another number, too.
func readUnpacked(metadata []byte, body int, where string) (h header, cause string) {
	w := flatbuffer{b: metadata, body: int64(body), where: where}
	defer recoverLie(&cause, &w.where)
	return w.message(), ""
}

// inMetadata is the place of a lie in the metadata of a message.
const inMetadata = "metadata"

// recoverLie turns a panic with a lie into a cause, with the place of the lie.
func recoverLie(cause, where *string) {
	switch r := recover().(type) {
	case nil:
	case lie:
		*cause = "corrupt " + *where + ": " + string(r)
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
	for slot := range min(t.vslots, mostSlots) {
		t.field(slot)
	}
	return t
}

// mostSlots is the greatest number of fields of a table that the library reads.
const mostSlots = 7

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

// number checks a field of some bytes.
func (t *table) number(slot, bytes int) {
	if at := t.field(slot); at > 0 && at+bytes > t.at+t.size {
		panic(lie("a number behind its table"))
	}
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

// readText returns a text, which is checked.
func (t *table) readText(slot int) []byte {
	const often, few = 16, 1 << 16 // a text may be shared
	at, n := t.vector(slot, 1)
	if t.text += n; t.text > often*len(t.b)+few {
		panic(lie("texts that stand in each other"))
	}
	return t.b[at:][:n]
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
	if at := root.field(0); at > 0 {
		h.version = int(int16(root.u16(at)))
	}
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
		of.number(0, 2)
		h.bigEndian = of.octet(0) != 0
		of.each(1, h.column)
		w.where = inMetadata
		of.each(2, keyValue)
		of.vector(3, 8)
	case dictionaryMessage:
		h.adds = of.octet(2) != 0
		h.id, h.version = of.integer(0), 0 // the library takes dictionaries for the oldest version
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
	t.readText(0)
	t.readText(1)
}

// batch walks a batch: its nodes and buffers must lie in its body, otherwise it has a misfit.
func (t *table) batch(h *header) {
	const pair, aligned = 16, 8
	h.rows = t.integer(0)
	h.firstNode, h.nodes = t.vector(1, pair)
	for i := range h.nodes {
		length, nulls := t.i64(h.firstNode+pair*i), t.i64(h.firstNode+pair*i+8)
		if length < 0 || nulls > length || nulls < -1 {
			h.unfit(i, -1, -1, "%d values of which %d are null", length, nulls)
		}
	}
	h.buffers, h.count = t.vector(2, pair)
	for i := range h.count {
		offset, length := t.i64(h.buffers+pair*i), t.i64(h.buffers+pair*i+8)
		if offset < 0 || length < 0 || length > h.body || offset > h.body-length || offset%aligned != 0 && length > 0 {
			h.unfit(-1, i, -1, "a buffer of %d bytes at %d of %d", length, offset, h.body)
		}
	}
	if packing, ok := t.child(3); ok {
		h.packing, h.packed = int(packing.octet(0)), t.vtable+4+2*3
	}
	h.firstCount, h.counts = t.vector(4, 8)
	for i := range h.counts {
		if v := t.i64(h.firstCount + 8*i); v < 0 || v > int64(h.count) {
			h.unfit(-1, -1, i, "%d buffers of text, of %d in all", v, h.count)
		}
	}
	if h.rows < 0 {
		h.unfit(-1, -1, -1, "%d rows", h.rows)
	}
}
