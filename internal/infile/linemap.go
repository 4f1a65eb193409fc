package infile

// A LineMap maps rows to lines. It has an entry wherever lines stop growing by the same number from row to row.
type LineMap []lineEntry

// A lineEntry is for rows from one on.
type lineEntry struct{ row, line, step int }

// of returns the line of a row of the entry.
func (e *lineEntry) of(row int) int { return e.line + e.step*(row-e.row) }

// Add sets the line of a row; rows come in order.
func (m *LineMap) Add(row, line int) {
	if n := len(*m); n > 0 {
		last := &(*m)[n-1]
		if row == last.row+1 {
			last.step = line - last.line // the second row tells
		}
		if last.of(row) == line {
			return
		}
	}
	*m = append(*m, lineEntry{row, line, 1})
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
	return m[at].of(row)
}

// AddAll appends another map, with row and line added to its rows and lines.
func (m *LineMap) AddAll(other LineMap, row, line int) {
	for _, e := range other {
		e.row, e.line = e.row+row, e.line+line
		if n := len(*m); n == 0 || (*m)[n-1].step != e.step || (*m)[n-1].of(e.row) != e.line {
			*m = append(*m, e)
		}
	}
}
