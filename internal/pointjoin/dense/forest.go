package dense

import "sync/atomic"

// A forest is disjoint sets of places, each a tree whose root is its lowest place. Any number of goroutines may find roots
// and unite sets at once: a link only ever leads to a lower place of the set, and only a root's link is ever changed to a
// place of another set.
type forest []uint32

// root returns the lowest place of the set of a place, as united so far. It shortens links on the way.
func (f forest) root(place uint32) uint32 {
	for {
		up := atomic.LoadUint32(&f[place])
		if up == place {
			return place
		}
		if top := atomic.LoadUint32(&f[up]); top != up {
			atomic.StoreUint32(&f[place], top)
			up = top
		}
		place = up
	}
}

// unite merges the sets of two places.
func (f forest) unite(a, b uint32) {
	for {
		a, b = f.root(a), f.root(b)
		if a == b {
			return
		}
		if a < b {
			a, b = b, a
		}
		if atomic.CompareAndSwapUint32(&f[a], a, b) {
			return
		}
	}
}
