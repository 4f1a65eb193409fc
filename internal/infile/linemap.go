package infile

// A LineMap maps rows to lines. It has an entry wherever the difference of the two changes.
type LineMap []struct{ row, line int }

// Add sets the line of a row; rows come in order.
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

// AddAll appends another map, with row and line added to its rows and lines.
func (m *LineMap) AddAll(other LineMap, row, line int) {
	for _, e := range other {
		m.Add(row+e.row, line+e.line)
	}
}
