package infile

// A LineMap leads from rows to lines. It has an entry wherever the difference of
// the two changes.
type LineMap []struct{ row, line int }

// Add notes the line of a row, rows in order.
func (m *LineMap) Add(row, line int) {
	if n := len(*m); n == 0 || (*m)[n-1].line-(*m)[n-1].row != line-row {
		*m = append(*m, struct{ row, line int }{row, line})
	}
}

// Line returns the line of a row.
func (m LineMap) Line(row int) int {
	at := 0
	for lo, hi := 0, len(m); lo < hi; {
		mid := (lo + hi) / 2
		if m[mid].row <= row {
			at, lo = mid, mid+1
		} else {
			hi = mid
		}
	}
	return m[at].line + row - m[at].row
}

// AddAll notes the lines of rows that come after those so far: row and line are added to what the
// other map has.
func (m *LineMap) AddAll(other LineMap, row, line int) {
	for _, e := range other {
		m.Add(row+e.row, line+e.line)
	}
}
