package host

import (
	"flyby/encounter"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// worker is what one goroutine finds.
type worker struct {
	full     [][]interaction.HitRow
	list     []interaction.HitRow // has room for the hits of a queue
	queue    queue
	stats    kernel.Stats
	solve    solveFunc
	approach approachFunc
	free     *freeList
	stores   [2]*trajectory.Store // of queries and entries, for their radii; nil: there are none
	joins    bool                 // hits are joined as they are found
	chains   *encounter.Collector // of them; nil: there are none yet
	joined   int                  // hits that are in chains
	rows     []uint32             // hits of each query row, of all workers; nil: not counted
	_        [64]byte             // keeps the workers off each other's cache lines
}

// clear forgets what was found, also by work that was cancelled.
func (w *worker) clear() {
	for _, list := range w.full {
		w.free.give(list)
	}
	w.full, w.list = w.full[:0], w.list[:0]
	w.queue.n, w.queue.paired, w.stats = 0, 0, kernel.Stats{}
	w.joins, w.joined, w.rows = false, 0, nil
}

// makeRoom sees to it that the hits of a queue fit. Where there is no memory for
// more, those of the last piece make room: they are only counted.
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
