package memory

import "math"

// A bound is one thing that bounds memory, by its name.
type bound struct {
	by     string
	left   uint64 // bytes that it still gives, the margin taken off
	idle   uint64 // bytes of the heap that lie idle and take nothing of left
	mapped bool   // it counts addresses, so that a block needs idle ones in a row
}

// room is how much fits into small blocks.
func (b bound) room() uint64 { return sum(b.left, b.idle) }

// inRow is the share of idle addresses that are taken to lie in a row: the runtime
// cannot tell, and ends the process where they do not.
const inRow = 8

// fits reports whether one block of n bytes fits.
func (b bound) fits(n uint64) bool {
	if b.mapped {
		return n <= b.left || n <= b.idle/inRow
	}
	return n <= b.room()
}

// margin is what a bound keeps: the runtime asks for addresses 64 MiB at a time,
// and threads, their stacks and the collector's own memory come on top.
const margin = 128 << 20

// newBound is a bound with a limit and what is used of it.
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

// least is the room that the tightest bound leaves.
func least(all []bound) (room uint64, by string) {
	room = math.MaxUint64
	for _, b := range all {
		if r := b.room(); r < room {
			room, by = r, b.by
		}
	}
	return room, by
}

// worst is what the bound leaves that refuses a block of n bytes, the tightest of
// those.
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

// Bound is one thing that bounds memory: the machine, a cgroup, a limit of the process.
type Bound struct {
	By   string
	Left uint64 // bytes that it still gives, some kept back
}

// Bounds returns what bounds memory now; a cgroup and those above it are one each.
func Bounds() (all []Bound) {
	for _, b := range bounds() {
		all = append(all, Bound{b.by, b.left})
	}
	return all
}

// less is a - b, 0 where b is more.
func less(a, b uint64) uint64 { return a - min(a, b) }

// sum is a + b, math.MaxUint64 where that is more.
func sum(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}
