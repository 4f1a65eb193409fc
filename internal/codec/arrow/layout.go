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
	of     map[[2]int]int64   // by field and part, less than 0 for the field itself: the id of its dictionary
	words  map[int64]wordType // by the id of a dictionary
	absent []int64            // ids of the dictionaries whose words have not come, in the order of their columns
}

// newColumnTypes returns the types of a schema. ids are the ids of its dictionaries, in the order of a walk that goes down first.
func newColumnTypes(schema *arrow.Schema, ids []int64) *columnTypes {
	c := &columnTypes{fields: schema.Fields(), of: map[[2]int]int64{}, words: map[int64]wordType{}}
	for i, f := range c.fields {
		parts, ok := f.Type.(*arrow.StructType)
		if !ok {
			ids = c.findAt([2]int{i, -1}, f.Type, f.Name, ids)
			continue
		}
		for k, part := range parts.Fields() {
			ids = c.findAt([2]int{i, k}, part.Type, f.Name, ids)
		}
	}
	return c
}

// findAt is find for the values of a field, or of a part of one.
func (c *columnTypes) findAt(at [2]int, t arrow.DataType, column string, ids []int64) []int64 {
	if t.ID() == arrow.DICTIONARY && len(ids) > 0 {
		c.of[at] = ids[0]
	}
	return c.find(t, column, ids)
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

// A vector has the values of a type in a body. Other than in values of bytes and lists, data has them all.
type vector struct {
	n     int64
	valid buffer // bits; none: no value is null
	data  buffer // numbers; offsets; heads of views
	bytes buffer // of texts
	views []buffer
	parts []*vector // of a struct, or of lists
}

// A layout is a batch, or the words of a dictionary, whose nodes and buffers are walked in the order in which the library takes them. Every
// length and offset in them must lie within the bytes that are there: the library's arrays believe them. A lie is a panic. Where the header
// has a misfit, the layout is walked without a body, as if no column had values, up to the misfit.
type layout struct {
	h     *header
	meta  []byte
	body  *body
	where string // the column at hand

	node, buffer, view int // the next of each
}

// checkLayout checks the values of a batch or a dictionary, and returns the values of each column, or of the words. cause says what is wrong, with the
// column and the batch, which counts from 1.
func (c *columnTypes) checkLayout(metadata []byte, body *body, h *header, batch int) (all []*vector, cause string) {
	w := layout{h: h, meta: metadata, body: body, where: "message"}
	defer recoverLie(&cause, &w.where)
	if h.kind == dictionaryMessage {
		return []*vector{c.checkWords(&w, batch)}, ""
	}
	for _, f := range c.fields {
		w.where = fmt.Sprintf("column %q of batch %d", f.Name, batch)
		v := w.array(f.Type)
		if v.n != h.rows && h.misfit == nil {
			panic(lie(fmt.Sprintf("%d values in a batch of %d rows", v.n, h.rows)))
		}
		all = append(all, v)
	}
	w.where = fmt.Sprintf("batch %d", batch)
	w.fit()
	return all, ""
}

// checkWords checks the words of a dictionary, which come whole before words are added to them.
func (c *columnTypes) checkWords(w *layout, batch int) *vector {
	of, ok := c.words[w.h.id]
	if !ok {
		panic(lie(fmt.Sprintf("no column has the dictionary of id %d", w.h.id)))
	}
	w.where = fmt.Sprintf("dictionary of column %q before batch %d", of.column, batch)
	at := slices.Index(c.absent, w.h.id)
	if at >= 0 && w.h.adds {
		panic(lie("words are added to it, and it has not come"))
	}
	v := w.array(of.of)
	if w.fit(); at >= 0 {
		c.absent = slices.Delete(c.absent, at, at+1)
	}
	return v
}

// early returns the reason why a batch cannot come here: a dictionary has not come.
func (c *columnTypes) early(batch int) (cause string) {
	if len(c.absent) == 0 {
		return ""
	}
	return fmt.Sprintf("corrupt column %q of batch %d: its dictionary has not come", c.words[c.absent[0]].column, batch)
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

// array checks the values of a type and returns them.
func (w *layout) array(t arrow.DataType) *vector {
	switch t := t.(type) {
	case *arrow.NullType:
		n, _ := w.count()
		return &vector{n: n}
	case arrow.ExtensionType:
		return w.array(t.StorageType())
	case arrow.UnionType:
		return &vector{n: w.union(t)}
	case *arrow.RunEndEncodedType:
		return &vector{n: w.runs(t)}
	case arrow.BinaryViewDataType:
		return w.views(t)
	}
	v := w.values(t)
	switch t := t.(type) {
	case *arrow.BinaryType, *arrow.StringType, *arrow.LargeBinaryType, *arrow.LargeStringType:
		v.data = w.take()
		v.bytes = w.take()
		w.ascend(v.data.all(), v.n, offsetBytes(t), v.bytes.size)
	case *arrow.ListType, *arrow.LargeListType, *arrow.MapType:
		v.data = w.take()
		w.ascend(v.data.all(), v.n, offsetBytes(t), w.child(v, t))
	case *arrow.ListViewType, *arrow.LargeListViewType:
		each := offsetBytes(t)
		from, sizes := w.hold(v.n, 8*each), w.hold(v.n, 8*each)
		w.ranges(from.all(), sizes.all(), v.n, each, w.child(v, t))
	case *arrow.FixedSizeListType:
		if has, each := w.child(v, t), int64(t.Len()); each <= 0 || v.n > has/each {
			panic(lie(fmt.Sprintf("%d lists of %d values, of which there are %d", v.n, each, has)))
		}
	case *arrow.StructType:
		for _, f := range t.Fields() {
			part := w.array(f.Type)
			if v.parts = append(v.parts, part); part.n < v.n {
				panic(lie(fmt.Sprintf("%d values of its part %s, of %d", part.n, f.Name, v.n)))
			}
		}
	case arrow.FixedWidthDataType:
		v.data = w.hold(v.n, t.BitWidth())
	default:
		panic(lie(fmt.Sprintf("values of type %v, which are not read", t)))
	}
	return v
}

// child checks the values of lists and returns their number.
func (w *layout) child(v *vector, t arrow.DataType) int64 {
	v.parts = []*vector{w.array(t.(arrow.NestedType).Fields()[0].Type)}
	return v.parts[0].n
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

// values takes the next node, and the bits that say which values are null, where some are.
func (w *layout) values(t arrow.DataType) *vector {
	n, nulls := w.count()
	v := &vector{n: n}
	switch {
	case isBare(t) && w.h.version >= bareVersion:
	case nulls == 0:
		w.skip()
	default:
		v.valid = w.hold(n, 1)
	}
	return v
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

// take takes the next buffer, whose place in the body is checked.
func (w *layout) take() buffer {
	const pair = 16
	if w.skip(); w.h.misfit != nil {
		return buffer{}
	}
	at := w.meta[w.h.buffers+pair*(w.buffer-1):]
	return buffer{w.body, int64(binary.LittleEndian.Uint64(at)), int64(binary.LittleEndian.Uint64(at[8:]))}
}

// hold takes a buffer that must have room for n values of some bits.
func (w *layout) hold(n int64, bits int) buffer {
	b := w.take()
	switch {
	case bits < 0:
		panic(lie(fmt.Sprintf("values of %d bits", bits)))
	case bits > 0 && n > b.size*8/int64(bits):
		panic(lie(fmt.Sprintf("%d bytes for %d values of %d bits", b.size, n, bits)))
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
