package arrow

import (
	"encoding/binary"
	"fmt"
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
// length and offset in them must lie within the bytes that are there: the library's arrays believe them. A lie is a panic. Where the header
// has a misfit, the layout is walked without a body, as if no column had values, up to the misfit.
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
		if n := w.array(f.Type); n != h.rows && h.misfit == nil {
			panic(lie(fmt.Sprintf("%d values in a batch of %d rows", n, h.rows)))
		}
	}
	w.where = fmt.Sprintf("batch %d", batch)
	w.fit()
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
	w.array(of.of)
	if w.fit(); at >= 0 {
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

// fit panics with the misfit of the header, if it has one: no column had it.
func (w *layout) fit() {
	if w.h.misfit != nil {
		panic(w.h.misfit.says)
	}
}

// fitAt is fit where the misfit is the last of a count of its like.
func (w *layout) fitAt(misfit, count int) {
	if misfit == count-1 {
		w.fit()
	}
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
	if of := w.h.misfit; of != nil {
		w.fitAt(of.node, w.node)
		return 0, 0
	}
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
	if of := w.h.misfit; of != nil {
		w.fitAt(of.buffer, w.buffer)
	}
}

// take takes the bytes of the next buffer, whose place in the body is checked.
func (w *layout) take() []byte {
	const pair = 16
	if w.skip(); w.h.misfit != nil {
		return nil
	}
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
