package host

import (
	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/kernel"
	"flyby/trajectory"
)

// worker is the state of one goroutine of a search: its hits or chains, and its counts.
type worker struct {
	full     [][]interaction.HitRow
	list     []interaction.HitRow // the list to add to, with room for the hits of a queue
	queue    queue
	stats    kernel.Stats
	solve    solveFunc
	approach approachFunc
	free     *freeList
	stores   [2]*trajectory.Store // of queries and entries, for their radii; nil: there are none
	joins    bool                 // hits are joined as they are found
	chains   *encounter.Collector // the chains of joined hits; nil: none yet
	joined   int                  // number of hits in chains
	rows     []uint32             // number of hits of each query row, shared by all workers; nil: not counted
	_        [64]byte             // keeps the workers off each other's cache lines
}

// clear forgets the hits, chains and counts of the last search, cancelled or not.
func (w *worker) clear() {
	for _, list := range w.full {
		w.free.give(list)
	}
	w.full, w.list = w.full[:0], w.list[:0]
	w.queue.n, w.queue.paired, w.stats = 0, 0, kernel.Stats{}
	w.joins, w.joined, w.rows = false, 0, nil
}

// makeRoom makes room in w.list for the hits of a queue. Where there is no memory for
// another list, it drops the hits of the current one and only counts them.
func (w *worker) makeRoom() {
	if cap(w.list)-len(w.list) >= queueRoom {
		return
	}
	list := w.free.take()
	if list == nil {
		w.free.growth.Drop(len(w.list))
		w.list = w.list[:0]
		return
	}
	if len(w.list) > 0 {
		w.full = append(w.full, w.list)
	}
	w.list = list
}
