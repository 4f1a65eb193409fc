package host

import (
	"sync"

	"flyby/kernel"
)

// chunkHits is the number of hits in a piece: enough that its own cost is
// nothing beside theirs. Pieces of one size are never copied to grow, and serve
// any search.
const chunkHits = 1 << 14

// room is the memory of pieces that came back, for the searches to come.
type room struct {
	lock  sync.Mutex
	lists [][]kernel.HitRow
}

// take returns an empty piece: the one that came back last, if any did.
func (r *room) take() []kernel.HitRow {
	r.lock.Lock()
	defer r.lock.Unlock()
	n := len(r.lists) - 1
	if n < 0 {
		return make([]kernel.HitRow, 0, chunkHits)
	}
	list := r.lists[n]
	r.lists[n] = nil
	r.lists = r.lists[:n]
	return list[:0]
}

// give gives room back.
func (r *room) give(list []kernel.HitRow) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.lists = append(r.lists, list)
}
