package dense

const (
	// fewAround is how many points around a cell are copied side by side at most: one loop over all of them takes less than
	// short ones over those that may be near.
	fewAround = 128
	// worth is how many points around a cell there may be for each that is counted to: of more, fewer are looked at one row
	// after the other.
	worth = 16
)

// surround looks up what is around a cell, and where these are few in two dimensions copies it, with links if they are asked for. Two cells
// beside each other have it copied once. It returns how many points that are, no fewer than around the cell.
func (w *walker) surround(cell, most int, links bool) (candidates int, few bool) {
	if next := w.next; next == cell && cell > 0 {
		w.next = 0
		return len(w.around) / 2, true
	}
	w.next = 0
	if !w.flat() {
		return w.look(cell), false
	}
	if w.marks == nil {
		candidates = w.look(cell)
		if few = candidates <= most; few {
			w.gather(links)
		}
		return candidates, few
	}
	if cell+1 < len(w.cells) && w.cells[cell+1] == w.cells[cell]+1 {
		if n := w.lookAround(cell, 2); n <= most {
			w.next = cell + 1
			w.gather(links)
			return n, true
		}
	}
	if n := w.lookAround(cell, 1); n <= most {
		w.gather(links)
		return n, true
	}
	return w.look(cell), false
}

// gather copies the points around what was looked up, and their links. The link of one that is not core is NoLead, which is above all
// others.
func (w *walker) gather(links bool) {
	w.around, w.links = w.around[:0], w.links[:0]
	for row := range w.rows {
		ends := w.ends(row)
		first, last := ends[0], ends[len(ends)-1]
		w.around = append(w.around, w.at[2*int(first):2*int(last)]...)
		if links {
			w.links = append(w.links, w.link[first:last]...)
		}
	}
}

// crowded reports whether a point has enough neighbours among those that were gathered, itself among them.
func (w *walker) crowded(cell int, place uint32, minPoints int) bool {
	w.disc.aim(w.point(place))
	within, below := w.disc.count(w.around)
	if within != below { // some are borderline
		w.look(cell)
		return w.core(cell, place, minPoints)
	}
	w.candidates += uint64(len(w.around) / 2)
	return int(within) >= minPoints
}

// lowestAround is the lowest link of the points that were gathered and are near one.
func (w *walker) lowestAround(cell int, p []float64) uint32 {
	w.disc.aim(p)
	w.candidates += uint64(len(w.links))
	if least, sure := w.disc.least(w.around, w.links); sure {
		return least
	}
	w.look(cell)
	return w.lowest(p)
}
