package memory

import "math"

// A bound is one limit of memory, by its name.
type bound struct {
	by     string
	left   uint64 // bytes still free, the margin subtracted
	idle   uint64 // idle bytes of the heap, which take nothing of left
	mapped bool   // addresses are counted, so that a block needs idle ones in a row
}

// room returns the bytes free for small blocks.
func (b bound) room() uint64 { return sum(b.left, b.idle) }

// inRow divides idle addresses: that part is assumed to lie in a row. The runtime does
// not tell, and ends the process where they do not.
const inRow = 8

// fits reports whether one block of n bytes fits.
func (b bound) fits(n uint64) bool {
	if b.mapped {
		return n <= b.left || n <= b.idle/inRow
	}
	return n <= b.room()
}

// margin is kept free under a bound: the runtime asks for addresses 64 MiB at a time,
// and threads, their stacks and the collector's own memory come on top.
const margin = 128 << 20

// newBound returns a bound with a limit and the use of it.
func newBound(by string, limit, used, idle uint64) bound {
	return bound{by: by, left: less(less(limit, used), margin), idle: idle}
}

// onAddresses makes a bound one that counts addresses.
func (b bound) onAddresses() bound {
	b.mapped = true
	return b
}

// fits reports whether one block of n bytes fits within all bounds.
func fits(n uint64, all []bound) bool {
	for _, b := range all {
		if !b.fits(n) {
			return false
		}
	}
	return true
}

// least returns the room of the tightest bound.
func least(all []bound) (room uint64, by string) {
	room = math.MaxUint64
	for _, b := range all {
		if r := b.room(); r < room {
			room, by = r, b.by
		}
	}
	return room, by
}

// worst returns the room of the bound that refuses a block of n bytes; of several the
// tightest.
func worst(n uint64, all []bound) (room uint64, by string) {
	room = math.MaxUint64
	for _, b := range all {
		r := b.room()
		if b.mapped {
			r = max(b.left, b.idle/inRow)
		}
		if !b.fits(n) && r < room {
			room, by = r, b.by
		}
	}
	return room, by
}

// Bound is one limit of memory: the machine, a cgroup, a limit of the process.
type Bound struct {
	By        string
	Remaining uint64 // bytes still free, a margin kept back
}

// Bounds returns the limits of memory now; a cgroup and each above it are one each.
func Bounds() (all []Bound) {
	for _, b := range bounds() {
		all = append(all, Bound{b.by, b.left})
	}
	return all
}

// less returns a - b, 0 where b is more.
func less(a, b uint64) uint64 { return a - min(a, b) }

// sum returns a + b, math.MaxUint64 if it is more.
func sum(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}
