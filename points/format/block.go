package format

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"flyby/internal/infile"
)

// A block is some whole lines of a text file and the points parsed from them. Many goroutines parse
// blocks, which are merged into a table in order and then reused.
type block struct {
	infile.Block
	columns [][]float64 // [dimensions][points]
	ids     idColumn
	rows    int // good rows
}

func newBlock(size int) *block { return &block{Block: *infile.NewBlock(size)} }

// Records returns the text of the block and its records.
func (b *block) Records() *infile.Block { return &b.Block }

// Reset empties the block for its next text.
func (b *block) Reset() {
	b.Block.Reset()
	for k := range b.columns {
		b.columns[k] = b.columns[k][:0]
	}
	b.ids.reset()
	b.rows = 0
}

// begin prepares the block for points of some dimensions, with ids or without.
func (b *block) begin(dimensions int, ids bool) {
	if b.columns == nil {
		b.columns = make([][]float64, dimensions)
	}
	b.ids.given = ids
}

// add appends a point, whose id is in b.ids already.
func (b *block) add(values []float64) {
	b.Lines.Add(b.rows, b.Count)
	b.rows++
	for k, v := range values {
		b.columns[k] = append(b.columns[k], v)
	}
}

// An idColumn holds the ids of points: integers as long as every one is a canonical decimal, otherwise names.
type idColumn struct {
	given bool // there are ids
	named bool // names are in use, not ints
	ints  []int64
	names []string
}

func (c *idColumn) reset() {
	c.ints = c.ints[:0]
	clear(c.names) // names may point into text that the next block overwrites
	c.names, c.named = c.names[:0], false
}

// add appends an id and reports whether it is UTF-8; others are not added. The column keeps the string.
func (c *idColumn) add(id string) (ok bool) {
	if !c.named {
		if v, ok := infile.ParseInt(id); ok {
			c.ints = append(c.ints, v)
			return true
		}
	}
	if !utf8.ValidString(id) {
		return false
	}
	c.name()
	c.names = append(c.names, id)
	return true
}

// name turns integer ids into names, unless they are names already: the canonical text of an id is its
// text in the file.
func (c *idColumn) name() {
	if c.named {
		return
	}
	c.named = true
	for _, v := range c.ints {
		c.names = append(c.names, strconv.FormatInt(v, 10))
	}
	c.ints = c.ints[:0]
}

// addInt appends an integer.
func (c *idColumn) addInt(id int64) {
	if c.named {
		c.names = append(c.names, strconv.FormatInt(id, 10))
		return
	}
	c.ints = append(c.ints, id)
}

// len returns the number of ids.
func (c *idColumn) len() int { return max(len(c.ints), len(c.names)) }

// fits reports whether the ids of another column fit without a copy of those that are there.
func (c *idColumn) fits(other *idColumn) bool {
	if c.named {
		return len(c.names)+other.len() <= cap(c.names)
	}
	return !other.named && len(c.ints)+len(other.ints) <= cap(c.ints)
}

// extend makes place for the ids of another column behind the ids that are there.
func (c *idColumn) extend(other *idColumn, estimate int) idPlace {
	n := other.len()
	if !c.named && !other.named {
		at := len(c.ints)
		c.ints = infile.Reserve(c.ints, n, estimate)[:at+n]
		return idPlace{ints: c.ints[at:]}
	}
	if !c.named {
		c.name()
		c.ints = nil
	}
	other.name()
	at := len(c.names)
	c.names = infile.Reserve(c.names, n, estimate)[:at+n]
	return idPlace{names: c.names[at:]}
}

// An idPlace is the place of some ids in a column.
type idPlace struct {
	ints  []int64
	names []string
}

// fill copies ids to their place. The text of names is shared.
func (p idPlace) fill(ids *idColumn) {
	copy(p.ints, ids.ints)
	copy(p.names, ids.names)
}

// own copies the text of names to one buffer.
func (c *idColumn) own() {
	size := 0
	for _, name := range c.names {
		size += len(name)
	}
	var text strings.Builder
	text.Grow(size)
	for _, name := range c.names {
		text.WriteString(name)
	}
	all := text.String()
	for i, name := range c.names {
		c.names[i], all = all[:len(name)], all[len(name):]
	}
}

// appendAll appends the ids of another column and copies their text.
func (c *idColumn) appendAll(other *idColumn, estimate int) {
	place := c.extend(other, estimate)
	other.own()
	place.fill(other)
}

// id returns the id of a row as text.
func (c *idColumn) id(row int) string {
	if c.named {
		return c.names[row]
	}
	return strconv.FormatInt(c.ints[row], 10)
}
