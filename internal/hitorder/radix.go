package hitorder

import (
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
