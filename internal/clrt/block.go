package clrt

import (
	"math/bits"

	"flyby/internal/cl"
)

// Block is mapped memory.
type Block struct {
	Bytes  []byte
	buffer *cl.Buffer
	Pool   *Pool
	kept   bool // not from Get
}

// LeastBlock and mostBlocks bound the sizes: of a block, and of all together.
const (
	LeastBlock = 1 << 18
	mostBlocks = 1 << 33
)

// wholeBlock divides the sizes of the largest blocks; smaller blocks have
// powers of two.
const wholeBlock = 1 << 28

// BlockSize returns the size of the block for n bytes.
func BlockSize(n int) int {
	if n > wholeBlock {
		return (n + wholeBlock - 1) / wholeBlock * wholeBlock
	}
	return max(1<<bits.Len(uint(max(n, 1)-1)), LeastBlock)
}

// Release gives a block back for later use; nil is allowed.
func (b *Block) Release() {
	if b == nil {
		return
	}
	p, size := b.Pool, len(b.Bytes)
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
