package host

import (
	"sync"

	"flyby/interaction"
	"flyby/internal/hitbuffer"
	"flyby/internal/memory"
)

// freeList is the memory of released hits, for reuse by later searches.
type freeList struct {
	lock   sync.Mutex
	lists  [][]interaction.HitRow
	growth hitbuffer.Growth // of the current search
}

// open begins a search: budget bounds the memory that the search takes, and calling stop
// ends the search.
func (l *freeList) open(budget *memory.Budget, stop func()) {
	l.growth = hitbuffer.Growth{Stop: stop, Budget: budget}
}

// take returns a list without hits: the list released last, otherwise a new one; nil where
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

// give puts a list on the free list.
func (l *freeList) give(list []interaction.HitRow) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.lists = append(l.lists, list)
}

// empty leaves the free lists to the garbage collector.
func (l *freeList) empty() {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.lists = nil
}
