package rowgrid

import "slices"

// walker finds the candidates of one cell after another, by ascending linear ids.
type walker struct {
	*neighbours
	of, among *sortedPoints // cells that look, and cells that are looked at; the same where half of the rows are looked at
	length    int64         // of a row of cells
	cursors   []int         // by row: the first cell among them that is not before the range of the last look
	spans     []span
}

// newWalker returns a walker that begins at a cell.
func newWalker(f *frame, r *neighbours, of, among *sortedPoints, cell int) *walker {
	w := &walker{neighbours: r, of: of, among: among, length: f.cells[0] + 2, cursors: make([]int, len(r.rows))}
	if cell < len(of.ids) {
		for k, row := range r.rows {
			w.cursors[k], _ = slices.BinarySearch(among.ids, of.ids[cell]+row.step-1)
		}
	}
	return w
}

// look sets the spans of a cell's points, and returns the greatest number of candidates of a point. Where
// half of the rows are looked at, the first span is in the cell's own stripe of its own row, and a
// point's candidates there begin behind itself.
func (w *walker) look(cell int) (candidates int) {
	id := w.of.ids[cell]
	w.spans = w.spans[:0]
	at := (id%w.length - 1) & (stripe - 1)
	opens, closes := at == 0, at == stripe-1 // the first or last cell of a stripe
	if table := w.among.table; table != nil && w.of == w.among && !opens && !closes {
		w.lookUp(table, id)
	} else {
		w.lookAround(cell, opens, closes)
	}
	w.spans = append(w.spans, span{})[:len(w.spans)] // with capacity for one more
	for _, s := range w.spans {
		candidates += int(s.last - s.first)
	}
	return candidates
}

// lookUp is look with the table of all cells, for a cell that is neither the first nor the last of its
// stripe.
func (w *walker) lookUp(table []uint32, id int64) {
	rows := w.rows
	if w.half {
		w.spans = append(w.spans, span{table[id], table[id+2], rows[0].shift})
		rows = rows[1:]
	}
	for _, row := range rows {
		three := table[id+row.step-1:][:4]
		if first, last := three[0], three[3]; first < last {
			w.spans = append(w.spans, span{first, last, row.shift})
		}
	}
}

// lookAround is look with the list of cells.
func (w *walker) lookAround(cell int, opens, closes bool) {
	ids, starts := w.among.ids, w.among.starts
	for k, row := range w.rows {
		from := w.of.ids[cell] + row.step - 1
		p := After(ids, w.cursors[k], from)
		w.cursors[k] = p
		var ends [4]uint32 // the first point of each of the three cells, and the end of the last
		for i := range ends {
			ends[i] = starts[p]
			if p < len(ids) && ids[p] == from+int64(i) {
				p++
			}
		}
		if w.half && k == 0 {
			ends[0] = ends[1]
		}
		first, last := ends[0], ends[3]
		if opens {
			w.add(ends[0], ends[1], row.shift+1)
			first = ends[1]
		}
		if closes {
			last = ends[2]
		}
		w.add(first, last, row.shift)
		if closes {
			w.add(ends[2], ends[3], row.shift+2)
		}
	}
}

// add adds a span unless it is empty.
func (w *walker) add(first, last, shift uint32) {
	if first < last {
		w.spans = append(w.spans, span{first, last, shift})
	}
}

// After returns the first place from p on whose id is not below from. It searches in growing steps.
func After(ids []int64, p int, from int64) int {
	if p >= len(ids) || ids[p] >= from {
		return p
	}
	step := 1
	for p+step < len(ids) && ids[p+step] < from {
		p += step
		step *= 2
	}
	ahead, _ := slices.BinarySearch(ids[p+1:min(p+step, len(ids))], from)
	return p + 1 + ahead
}
