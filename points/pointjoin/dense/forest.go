package dense

import "sync/atomic"

// A forest is sets of places, each a tree whose root is its lowest place. Any number of goroutines may ask and unite at once:
// a link only ever leads to a lower place of the set, and only that of a root is changed to one of another set.
type forest []uint32

// root is the lowest place of a set, as far as it is united. Links on the way are made shorter.
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

// unite makes the sets of two places one.
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
