package arrow

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
)

// A wordType is the type of the words of a dictionary, and the column that has it.
type wordType struct {
	of     arrow.DataType
	column string
}

// columnTypes has the types by which batches and dictionaries are laid out.
type columnTypes struct {
	fields []arrow.Field
	words  map[int64]wordType // by the id of a dictionary
	absent []int64            // ids of the dictionaries whose words have not come, in the order of their columns
}

// newColumnTypes returns the types of a schema. ids are the ids of its dictionaries, in the order of a walk that goes down first.
func newColumnTypes(schema *arrow.Schema, ids []int64) *columnTypes {
	c := &columnTypes{fields: schema.Fields(), words: map[int64]wordType{}}
	for _, f := range c.fields {
		ids = c.find(f.Type, f.Name, ids)
	}
	return c
}

// find adds the dictionaries of a type, and returns the ids of the dictionaries behind it.
func (c *columnTypes) find(t arrow.DataType, column string, ids []int64) []int64 {
	if extended, ok := t.(arrow.ExtensionType); ok {
		t = extended.StorageType()
	}
	if d, ok := t.(*arrow.DictionaryType); ok && len(ids) > 0 {
		t = d.ValueType
		if _, shared := c.words[ids[0]]; !shared {
			c.absent = append(c.absent, ids[0])
		}
		c.words[ids[0]] = wordType{t, column}
		ids = ids[1:]
	}
	if nested, ok := t.(arrow.NestedType); ok {
		for _, f := range nested.Fields() {
			ids = c.find(f.Type, column, ids)
		}
	}
	return ids
}

// A layout is a batch, or the words of a dictionary, whose nodes and buffers are walked in the order in which the library takes them. Every
// length and offset in them must lie within the bytes that are there: the library's arrays believe them. A lie is a panic.
type layout struct {
	h     *header
	meta  []byte
	body  []byte
	where string // the column at hand

	node, buffer, view int // the next of each
}

// checkLayout checks the values of a batch or a dictionary. cause says what is wrong, with the column and the batch, which counts from 1.
func (c *columnTypes) checkLayout(metadata, body []byte, h *header, batch int) (cause string) {
	w := layout{h: h, meta: metadata, body: body, where: "message"}
	defer recoverLie(&cause, &w.where)
	if h.kind == dictionaryMessage {
		c.checkWords(&w, batch)
		return ""
	}
	if len(c.absent) > 0 {
		w.where = fmt.Sprintf("column %q of batch %d", c.words[c.absent[0]].column, batch)
		panic(lie("its dictionary has not come"))
	}
	for _, f := range c.fields {
		w.where = fmt.Sprintf("column %q of batch %d", f.Name, batch)
		if n := w.array(f.Type); n != h.rows {
			panic(lie(fmt.Sprintf("%d values in a batch of %d rows", n, h.rows)))
		}
	}
	return ""
}

// checkWords checks the words of a dictionary, which come whole before words are added to them.
func (c *columnTypes) checkWords(w *layout, batch int) {
	of, ok := c.words[w.h.id]
	if !ok {
		panic(lie(fmt.Sprintf("no column has the dictionary of id %d", w.h.id)))
	}
	w.where = fmt.Sprintf("dictionary of column %q before batch %d", of.column, batch)
	at := slices.Index(c.absent, w.h.id)
	if at >= 0 && w.h.adds {
		panic(lie("words are added to it, and it has not come"))
	}
	if w.array(of.of); at >= 0 {
		c.absent = slices.Delete(c.absent, at, at+1)
	}
}

// lacks returns the reason why a stream cannot end here: some of its dictionaries have come before any batch, and not all.
func (c *columnTypes) lacks() (cause string) {
	if c == nil || len(c.absent) == 0 || len(c.absent) == len(c.words) {
		return ""
	}
	return fmt.Sprintf("corrupt: it ends before the dictionary of column %q", c.words[c.absent[0]].column)
}

// array checks the values of a type and returns their number.
func (w *layout) array(t arrow.DataType) int64 {
	switch t := t.(type) {
	case *arrow.NullType:
		n, _ := w.count()
		return n
	case arrow.ExtensionType:
		return w.array(t.StorageType())
	case arrow.UnionType:
		return w.union(t)
	case *arrow.RunEndEncodedType:
		return w.runs(t)
	case arrow.BinaryViewDataType:
		return w.views(t)
	}
	n, _ := w.values(t)
	switch t := t.(type) {
	case *arrow.BinaryType, *arrow.StringType, *arrow.LargeBinaryType, *arrow.LargeStringType:
		each := offsetBytes(t)
		ends := w.take()
		w.ascend(ends, n, each, int64(len(w.take())))
	case *arrow.ListType, *arrow.LargeListType, *arrow.MapType:
		each := offsetBytes(t)
		ends := w.take()
		w.ascend(ends, n, each, w.child(t))
	case *arrow.ListViewType, *arrow.LargeListViewType:
		each := offsetBytes(t)
		from, sizes := w.hold(n, 8*each), w.hold(n, 8*each)
		w.ranges(from, sizes, n, each, w.child(t))
	case *arrow.FixedSizeListType:
		if has, each := w.child(t), int64(t.Len()); each <= 0 || n > has/each {
			panic(lie(fmt.Sprintf("%d lists of %d values, of which there are %d", n, each, has)))
		}
	case *arrow.StructType:
		for _, f := range t.Fields() {
			if has := w.array(f.Type); has < n {
				panic(lie(fmt.Sprintf("%d values of its part %s, of %d", has, f.Name, n)))
			}
		}
	case arrow.FixedWidthDataType:
		w.hold(n, t.BitWidth())
	default:
		panic(lie(fmt.Sprintf("values of type %v, which are not read", t)))
	}
	return n
}

// child checks the values of lists and returns their number.
func (w *layout) child(t arrow.DataType) int64 {
	return w.array(t.(arrow.NestedType).Fields()[0].Type)
}

// count takes the next node: the number of values, and the number of nulls among them, -1 for a number that is not known.
func (w *layout) count() (n, nulls int64) {
	const pair = 16
	if w.node == w.h.nodes {
		panic(lie(fmt.Sprintf("values behind the last of %d nodes", w.node)))
	}
	at := w.meta[w.h.firstNode+pair*w.node:]
	w.node++
	return int64(binary.LittleEndian.Uint64(at)), int64(binary.LittleEndian.Uint64(at[8:]))
}

// values takes the next node, and the bits that say which values are null: nil where none is.
func (w *layout) values(t arrow.DataType) (n int64, valid []byte) {
	n, nulls := w.count()
	if isBare(t) && w.h.version >= bareVersion {
		return n, nil
	}
	if nulls == 0 {
		w.skip()
		return n, nil
	}
	return n, w.hold(n, 1)
}

// bareVersion is the version of metadata since which unions and runs have no bits of nulls: V5.
const bareVersion = 4

// isBare reports whether a type has no bits of nulls since bareVersion.
func isBare(t arrow.DataType) bool {
	switch t.ID() {
	case arrow.DENSE_UNION, arrow.SPARSE_UNION, arrow.RUN_END_ENCODED:
		return true
	}
	return false
}

// skip passes over the next buffer, which may have any bytes.
func (w *layout) skip() {
	if w.buffer == w.h.count {
		panic(lie(fmt.Sprintf("values behind the last of %d buffers", w.buffer)))
	}
	w.buffer++
}

// take takes the bytes of the next buffer, whose place in the body is checked.
func (w *layout) take() []byte {
	const pair = 16
	w.skip()
	at := w.meta[w.h.buffers+pair*(w.buffer-1):]
	from, size := binary.LittleEndian.Uint64(at), binary.LittleEndian.Uint64(at[8:])
	return w.body[from:][:size]
}

// hold takes a buffer that must have room for n values of some bits.
func (w *layout) hold(n int64, bits int) []byte {
	b := w.take()
	switch {
	case bits < 0:
		panic(lie(fmt.Sprintf("values of %d bits", bits)))
	case bits > 0 && n > int64(len(b))*8/int64(bits):
		panic(lie(fmt.Sprintf("%d bytes for %d values of %d bits", len(b), n, bits)))
	}
	return b
}

// ascend checks the ends of n values, which begin at the end before, in a memory of some size. Where there are no values there may be no ends.
func (w *layout) ascend(ends []byte, n int64, each int, size int64) {
	if n == 0 && len(ends) == 0 {
		return
	}
	if n >= int64(len(ends)/each) {
		panic(lie(fmt.Sprintf("%d bytes for the ends of %d values", len(ends), n)))
	}
	last := int64(0)
	for i := range n + 1 {
		end := offset(ends, int(i), each)
		if end < last {
			panic(lie(fmt.Sprintf("value %d ends at %d, and begins at %d", i, end, last)))
		}
		last = end
	}
	if last > size {
		panic(lie(fmt.Sprintf("its values end at %d of %d", last, size)))
	}
}

// offsetBytes returns the number of bytes of an offset of a type.
func offsetBytes(t arrow.DataType) int {
	return t.(arrow.OffsetsDataType).OffsetTypeTraits().BytesRequired(1)
}

// offset returns the i-th of some offsets of 4 or 8 bytes.
func offset(b []byte, i, each int) int64 {
	if each == 4 {
		return int64(int32(binary.LittleEndian.Uint32(b[4*i:])))
	}
	return int64(binary.LittleEndian.Uint64(b[8*i:]))
}

// within checks that a value of a size at a place lies in a memory of another size.
func (w *layout) within(i, from, size, all int64) {
	if from < 0 || size < 0 || size > all || from > all-size {
		panic(lie(fmt.Sprintf("value %d is %d long at %d of %d", i+1, size, from, all)))
	}
}

// ranges checks the places and sizes of n lists among some values.
func (w *layout) ranges(from, sizes []byte, n int64, each int, all int64) {
	for i := range int(n) {
		w.within(int64(i), offset(from, i, each), offset(sizes, i, each), all)
	}
}

// views checks texts that stand in their heads or in one of several buffers. The head of a null may have any bytes.
func (w *layout) views(t arrow.DataType) int64 {
	const head, most = 16, 12 // bytes of a head, and of a text that stands in it
	if w.view == w.h.counts {
		panic(lie(fmt.Sprintf("texts behind the last of %d numbers of buffers", w.view)))
	}
	count := int64(binary.LittleEndian.Uint64(w.meta[w.h.firstCount+8*w.view:]))
	w.view++
	n, valid := w.values(t)
	heads := w.hold(n, 8*head)
	var data [][]byte
	for range count {
		data = append(data, w.take())
	}
	for i := range int(n) {
		if valid != nil && valid[i/8]>>(i%8)&1 == 0 {
			continue
		}
		of := heads[head*i:]
		size, at, from := offset(of, 0, 4), offset(of, 2, 4), offset(of, 3, 4)
		switch {
		case 0 <= size && size <= most:
		case at < 0 || at >= count:
			panic(lie(fmt.Sprintf("value %d stands in buffer %d of %d", i+1, at, count)))
		default:
			w.within(int64(i), from, size, int64(len(data[at])))
		}
	}
	return n
}

// union checks values of several types.
func (w *layout) union(t arrow.UnionType) int64 {
	n, _ := w.values(t)
	codes := w.hold(n, 8)[:n]
	var places []byte
	if t.Mode() == arrow.DenseMode {
		places = w.hold(n, 32)
	}
	var has []int64
	for _, f := range t.Fields() {
		has = append(has, w.array(f.Type))
	}
	of := [math.MaxInt8 + 1]int64{} // by code: the number of values, and -1 for none
	for i := range of {
		of[i] = -1
	}
	if least := slices.Min(append(has, n)); places == nil && least < n {
		panic(lie(fmt.Sprintf("%d values of a part of %d", least, n)))
	}
	for i, code := range t.TypeCodes() {
		if code >= 0 {
			of[code] = has[i]
		}
	}
	for i, code := range codes {
		if code > math.MaxInt8 || of[code] < 0 {
			panic(lie(fmt.Sprintf("value %d is of kind %d, which there is not", i+1, int8(code))))
		}
		at := int64(i)
		if places != nil {
			at = offset(places, i, 4)
		}
		w.within(int64(i), at, 1, of[code])
	}
	return n
}

// runs checks values that repeat up to their ends.
func (w *layout) runs(t *arrow.RunEndEncodedType) int64 {
	n, _ := w.values(t)
	m, nulls := w.count()
	if w.skip(); nulls != 0 {
		panic(lie("a run without an end"))
	}
	each := t.RunEnds().(arrow.FixedWidthDataType).BitWidth() / 8
	ends, last := w.hold(m, 8*each), int64(0)
	for i := range int(m) {
		end := last
		if each == 2 {
			end = int64(int16(binary.LittleEndian.Uint16(ends[2*i:])))
		} else {
			end = offset(ends, i, each)
		}
		if end <= last {
			panic(lie(fmt.Sprintf("run %d ends at %d, and begins at %d", i+1, end, last)))
		}
		last = end
	}
	if has := w.array(t.Encoded()); has < m || last < n {
		panic(lie(fmt.Sprintf("%d runs of %d values end at %d of %d", m, has, last, n)))
	}
	return n
}
