package format

import "flyby/trajectory"

// A rowBlock holds rows that were handed over and are not encoded yet, in the columns of the
// file: of each, one of u32, f64 and open has n values.
type rowBlock struct {
	n       int
	columns []blockColumn
}

type blockColumn struct {
	u32  []uint32
	f64  []float64
	open []trajectory.Open
}

// valueBytes is the most that a value takes in a rowBlock.
const valueBytes = 8

// take appends the rows [first, last) of the next chunk.
func (b *rowBlock) take(columns []outColumn, first, last int) {
	if b.columns == nil {
		b.columns = make([]blockColumn, len(columns))
	}
	for i, c := range columns {
		to := &b.columns[i]
		switch {
		case c.u32 != nil:
			to.u32 = append(to.u32, (*c.u32)[first:last]...)
		case c.f64 != nil:
			to.f64 = append(to.f64, (*c.f64)[first:last]...)
		default:
			to.open = append(to.open, (*c.open)[first:last]...)
		}
	}
	b.n += last - first
}

// empty forgets the rows and keeps their memory.
func (b *rowBlock) empty() {
	b.n = 0
	for i := range b.columns {
		c := &b.columns[i]
		c.u32, c.f64, c.open = c.u32[:0], c.f64[:0], c.open[:0]
	}
}
