package host

import (
	"sync"

	"flyby/interaction"
	"flyby/internal/hitbuffer"
	"flyby/internal/memory"
)

// freeList is the memory of hits that came back, for the searches to come.
type freeList struct {
	lock   sync.Mutex
	lists  [][]interaction.HitRow
	growth hitbuffer.Growth // of the search that is on
}

// open makes the list that of a search, with a budget for what it takes. stop ends it.
func (l *freeList) open(budget *memory.Budget, stop func()) {
	l.growth = hitbuffer.Growth{Stop: stop, Budget: budget}
}

// take returns memory with no hits in it: what came back last, if any did, nil where
// there is no memory for one.
func (l *freeList) take() []interaction.HitRow {
	l.lock.Lock()
	defer l.lock.Unlock()
	n := len(l.lists) - 1
	if n < 0 {
		return l.growth.List(hitbuffer.ListHits)
	}
	if !l.growth.Reuse(hitbuffer.ListHits) {
		return nil
	}
	list := l.lists[n]
	l.lists[n] = nil
	l.lists = l.lists[:n]
	return list[:0]
}

// give gives memory back.
func (l *freeList) give(list []interaction.HitRow) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.lists = append(l.lists, list)
}

// empty leaves what came back to the garbage collector.
func (l *freeList) empty() {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.lists = nil
}
