package format

// An npyExtent is a part of an array that is read at a time: some rows of all columns, or in Fortran's order of one.
type npyExtent struct{ column, columns, first, rows int }

// part returns part i of the array, in the order of the file.
func (h *npyHeader) part(i int) npyExtent {
	perColumn := h.perColumn()
	p := npyExtent{column: i / perColumn, columns: h.together(), first: i % perColumn * h.step()}
	p.rows = min(h.step(), h.rows-p.first)
	return p
}

// parts returns the number of parts.
func (h *npyHeader) parts() int { return h.columns / h.together() * h.perColumn() }

// together returns the number of columns of a part.
func (h *npyHeader) together() int {
	if h.fortran {
		return 1
	}
	return h.columns
}

// step returns the number of rows of a part, but the last.
func (h *npyHeader) step() int { return max(1, npyBlock/(h.together()*h.width)) }

// perColumn returns the number of parts that have the rows of a column.
func (h *npyHeader) perColumn() int { return (h.rows + h.step() - 1) / h.step() }

// bytes returns the length of a part in bytes.
func (h *npyHeader) bytes(p npyExtent) int { return p.rows * p.columns * h.width }

// at returns the place of a part in the array, in bytes.
func (h *npyHeader) at(p npyExtent) int64 {
	return (int64(p.column)*int64(h.rows) + int64(p.first)*int64(p.columns)) * int64(h.width)
}
