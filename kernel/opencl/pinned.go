package opencl

import (
	"errors"
	"math/bits"
	"sync"

	"flyby/kernel/cl"
)

// pool keeps memory of the host that the device reads and writes at the bus's
// full rate: pinned, mapped once, and used again by later searches. It is safe
// for several goroutines. A block that somebody still holds outlives the driver.
type pool struct {
	mu     sync.Mutex
	make   func(size int) (*block, error)
	free   map[int][]*block // by size
	held   int              // bytes of all blocks, those in use too
	most   int              // bytes, at most
	closed bool
}

// block is mapped memory, of a power of two bytes.
type block struct {
	bytes  []byte
	buffer *cl.Buffer
	pool   *pool
}

// leastBlock and mostBlocks bound the sizes: of a block, and of all together.
const (
	leastBlock = 1 << 18
	mostBlocks = 1 << 33
)

// errPool says that the pool's bound is reached.
var errPool = errors.New("opencl: pinned memory is used up")

// newPool makes a pool of pinned memory of a device.
func newPool(c *cl.Context, q *cl.Queue) *pool {
	p := &pool{free: map[int][]*block{}, most: mostBlocks}
	p.make = func(size int) (*block, error) {
		b, err := c.CreateBuffer("pinned", cl.ReadWrite|cl.AllocHostPtr, size)
		if err != nil {
			return nil, err
		}
		mapped, err := q.EnqueueMapBuffer(b, cl.Blocking, cl.MapRead|cl.MapWrite, 0, size, nil, nil)
		if err != nil {
			return nil, errors.Join(err, b.Release())
		}
		return &block{bytes: mapped, buffer: b, pool: p}, nil
	}
	return p
}

// blockSize returns the size of the block for n bytes.
func blockSize(n int) int {
	return max(1<<bits.Len(uint(max(n, 1)-1)), leastBlock)
}

// get returns a block of at least n bytes, whose contents are undefined. It
// must be called by the goroutine that owns the driver.
func (p *pool) get(n int) (*block, error) {
	size := blockSize(n)
	p.mu.Lock()
	defer p.mu.Unlock()
	if list := p.free[size]; len(list) > 0 {
		b := list[len(list)-1]
		p.free[size] = list[:len(list)-1]
		return b, nil
	}
	if p.held+size > p.most {
		if err := p.trim(); err != nil {
			return nil, err
		}
	}
	if p.held+size > p.most {
		return nil, errPool
	}
	b, err := p.make(size)
	if err != nil {
		return nil, err
	}
	p.held += size
	return b, nil
}

// release gives a block back for later use; nil is allowed.
func (b *block) release() {
	if b == nil {
		return
	}
	p := b.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		p.drop(b)
		return
	}
	p.free[len(b.bytes)] = append(p.free[len(b.bytes)], b)
}

// drop frees a block.
func (p *pool) drop(b *block) error {
	p.held -= len(b.bytes)
	b.bytes = nil
	return b.buffer.Release()
}

// trim frees what nobody uses.
func (p *pool) trim() error {
	var errs []error
	for size, list := range p.free {
		for _, b := range list {
			errs = append(errs, p.drop(b))
		}
		delete(p.free, size)
	}
	return errors.Join(errs...)
}

// close frees what nobody uses now, and the rest as it comes back.
func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return p.trim()
}
