package flyby

import (
	"cmp"
	"slices"

	"flyby/kernel"
)

// scratch is the memory in which one thread sorts.
type scratch struct {
	keys, other []place
	list        []kernel.HitRow
}

// place is a key and where it came from.
type place struct {
	key uint64
	at  uint32
}

// grow makes room for n hits.
func (c *scratch) grow(n int) {
	if n > cap(c.keys) {
		c.keys, c.other = make([]place, n), make([]place, n)
		c.list = make([]kernel.HitRow, n)
	}
	c.keys, c.other, c.list = c.keys[:n], c.other[:n], c.list[:n]
}

const (
	fewKeys    = 64 // up to which comparisons are fastest
	digitBits  = 8
	digitCount = 1 << digitBits
)

// sort sorts the keys: a radix sort from the least digit on, which skips the
// digits in which all agree.
func (c *scratch) sort() []place {
	if len(c.keys) <= fewKeys {
		slices.SortFunc(c.keys, func(a, b place) int { return cmp.Compare(a.key, b.key) })
		return c.keys
	}
	differ := uint64(0)
	for i := range c.keys {
		differ |= c.keys[i].key ^ c.keys[0].key
	}
	for shift := 0; differ>>shift != 0; shift += digitBits {
		if differ>>shift%digitCount != 0 {
			c.pass(shift)
		}
	}
	return c.keys
}

// pass sorts by one digit, stably.
func (c *scratch) pass(shift int) {
	var next [digitCount]uint32
	for i := range c.keys {
		next[c.keys[i].key>>shift%digitCount]++
	}
	sum := uint32(0)
	for d, n := range next {
		next[d], sum = sum, sum+n
	}
	for i := range c.keys {
		d := c.keys[i].key >> shift % digitCount
		c.other[next[d]] = c.keys[i]
		next[d]++
	}
	c.keys, c.other = c.other, c.keys
}
