package host

import (
	"sync"

	"flyby/interaction"
	"flyby/internal/hitbuffer"
)

// room is the memory of pieces that came back, for the searches to come.
type room struct {
	lock   sync.Mutex
	lists  [][]interaction.HitRow
	growth hitbuffer.Growth // of the search that is on
}

// open makes the room that of a search. stop ends it.
func (r *room) open(stop func()) { r.growth = hitbuffer.Growth{Stop: stop} }

// take returns an empty piece: the one that came back last, if any did, nil where
// there is no memory for one.
func (r *room) take() []interaction.HitRow {
	r.lock.Lock()
	defer r.lock.Unlock()
	n := len(r.lists) - 1
	if n < 0 {
		return r.growth.List(hitbuffer.ListHits)
	}
	list := r.lists[n]
	r.lists[n] = nil
	r.lists = r.lists[:n]
	return list[:0]
}

// give gives room back.
func (r *room) give(list []interaction.HitRow) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.lists = append(r.lists, list)
}

// empty leaves what came back to the garbage collector.
func (r *room) empty() {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.lists = nil
}
