package dense

const (
	// fewAround is the greatest number of points around a cell that are copied side by side: one loop over all of them takes less time
	// than short loops over the points that may be near.
	fewAround = 128
	// pointsPerNeighbour is the greatest number of points around a cell for each neighbour that is counted: where there are more, looking at row
	// after row compares fewer points.
	pointsPerNeighbour = 32
	// mostWide is the greatest number of cells in a row that share one copy of the points around them: of a wider copy most is far from
	// each.
	mostWide = 4
)

// surround looks up the points around a cell, and where these are few in two dimensions copies them, with their links if links is set.
// Cells near each other in a row share a copy. It returns the number of points found or copied, which is at least the number around the
// cell.
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
	if w.marks != nil { // lookWide found only the first and the last end of each row
		w.look(cell)
	}
	return candidates, false
}

// widest returns the greatest number of cells in a row that are looked around at once: no more than the grid has in a row, so that the
// cells around them in one row do not reach into the next.
func (f *frame) widest() int {
	if f.indexed() == 1 {
		return mostWide
	}
	return int(min(mostWide, f.stride[1]-2*int64(f.reach)))
}

// lookWide looks around as many cells as have at most most points around them, and at least one. until is the cell after them.
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

// gather copies the points of the rows that were looked up, and their links. The link of a point that is not core is NoLead, which is
// greater than all others.
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

// crowded reports whether a point has minPoints neighbours, itself included, among the gathered points.
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

// lowestAround returns the lowest link of the gathered points near a point.
func (w *walker) lowestAround(cell int, p []float64) uint32 {
	w.disc.aim(p)
	w.candidates += uint64(len(w.links))
	if least, sure := w.disc.least(w.around, w.links); sure {
		return least
	}
	w.look(cell)
	return w.lowest(p)
}
