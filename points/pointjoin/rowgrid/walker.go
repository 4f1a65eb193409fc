package rowgrid

import "slices"

// walker finds the candidates of one cell after the other, by ascending linear ids.
type walker struct {
	*neighbours
	of, among *sorted // whose cells look, and at which; the same where half of the rows are looked at
	length    int64   // of a row of cells
	cursors   []int   // by row: the first cell among them that is not before the last one's range
	spans     []span
}

// newWalker returns a walker that begins at a cell.
func newWalker(f *frame, r *neighbours, of, among *sorted, cell int) *walker {
	w := &walker{neighbours: r, of: of, among: among, length: f.cells[0] + 2, cursors: make([]int, len(r.rows))}
	if cell < len(of.ids) {
		for k, row := range r.rows {
			w.cursors[k], _ = slices.BinarySearch(among.ids, of.ids[cell]+row.step-1)
		}
	}
	return w
}

// look sets the spans of a cell's points, and returns how many candidates a point has at most. Where
// half of the rows are looked at, the first span is that of the cell's own stripe in its own row, and
// a point's candidates there begin after itself.
func (w *walker) look(cell int) (candidates int) {
	id := w.of.ids[cell]
	w.spans = w.spans[:0]
	at := (id%w.length - 1) & (stripe - 1)
	opens, closes := at == 0, at == stripe-1 // the first or last cell of a stripe
	ids := w.among.ids
	for k, row := range w.rows {
		from := id + row.step - 1
		p := after(ids, w.cursors[k], from)
		w.cursors[k] = p
		if w.half && k == 0 {
			p = cell
		}
		q := p
		for q < len(ids) && ids[q] <= from+2 {
			q++
		}
		if p < q {
			w.add(p, q, row.shift, opens && ids[p] == from, closes && ids[q-1] == from+2)
		}
	}
	w.spans = append(w.spans, span{})[:len(w.spans)] // with room for one more
	for _, s := range w.spans {
		candidates += int(s.last - s.first)
	}
	return candidates
}

// after returns the first place from p on whose id is not below one: it looks ahead by ever longer steps.
func after(ids []int64, p int, from int64) int {
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

// add adds cells of a row, of which the first may be of the stripe before and the last of the one behind.
func (w *walker) add(p, q int, shift uint32, before, behind bool) {
	starts := w.among.starts
	if before {
		w.spans = append(w.spans, span{starts[p], starts[p+1], shift + 1})
		p++
	}
	end := q
	if behind {
		end--
	}
	if p < end {
		w.spans = append(w.spans, span{starts[p], starts[end], shift})
	}
	if behind {
		w.spans = append(w.spans, span{starts[end], starts[q], shift + 2})
	}
}
