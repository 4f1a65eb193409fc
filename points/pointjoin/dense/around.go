package dense

const (
	// fewAround is how many points around a cell are copied side by side at most: one loop over all of them takes less than
	// short ones over those that may be near.
	fewAround = 128
	// worth is how many points around a cell there may be for each that is counted to: of more, fewer are looked at one row
	// after the other.
	worth = 6
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
	within, below := w.count2(w.point(place), w.around)
	if within != below { // some are borderline
		return w.core(cell, place, minPoints)
	}
	w.candidates += uint64(len(w.around) / 2)
	return int(within) >= minPoints
}
