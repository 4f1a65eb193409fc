package output

import (
	"iter"
	"math"
	"slices"
)

const (
	// batchRows is the number of rows that are formatted column by column before they are joined: few enough that their
	// text stays in a core's nearest cache.
	batchRows = 256
	// shortCell is the number of bytes that are moved for each cell, whatever its length, in place of a call that counts
	// them. The text before a value is mostly no longer.
	shortCell = 32
	// cellRoom is the capacity at the beginning of each cell.
	cellRoom = 2*shortCell + mostDigits
)

// cells is the text of a column for a batch of rows. A cell is a value with the text before it and, in the last column,
// the text after it.
type cells struct {
	before [shortCell]byte
	lead   int    // bytes of before
	long   string // the text before a value, where it is longer
	after  string
	text   []byte
	spans  [batchRows]span
}

// span is the place of a cell in the text. Equal cells may share one.
type span struct{ at, n uint32 }

func newCells(before, after string) *cells {
	c := &cells{lead: len(before), after: after}
	if copy(c.before[:], before) < len(before) {
		c.long = before
	}
	return c
}

// begin begins a cell and returns the text so far, with capacity for cellRoom bytes, of which only the bytes of before
// are part of the cell.
func (c *cells) begin() []byte {
	at := len(c.text)
	if need := cellRoom + shortCell + len(c.long); cap(c.text)-at < need {
		c.text = slices.Grow(c.text, max(need, batchRows*cellRoom))
	}
	if c.long != "" {
		return append(c.text[:at], c.long...)
	}
	*(*[shortCell]byte)(c.text[at:cap(c.text)]) = c.before
	return c.text[:at+c.lead]
}

// end ends a cell, whose text is now in dst.
func (c *cells) end(row int, dst []byte) {
	at := len(c.text)
	c.text = append(dst, c.after...)
	c.spans[row] = span{uint32(at), uint32(len(c.text) - at)}
}

// fresh yields the values to be formatted, with their rows: each value that differs from the value before. Repeated
// values share the cell of the first. 0 and -0 differ in text.
func fresh[T uint32 | float64](to *cells, values []T) iter.Seq2[int, T] {
	return func(yield func(row int, value T) bool) {
		for i, v := range values {
			if i > 0 && v == values[i-1] && math.Signbit(float64(v)) == math.Signbit(float64(values[i-1])) {
				to.spans[i] = to.spans[i-1]
			} else if !yield(i, v) {
				return
			}
		}
	}
}

// A cellWriter formats some values of a column, at most batchRows.
type cellWriter interface {
	write(to *cells, from *blockColumn, first, last int)
}

// countCells formats counts.
type countCells struct{ table *[10_000]uint32 }

func (w countCells) write(to *cells, from *blockColumn, first, last int) {
	for i, v := range fresh(to, from.u32[first:last]) {
		dst := to.begin()
		n := putUint(dst[len(dst):cap(dst)], uint64(v), w.table)
		to.end(i, dst[:len(dst)+n])
	}
}

// intIDCells formats trajectories as their integer ids.
type intIDCells struct {
	ids   RowIDs
	table *[10_000]uint32
}

func (w intIDCells) write(to *cells, from *blockColumn, first, last int) {
	for i, v := range fresh(to, from.u32[first:last]) {
		dst := to.begin()
		n := putInt(dst[len(dst):cap(dst)], w.ids.IntID(int(v)), w.table)
		to.end(i, dst[:len(dst)+n])
	}
}

// nameCells formats trajectories as their names.
type nameCells struct{ names *names }

func (w nameCells) write(to *cells, from *blockColumn, first, last int) {
	for i, v := range fresh(to, from.u32[first:last]) {
		to.end(i, w.names.append(to.begin(), v))
	}
}

// openCells formats ends that are cut off, between quotes or none.
type openCells struct{ quote string }

func (w openCells) write(to *cells, from *blockColumn, first, last int) {
	for i, v := range from.open[first:last] {
		dst := append(to.begin(), w.quote...)
		to.end(i, append(append(dst, v.String()...), w.quote...))
	}
}

// numberCells formats numbers.
type numberCells struct {
	table  *[10_000]uint32
	others *textMemory // of numbers that are not whole
}

func (w numberCells) write(to *cells, from *blockColumn, first, last int) {
	for i, v := range fresh(to, from.f64[first:last]) {
		dst := to.begin()
		if whole, ok := wholeOf(v); ok {
			n := putInt(dst[len(dst):cap(dst)], whole, w.table)
			to.end(i, dst[:len(dst)+n])
			continue
		}
		to.end(i, w.others.append(dst, v))
	}
}

// stampCells formats times as RFC 3339.
type stampCells struct{ texts *textMemory }

func (w stampCells) write(to *cells, from *blockColumn, first, last int) {
	for i, v := range fresh(to, from.f64[first:last]) {
		to.end(i, w.texts.append(to.begin(), v))
	}
}
