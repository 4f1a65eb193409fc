package dense

import (
	"slices"

	"flyby/points/pointjoin"
)

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

// gatherCores copies the core points around the cell that was looked up, and their links, if as many points as are there are few and in two
// dimensions.
func (w *walker) gatherCores(candidates int) bool {
	if candidates > fewAround || !w.flat() {
		return false
	}
	if w.links == nil {
		w.links = make([]uint32, fewAround+1)
	}
	w.around = slices.Grow(w.around[:0], 2*fewAround+2)[:2*fewAround+2]
	w.links = w.links[:fewAround+1]
	n := 0
	for row := range w.rows {
		ends := w.ends(row)
		first, last := int(ends[0]), int(ends[len(ends)-1])
		others := w.at[2*first : 2*last]
		for i, link := range w.link[first:last] {
			w.around[2*n], w.around[2*n+1], w.links[n] = others[2*i], others[2*i+1], link
			n += int((uint64(link) - uint64(pointjoin.NoLead)) >> 63) // a point that is not core has no link, and is overwritten
		}
	}
	w.around, w.links = w.around[:2*n], w.links[:n]
	return true
}

// lowestAround is the lowest link of the core points that were gathered and are near one.
func (w *walker) lowestAround(place uint32) uint32 {
	if least, sure := w.least(w.point(place), w.around, w.links); sure {
		return least
	}
	return w.lowest(place)
}
