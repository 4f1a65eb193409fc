package reading

import "flyby/internal/infile"

// repeatFilter drops rows that repeat the last position of their trajectory at the same time, as state
// vectors do until the next position comes.
type repeatFilter struct {
	numbers Coder
	last    []lastPlace // by number
	rows    []int       // rows of a block that stay
}

type lastPlace struct {
	seen    bool
	t, x, y float64
}

// cut cuts repeated rows out of a block.
func (h *repeatFilter) cut(b *Block) {
	if b.rows() == 0 {
		return
	}
	h.rows = h.rows[:0]
	for row, number := range h.numbers.set(&b.ids) {
		for int(number) >= len(h.last) {
			h.last = append(h.last, lastPlace{})
		}
		at := lastPlace{true, b.col[ColT][row], b.col[ColX][row], b.col[ColY][row]}
		if h.last[number] != at {
			h.last[number] = at
			h.rows = append(h.rows, row)
		}
	}
	b.repeated += b.rows() - len(h.rows)
	b.keepRows(h.rows)
}

// keepRows leaves rows of a block, which ascend.
func (b *Block) keepRows(rows []int) {
	if len(rows) == b.rows() {
		return
	}
	lines := infile.LineMap{}
	for to, from := range rows {
		lines.Add(to, b.Lines.Line(from))
	}
	b.Lines = lines
	for k := range b.col {
		b.col[k] = Picked(b.col[k], rows)
	}
	b.piece = Picked(b.piece, rows)
	b.ids.ints, b.ids.codes = Picked(b.ids.ints, rows), Picked(b.ids.codes, rows)
}

// Picked moves rows of a column to its front. A column without rows stays empty.
func Picked[T any](column []T, rows []int) []T {
	if len(column) == 0 {
		return column
	}
	for to, from := range rows {
		column[to] = column[from]
	}
	return column[:len(rows)]
}
