package trajectory

// The most columns of a type that a chunk of rows has.
const (
	mostInts   = 4
	mostFloats = 9
)

// columns are the columns of a chunk of rows. They are arrays, so that they need no memory of the heap; nil: there is no such column.
type columns struct {
	u32  [mostInts]*[]uint32
	f64  [mostFloats]*[]float64
	open *[]Open
}

// append appends the columns of o.
func (c columns) append(o columns) {
	for i := range c.u32 {
		appendTo(c.u32[i], o.u32[i])
	}
	for i := range c.f64 {
		appendTo(c.f64[i], o.f64[i])
	}
	appendTo(c.open, o.open)
}

// appendTo appends a column to another.
func appendTo[T any](c, o *[]T) {
	if c != nil {
		*c = append(*c, *o...)
	}
}

// slice cuts the columns to the rows [first, last), in the same memory. Columns that are nil stay nil.
func (c columns) slice(first, last int) {
	for _, column := range c.u32 {
		cut(column, first, last)
	}
	for _, column := range c.f64 {
		cut(column, first, last)
	}
	cut(c.open, first, last)
}

// cut cuts a column to the rows [first, last).
func cut[T any](c *[]T, first, last int) {
	if c != nil && *c != nil {
		*c = (*c)[first:last]
	}
}

// pick replaces each column by its values at the rows, in new memory. Columns that are nil stay nil.
func (c columns) pick(rows []int) {
	for _, column := range c.u32 {
		choose(column, rows)
	}
	for _, column := range c.f64 {
		choose(column, rows)
	}
	choose(c.open, rows)
}

// choose replaces a column by its values at the rows.
func choose[T any](c *[]T, rows []int) {
	if c == nil || *c == nil {
		return
	}
	to := make([]T, len(rows))
	for n, row := range rows {
		to[n] = (*c)[row]
	}
	*c = to
}
