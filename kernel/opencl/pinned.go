package opencl

import (
	"errors"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"time"
	"unsafe"

	"flyby/kernel"
	"flyby/kernel/cl"
)

// Pin returns pinned memory of the host for n numbers.
func (d *Driver) Pin(n int) (kernel.Pinned, error) {
	b, err := d.pool.lend(8 * n)
	if err != nil {
		return kernel.Pinned{}, d.fault("pin", err)
	}
	return kernel.Pinned{Floats: cl.View[float64](b.bytes[:8*n]), Release: func() { d.pool.takeBack(b) }}, nil
}

// pool keeps memory of the host that the device reads and writes at the bus's
// full rate: pinned, mapped once, and used again by later searches. It is safe
// for several goroutines. A block that somebody still holds outlives the driver.
type pool struct {
	mu     sync.Mutex
	make   func(size int) (*block, error)
	free   map[int][]*block // by size
	out    map[int]int      // blocks that get gave, by size
	large  int              // size of the block of collectFrom or more that was taken since expect; 0: none
	held   int              // bytes of all blocks, those in use too
	most   int              // bytes, at most
	lent   []*block         // by Pin
	closed bool

	collected chan struct{} // closed once the garbage is collected; nil: nobody asked for it
	awaited   int           // size of the block that is hoped for
	back      chan struct{} // told of a block that came back
}

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

// errPool says that the pool's bound is reached.
var errPool = errors.New("opencl: pinned memory is used up")

// newPool makes a pool of pinned memory of a device.
func newPool(c *cl.Context, q *cl.Queue) *pool {
	p := &pool{free: map[int][]*block{}, out: map[int]int{}, most: mostBlocks, back: make(chan struct{}, 1)}
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

// collectFrom is the size from which on a block costs more to make than the
// garbage to collect.
const collectFrom = 1 << 23

// spare is the number of blocks of a size that may be out, that of the search
// included, before the garbage is collected for another: a few where they are soon
// made, so that few searches wait for the collector.
func spare(size int) int {
	if size <= soonMade {
		return 4
	}
	return 2
}

// soonMade is the size up to which a block is made in some 20 ms.
const soonMade = 1 << 26

// expect is told that a search has its block and waits for the device. If the
// block is large and the last that was free, of not few, it has the garbage
// collected meanwhile, for the next search: results that nobody holds any more
// give theirs back, and the collector does not see their size.
func (p *pool) expect() {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := p.large
	p.large = 0
	if size == 0 || len(p.free[size]) > 0 || p.out[size] < spare(size) {
		return
	}
	if p.collected != nil {
		select {
		case <-p.collected:
		default:
			return // at work for an earlier search
		}
	}
	done := make(chan struct{})
	p.collected, p.awaited = done, size
	go func() {
		runtime.GC()
		close(done)
	}()
}

// collectWait bounds the time between the end of the collector and the return
// of a block, which another goroutine brings.
const collectWait = 2 * time.Millisecond

// awaitGarbage waits for what expect began.
func (p *pool) awaitGarbage(size int) {
	p.mu.Lock()
	done := p.collected
	wanted := done != nil && size == p.awaited && len(p.free[size]) == 0
	if wanted {
		p.collected = nil
	}
	p.mu.Unlock()
	if !wanted {
		return
	}
	<-done
	late := time.NewTimer(collectWait)
	defer late.Stop()
	for {
		p.mu.Lock()
		found := len(p.free[size]) > 0
		p.mu.Unlock()
		if found {
			return
		}
		select {
		case <-p.back:
		case <-late.C:
			return
		}
	}
}

// get returns a block of at least n bytes for a result, whose contents are
// undefined. It must be called by the goroutine that owns the driver.
func (p *pool) get(n int) (*block, error) {
	size := blockSize(n)
	p.awaitGarbage(size)
	p.mu.Lock()
	defer p.mu.Unlock()
	b, err := p.take(size)
	if err != nil {
		return nil, err
	}
	p.out[size]++
	if size >= collectFrom {
		p.large = size
	}
	return b, nil
}

// keep is get for memory that is not for a result.
func (p *pool) keep(n int) (*block, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, err := p.take(blockSize(n))
	if err == nil {
		b.kept = true
	}
	return b, err
}

// lend is keep for memory of which holder shall know.
func (p *pool) lend(n int) (*block, error) {
	b, err := p.keep(n)
	if err == nil {
		p.mu.Lock()
		p.lent = append(p.lent, b)
		p.mu.Unlock()
	}
	return b, err
}

// takeBack is release of a block that was lent.
func (p *pool) takeBack(b *block) {
	p.mu.Lock()
	p.lent = slices.DeleteFunc(p.lent, func(lent *block) bool { return lent == b })
	p.mu.Unlock()
	b.release()
}

// holder returns the block that was lent and has data in it, nil where there is none.
func (p *pool) holder(data []byte) *block {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.lent {
		at := uintptr(unsafe.Pointer(unsafe.SliceData(data))) - uintptr(unsafe.Pointer(unsafe.SliceData(b.bytes)))
		if at < uintptr(len(b.bytes)) { // below the block it wraps around
			return b
		}
	}
	return nil
}

// another reports whether a block of a size is free, for the search after this
// one. It makes the second of its size.
func (p *pool) another(size int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.free[size]) > 0 {
		return true
	}
	if p.out[size] > 1 {
		return false
	}
	b, err := p.take(size)
	if err == nil {
		p.free[size] = append(p.free[size], b)
	}
	return err == nil
}

// take returns a free block or a new one.
func (p *pool) take(size int) (*block, error) {
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
	if err == nil {
		p.held += size
	}
	return b, err
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
		return
	}
	p.free[size] = append(p.free[size], b)
	select {
	case p.back <- struct{}{}:
	default:
	}
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
