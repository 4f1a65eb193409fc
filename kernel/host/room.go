package host

import (
	"sync"

	"flyby/kernel"
)

// room is the memory of hits that came back, for the searches to come.
type room struct {
	lock  sync.Mutex
	lists [][]kernel.HitRow
}

// take returns the room that came back last, nil where there is none.
func (r *room) take() []kernel.HitRow {
	r.lock.Lock()
	defer r.lock.Unlock()
	n := len(r.lists) - 1
	if n < 0 {
		return nil
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
