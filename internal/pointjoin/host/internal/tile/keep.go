package tile

import (
	"math/bits"

	"flyby/internal/pointjoin"
)

// keep records the pairs of a query with points of the entries' tile: bit i of within is for point first+i.
func (w *worker) keep(queries, entries []uint32, query, first int, within uint32) {
	n := bits.OnesCount32(within)
	switch {
	case n == 0:
		return
	case w.finder.Counting():
		w.count(query, first, within)
		return
	}
	room := w.finder.Room(n)
	if room == nil {
		return
	}
	q := queries[query]
	for i := range n {
		e := entries[first+bits.TrailingZeros32(within)]
		if within &= within - 1; w.self && e < q {
			room[i] = pointjoin.PairOf(e, q)
		} else {
			room[i] = pointjoin.PairOf(q, e)
		}
	}
	w.finder.Took(n)
}

// count counts pairs at the places of their points in the tiles; in a self-join at the entries' places, too.
func (w *worker) count(query, first int, within uint32) {
	w.counts[0][query] += uint32(bits.OnesCount32(within))
	if w.self {
		for ; within != 0; within &= within - 1 {
			w.counts[1][first+bits.TrailingZeros32(within)]++
		}
	}
}

// flush adds the counts of a tile to the counts of its rows.
func (w *worker) flush(side int, rows []uint32) {
	counts := &w.counts[side]
	if !w.finder.Counting() {
		return
	}
	for i, row := range rows {
		if counts[i] > 0 {
			w.finder.Add(row, counts[i])
			counts[i] = 0
		}
	}
}
