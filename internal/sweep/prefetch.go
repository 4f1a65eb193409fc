package sweep

import (
	"context"
	"slices"
	"sync"
	"time"

	"flyby/internal/engine"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// aheadIndexer makes the indexes of the next slabs, while the slabs before are searched.
type aheadIndexer struct {
	config engine.Config
	most   uint64 // the most bytes of one index

	lock sync.Mutex
	made []madeIndex // the indexes not taken yet, the latest last
	took time.Duration
}

// madeIndex is the index of the entries of a slab.
type madeIndex struct {
	entries *trajectory.Store
	index   *engine.Indexed
}

// IndexAhead has slabs indexed before they are searched, where an index takes at most most bytes,
// which no search takes meanwhile. Made must be called with every slab of the entries, one at a
// time, at the earliest while the slab before is searched. IndexAhead must be called before any
// search.
func (s *Searches) IndexAhead(most uint64) (made func(*slab.Slab)) {
	a := &aheadIndexer{config: s.config, most: most}
	s.ahead, s.config.Beside = a, a.beside
	return a.index
}

// inUse is how many slabs are in memory: the slab of the current search, or of the next one, and
// the slab after it.
const inUse = 2

// index makes the index of a slab, unless it has no segment.
func (a *aheadIndexer) index(b *slab.Slab) {
	if b.Store.Segments() == 0 {
		return
	}
	start := time.Now()
	index := engine.Index(context.Background(), b.Store, a.config, a.most)
	a.lock.Lock()
	defer a.lock.Unlock()
	a.took += time.Since(start)
	if len(a.made) == inUse { // the first was not searched, and is dropped
		a.made = slices.Delete(a.made, 0, 1)
	}
	if index != nil {
		a.made = append(a.made, madeIndex{b.Store, index})
	}
}

// take returns the index of entries that are searched now, nil where there is none. A nil aheadIndexer has
// none.
func (a *aheadIndexer) take(entries *trajectory.Store) *engine.Indexed {
	if a == nil {
		return nil
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	for i, m := range a.made {
		if m.entries == entries {
			a.made = slices.Delete(a.made, 0, i+1)
			return m.index
		}
	}
	return nil
}

// beside returns the bytes that the index of the next slab is going to take: 0 once it is made.
func (a *aheadIndexer) beside() uint64 {
	a.lock.Lock()
	defer a.lock.Unlock()
	if len(a.made) > 0 {
		return 0
	}
	return a.most
}
