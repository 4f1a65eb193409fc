package dense

const (
	// fewAround is how many points around a cell are copied side by side at most: one loop over all of them takes less than
	// short ones over those that may be near.
	fewAround = 128
	// worth is how many points around a cell there may be for each that is counted to: of more, fewer are looked at one row
	// after the other.
	worth = 32
	// mostWide is how many cells in a row have what is around them copied once at most: more of it is far from each.
	mostWide = 4
)

// surround looks up what is around a cell, and where these are few in two dimensions copies it, with links if they are asked for. Cells
// near each other in a row have it copied once. It returns how many points that are, no fewer than around the cell.
func (w *walker) surround(cell, most int, links bool) (candidates int, few bool) {
	until := cell + 1
	switch {
	case cell < w.until:
		return len(w.around) / 2, true
	case !w.flat():
		return w.look(cell), false
	case w.marks == nil:
		candidates = w.look(cell)
	default:
		until, candidates = w.lookWide(cell, most)
	}
	if candidates <= most {
		w.until = until
		w.gather(links)
		return candidates, true
	}
	if w.marks != nil { // of each row the first and the last end are known alone
		w.look(cell)
	}
	return candidates, false
}

// widest is how many cells in a row are looked around at once at most: no more than the grid has in a row, so that what is
// around them in one row has nothing of the next.
func (f *frame) widest() int {
	if f.indexed() == 1 {
		return mostWide
	}
	return int(min(mostWide, f.stride[1]-2*int64(f.reach)))
}

// lookWide looks around as many cells as have no more than most points around them, and one at least. until is the cell after them.
func (w *walker) lookWide(cell, most int) (until, candidates int) {
	w.wide = min(w.widest, 2*w.wide)
	candidates = w.lookAround(cell, w.wide)
	for candidates > most && w.wide > 1 {
		w.wide /= 2
		candidates = w.lookAround(cell, w.wide)
	}
	end := w.cells[cell] + int64(w.wide)
	for until = cell + 1; until < len(w.cells) && w.cells[until] < end; until++ {
	}
	return until, candidates
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
