package hitorder

import (
	"slices"

	"flyby/interaction"
	"flyby/internal/memory"
)

// scratch is the memory in which one thread sorts.
type scratch struct {
	keys, other []uint64
	list        []interaction.HitRow
}

// grow makes room for n hits, and reports whether there is memory for it.
func (c *scratch) grow(n int) bool {
	if n > cap(c.keys) {
		if memory.Need("hits to sort", memory.Of(n, scratchBytes)) != nil {
			return false
		}
		c.keys, c.other = make([]uint64, n), make([]uint64, n)
		c.list = make([]interaction.HitRow, n)
	}
	c.keys, c.other, c.list = c.keys[:n], c.other[:n], c.list[:n]
	return true
}

// scratchBytes is the memory that sorting a hit takes.
const scratchBytes = 2*8 + hitBytes

const (
	fewKeys    = 64 // up to which comparisons are fastest
	digitBits  = 9
	digitCount = 1 << digitBits
)

// sort sorts the keys, whose lowest bits are in order already: a radix sort from
// the least digit on, which skips the digits in which all agree. It is made for a
// thousand keys, as internal/radix is for a million: that one's counters of all
// digits would cost as much here as a pass, and a tenth of a search with many hits.
func (c *scratch) sort(ordered int) []uint64 {
	if len(c.keys) <= fewKeys {
		slices.Sort(c.keys)
		return c.keys
	}
	differ := uint64(0)
	for _, k := range c.keys {
		differ |= k ^ c.keys[0]
	}
	for shift := ordered; differ>>shift != 0; shift += digitBits {
		if differ>>shift%digitCount != 0 {
			c.pass(shift)
		}
	}
	return c.keys
}

// pass sorts by one digit, stably.
func (c *scratch) pass(shift int) {
	var next [digitCount]uint32
	for _, k := range c.keys {
		next[k>>shift%digitCount]++
	}
	sum := uint32(0)
	for d, n := range next {
		next[d], sum = sum, sum+n
	}
	for _, k := range c.keys {
		d := k >> shift % digitCount
		c.other[next[d]] = k
		next[d]++
	}
	c.keys, c.other = c.other, c.keys
}
