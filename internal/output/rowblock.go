package output

import "flyby/trajectory"

// A rowBlock holds rows that were written and are not encoded yet, in the columns of the file: in each column one of u32, f64, open, rows
// and ends has n values.
type rowBlock struct {
	n       int
	columns []blockColumn
}

type blockColumn struct {
	u32  []uint32
	f64  []float64
	open []trajectory.Open
	rows [][]uint32 // whose rows are not copied
	wkb  []byte     // geometries, one behind the other
	ends []int      // where each of them ends
}

// take appends the rows [first, last) of the next chunk to a block of most rows, until its geometries are full, and returns the row behind
// the last one taken.
func (b *rowBlock) take(columns []outColumn, first, last, most int) (end int, err error) {
	if b.columns == nil {
		b.columns = make([]blockColumn, len(columns))
	}
	for i, c := range columns {
		if c.geometry == nil {
			continue
		}
		if last, err = c.geometry.take(&b.columns[i], first, last); err != nil {
			return first, err
		}
	}
	for i, c := range columns {
		to := &b.columns[i]
		switch {
		case c.u32 != nil:
			to.u32 = append(roomFor(to.u32, last-first, most), (*c.u32)[first:last]...)
		case c.f64 != nil:
			to.f64 = append(roomFor(to.f64, last-first, most), (*c.f64)[first:last]...)
		case c.rows != nil:
			to.rows = append(roomFor(to.rows, last-first, most), (*c.rows)[first:last]...)
		case c.open != nil:
			to.open = append(roomFor(to.open, last-first, most), (*c.open)[first:last]...)
		}
	}
	b.n += last - first
	return last, nil
}

// isFull reports whether a block of most rows takes no more.
func (b *rowBlock) isFull(columns []outColumn, most int) bool {
	for i, c := range columns {
		if c.geometry != nil && c.geometry.isFull(&b.columns[i]) {
			return true
		}
	}
	return b.n == most
}

// turn converts values to the written ones: see docs/decisions/0103-numbers-of-answers.md.
func (b *rowBlock) turn(columns []outColumn) {
	for i, c := range columns {
		if c.as == nil || b.n == 0 {
			continue
		}
		for k, v := range b.columns[i].f64 {
			b.columns[i].f64[k] = c.as(v)
		}
	}
}

// roomFor returns a column with capacity for n more values, of most in all: a column of few values stays small, and none is larger than
// most.
func roomFor[T any](column []T, n, most int) []T {
	const few = 8 // of which one part is filled
	need := len(column) + n
	switch {
	case need <= cap(column):
		return column
	case need > most/few:
		return append(make([]T, 0, most), column...)
	}
	return append(make([]T, 0, min(2*need, most)), column...)
}

// bytes returns the memory of a row of the column.
func (c outColumn) bytes() int {
	switch {
	case c.u32 != nil:
		return 4
	case c.f64 != nil:
		return 8
	case c.rows != nil:
		return 24
	case c.geometry != nil:
		return c.geometry.bytes()
	}
	return 1
}

// rowBytes returns the memory of a row in a rowBlock.
func (c content) rowBytes() (n int) {
	for _, column := range c.columns {
		n += column.bytes()
	}
	return n
}

// empty removes the rows and keeps their memory.
func (b *rowBlock) empty() {
	b.n = 0
	for i := range b.columns {
		c := &b.columns[i]
		clear(c.rows)
		c.u32, c.f64, c.open, c.rows = c.u32[:0], c.f64[:0], c.open[:0], c.rows[:0]
		c.wkb, c.ends = c.wkb[:0], c.ends[:0]
	}
}
