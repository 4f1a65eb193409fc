package format

import (
	"math"
	"strconv"
)

// tell has the feed note Options.Attributes of the row that begins at *row of the buffer, where it is the first of its trajectory.
func (f *fitsReader) tell(row *int) {
	if len(f.o.Attributes) == 0 {
		return
	}
	at := make([]int, len(f.o.Attributes))
	offset, length := make([]int, len(at)), make([]int, len(at))
	for i, name := range f.o.Attributes {
		at[i] = -1
		for k := range f.table.columns {
			if c := &f.table.columns[k]; c.name == name && at[i] < 0 && c.isTold() {
				at[i] = k
				offset[i], length[i] = f.table.span(k)
			}
		}
	}
	f.table.feed.t.attributes.found(at)
	f.table.feed.says = func(i int) string {
		if at[i] < 0 {
			return ""
		}
		c := &f.table.columns[at[i]]
		return c.asText(&f.table.text, f.buf[*row+offset[i]:][:length[i]])
	}
}

// isTold reports whether a cell of the column is text or one number.
func (c *cellColumn) isTold() bool {
	return c.isText() || c.typ != cellOther && !c.variable && c.count == 1
}

// asText is what a cell holds as text: a number in the fewest digits that read back to it, "" for none.
func (c *cellColumn) asText(scratch *[]byte, cell []byte) string {
	if c.isText() {
		return string(c.textOf(scratch, cell))
	}
	const above = 1 << 63 // see cellTable.integer
	switch whole, ok := c.whole(cell); {
	case c.typ > cellInt64 || c.scale != 1 || !ok:
	case c.zero == 0:
		return strconv.FormatInt(whole, 10)
	case c.zero == above:
		return strconv.FormatUint(uint64(whole)+above, 10)
	}
	v, missing := c.number(cell)
	if missing != "" {
		return ""
	}
	bits := 64
	if c.typ == cellFloat32 && c.scale == 1 && c.zero == 0 {
		bits = 32
	}
	return numberText(v, bits)
}

// numberText is a number of some bits in the fewest digits that read back to it, "" for one that is none.
func numberText(v float64, bits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	if whole := int64(v); float64(whole) == v && bits == 64 && math.Abs(v) < 1<<53 {
		return strconv.FormatInt(whole, 10)
	}
	return strconv.FormatFloat(v, 'g', -1, bits)
}
