package format

import (
	"math"
	"slices"
	"strconv"

	"flyby/internal/infile"
)

// findTold finds the columns of attributes, behind those of the tests: of each the first of its name whose cells hold text,
// a logical or one number.
func (t *cellTable) findTold(attributes []string) {
	if len(attributes) == 0 {
		return
	}
	names := make([]string, len(t.columns)) // "" where a column tells nothing
	for i := range t.columns {
		if c := &t.columns[i]; c.isTold() {
			names[i] = c.name
		}
	}
	for _, name := range attributes {
		t.at = append(t.at, slices.Index(names, name))
	}
	t.feed.Table.attributes.Found(t.at[len(t.tests):], names)
}

// tell has the feed note attributes of the row whose cells are asked, as bytes or, of TABLEDATA, as text.
func (t *cellTable) tell(asText bool) {
	if len(t.at) == len(t.tests) {
		return
	}
	t.feed.says = func(i int) string {
		i += len(t.tests)
		switch at, cell := t.at[i], t.asked[i]; {
		case at < 0:
			return ""
		case asText:
			return t.columns[at].textAsText(cell)
		default:
			return t.columns[at].asText(&t.text, cell)
		}
	}
}

// isTold reports whether a cell of the column is text, a logical or one number.
func (c *cellColumn) isTold() bool {
	return c.isText() || c.typ != cellOther && !c.variable && c.count == 1
}

// asText is what a cell holds as text: a number in the fewest digits that read back to it, "" for none.
func (c *cellColumn) asText(scratch *[]byte, cell []byte) string {
	switch {
	case c.isText():
		return string(c.textOf(scratch, cell))
	case c.typ == cellLogical:
		return logicalText(cell)
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
	return NumberText(v, c.bits())
}

// textAsText is asText of a cell that is text already.
func (c *cellColumn) textAsText(text []byte) string {
	switch {
	case c.isText():
		return string(text)
	case c.typ == cellLogical:
		return logicalText(text)
	case c.typ <= cellInt64:
		whole, _ := c.parseInt(text) // none where it is no integer, or stands for none
		return string(whole)
	}
	v, cause := infile.ParseFloat(text)
	if cause != "" {
		return ""
	}
	return NumberText(v, c.bits())
}

// bits is how many bits the numbers of a column have.
func (c *cellColumn) bits() int {
	if c.typ == cellFloat32 && c.scale == 1 && c.zero == 0 {
		return 32
	}
	return 64
}

// logicalText is T or F, "" for a logical that is neither. FITS writes nothing else, VOTable as text true, 1 and t, too.
func logicalText(cell []byte) string {
	if len(cell) == 0 {
		return ""
	}
	switch cell[0] {
	case 'T', 't', '1':
		return "T"
	case 'F', 'f', '0':
		return "F"
	}
	return ""
}

// NumberText is a number of some bits in the fewest digits that read back to it, "" for one that is none.
func NumberText(v float64, bits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	if whole := int64(v); float64(whole) == v && bits == 64 && math.Abs(v) < 1<<53 {
		return strconv.FormatInt(whole, 10)
	}
	return strconv.FormatFloat(v, 'g', -1, bits)
}
