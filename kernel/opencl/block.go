package opencl

import (
	"math/bits"

	"flyby/kernel/cl"
)

// block is mapped memory.
type block struct {
	bytes  []byte
	buffer *cl.Buffer
	pool   *pool
	kept   bool // not in out
}

// leastBlock and mostBlocks bound the sizes: of a block, and of all together.
const (
	leastBlock = 1 << 18
	mostBlocks = 1 << 33
)

// wholeBlock is what the size of the largest blocks is a multiple of; smaller
// ones have powers of two.
const wholeBlock = 1 << 28

// blockSize returns the size of the block for n bytes.
func blockSize(n int) int {
	if n > wholeBlock {
		return (n + wholeBlock - 1) / wholeBlock * wholeBlock
	}
	return max(1<<bits.Len(uint(max(n, 1)-1)), leastBlock)
}

// release gives a block back for later use; nil is allowed.
func (b *block) release() {
	if b == nil {
		return
	}
	p, size := b.pool, len(b.bytes)
	p.mu.Lock()
	defer p.mu.Unlock()
	if !b.kept {
		p.out[size]--
	}
	b.kept = false
	if p.closed {
		p.drop(b)
		p.end()
		return
	}
	p.free[size] = append(p.free[size], b)
	select {
	case p.back <- struct{}{}:
	default:
	}
}
