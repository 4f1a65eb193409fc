package cells

import (
	"slices"
	"strconv"

	"flyby/internal/infile"
)

// findTold finds the columns of attributes, behind those of the tests: of each the first of its name whose cells hold text,
// a logical or one number.
func (t *Table) findTold(attributes []string) {
	if len(attributes) == 0 {
		return
	}
	names := make([]string, len(t.Columns)) // "" where a column tells nothing
	for i := range t.Columns {
		if c := &t.Columns[i]; c.isTold() {
			names[i] = c.Name
		}
	}
	for _, name := range attributes {
		t.At = append(t.At, slices.Index(names, name))
	}
	t.Feed.Table.Attributes.Found(t.At[len(t.tests):], names)
}

// Tell has the feed note attributes of the row whose cells are asked, as bytes or, of TABLEDATA, as text.
func (t *Table) Tell(asText bool) {
	if len(t.At) == len(t.tests) {
		return
	}
	t.Feed.Says = func(i int) string {
		i += len(t.tests)
		switch at, cell := t.At[i], t.Asked[i]; {
		case at < 0:
			return ""
		case asText:
			return t.Columns[at].textAsText(cell)
		default:
			return t.Columns[at].asText(&t.text, cell)
		}
	}
}

// isTold reports whether a cell of the column is text, a logical or one number.
func (c *Column) isTold() bool {
	return c.IsText() || c.Type != Other && !c.Variable && c.Count == 1
}

// asText is what a cell holds as text: a number in the fewest digits that read back to it, "" for none.
func (c *Column) asText(scratch *[]byte, cell []byte) string {
	switch {
	case c.IsText():
		return string(c.textOf(scratch, cell))
	case c.Type == Logical:
		return logicalText(cell)
	}
	const above = 1 << 63 // see Table.integer
	switch whole, ok := c.whole(cell); {
	case c.Type > Int64 || c.Scale != 1 || !ok:
	case c.Zero == 0:
		return strconv.FormatInt(whole, 10)
	case c.Zero == above:
		return strconv.FormatUint(uint64(whole)+above, 10)
	}
	v, missing := c.number(cell)
	if missing != "" {
		return ""
	}
	return infile.NumberText(v, c.bits())
}

// textAsText is asText of a cell that is text already.
func (c *Column) textAsText(text []byte) string {
	switch {
	case c.IsText():
		return string(text)
	case c.Type == Logical:
		return logicalText(text)
	case c.Type <= Int64:
		whole, _ := c.ParseInt(text) // none where it is no integer, or stands for none
		return string(whole)
	}
	v, cause := infile.ParseFloat(text)
	if cause != "" {
		return ""
	}
	return infile.NumberText(v, c.bits())
}

// bits is how many bits the numbers of a column have.
func (c *Column) bits() int {
	if c.Type == Float32 && c.Scale == 1 && c.Zero == 0 {
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

// Parse reads the text of a cell as a number, or as a time where the column is text.
func (t *Table) Parse(c *Column, text []byte) (v float64, cause string) {
	switch {
	case len(text) == 0:
		return 0, "missing"
	case c.IsText():
		sec, err := t.Times.Parse(string(text))
		if err != nil {
			return 0, infile.Inner(err)
		}
		return sec, ""
	case c.Type >= Uint8 && c.Type <= Int64:
		if text, cause = c.ParseInt(text); cause != "" {
			return 0, cause
		}
	}
	return infile.ParseFloat(text)
}
