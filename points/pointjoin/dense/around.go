package dense

const (
	// fewAround is how many points around a cell are copied side by side at most: one loop over all of them takes less than
	// short ones over those that may be near.
	fewAround = 128
	// worth is how many points around a cell there may be for each that is counted to: of more, fewer are looked at one row
	// after the other.
	worth = 16
)

// gather copies the points around the cell that was looked up, if they are in two dimensions and no more than most.
func (w *walker) gather(candidates, most int) bool {
	if candidates > most || !w.flat() {
		return false
	}
	w.around = w.around[:0]
	for row := range w.rows {
		ends := w.ends(row)
		w.around = append(w.around, w.at[2*int(ends[0]):2*int(ends[len(ends)-1])]...)
	}
	return true
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

// gatherLinks copies the points around the cell that was looked up, and their links, if they are few and in two dimensions. The link of one
// that is not core is NoLead, which is above all others.
func (w *walker) gatherLinks(candidates int) bool {
	if !w.gather(candidates, fewAround) {
		return false
	}
	w.links = w.links[:0]
	for row := range w.rows {
		ends := w.ends(row)
		w.links = append(w.links, w.link[ends[0]:ends[len(ends)-1]]...)
	}
	return true
}

// lowestAround is the lowest link of the points that were gathered and are near one.
func (w *walker) lowestAround(cell int, place uint32) uint32 {
	w.disc.aim(w.point(place))
	w.candidates += uint64(len(w.links))
	if least, sure := w.disc.least(w.around, w.links); sure {
		return least
	}
	w.look(cell)
	return w.lowest(place)
}
