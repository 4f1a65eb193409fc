package clrt

import (
	"errors"
	"runtime"
	"sync"
	"time"

	"flyby/internal/cl"
	hostmemory "flyby/internal/memory"
)

// Pool keeps memory of the host that the device reads and writes at the bus's
// full rate: pinned, mapped once, and used again by later searches. It is safe
// for several goroutines. A block that is still held outlives the driver.
type Pool struct {
	mu     sync.Mutex
	make   func(size int) (*Block, error)
	free   map[int][]*Block // by size
	out    map[int]int      // blocks given by Get, by size
	large  int              // size of the last block of CollectFrom or more taken since Expect; 0: none
	held   int              // bytes of all blocks, blocks in use too
	most   int              // bound of held
	lent   []*Block         // by Lend
	queue  *cl.Queue        // maps and unmaps blocks; nil: there were none yet
	closed bool

	collected chan struct{} // closed once the garbage is collected; nil: no collection was begun
	awaited   int           // size of the block that is hoped for
	back      chan struct{} // receives when a block came back
}

// errPool says that the pool's bound is reached.
var errPool = errors.New("opencl: pinned memory is used up")

// newPool makes a pool of pinned memory of a device.
func newPool(c *cl.Context) *Pool {
	p := &Pool{free: map[int][]*Block{}, out: map[int]int{}, most: mostBlocks, back: make(chan struct{}, 1)}
	p.make = func(size int) (*Block, error) { return p.pin(c, size) }
	return p
}

// pin makes a block. The driver's queues are for its owner's goroutine alone, but
// any goroutine may give a block back: so the pool has a queue of its own, which
// outlives the driver where a block does.
func (p *Pool) pin(c *cl.Context, size int) (*Block, error) {
	if p.queue == nil {
		var err error
		if p.queue, err = c.CreateCommandQueue(0); err != nil {
			return nil, err
		}
	}
	b, err := c.CreateBuffer("pinned", cl.ReadWrite|cl.AllocHostPtr, size)
	if err != nil {
		return nil, err
	}
	mapped, err := p.queue.EnqueueMapBuffer(b, cl.Blocking, cl.MapRead|cl.MapWrite, 0, size, nil, nil)
	if err != nil {
		return nil, errors.Join(err, b.Release())
	}
	return &Block{Bytes: mapped, buffer: b, Pool: p}, nil
}

// CollectFrom is the size from which on making a block costs more than
// collecting the garbage.
const CollectFrom = 1 << 23

// Spare returns how many blocks of a size may be with results, the block of the
// current search included, before the garbage is collected for another. It is larger
// for blocks that are soon made, so that fewer searches wait for the collector.
func Spare(size int) int {
	if size <= soonMade {
		return 4
	}
	return 2
}

// soonMade is the size up to which a block is made in some 20 ms.
const soonMade = 1 << 26

// Expect is called when a search has its block and waits for the device. If the block is
// of CollectFrom bytes or more, no other of its size is free, and Spare or more are with
// results, it starts a garbage collection: results that nobody holds any more return
// their blocks before the next search needs one. The collector does not see their size.
func (p *Pool) Expect() {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := p.large
	p.large = 0
	if size == 0 || len(p.free[size]) > 0 || p.out[size] < Spare(size) {
		return
	}
	if p.collected != nil {
		select {
		case <-p.collected:
		default:
			return // a collection for an earlier search is running
		}
	}
	done := make(chan struct{})
	p.collected, p.awaited = done, size
	go func() {
		runtime.GC()
		close(done)
	}()
}

// collectWait bounds the time between the end of the collection and the return
// of a block, which another goroutine brings.
const collectWait = 2 * time.Millisecond

// awaitGarbage waits for the collection that Expect began.
func (p *Pool) awaitGarbage(size int) {
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

// Get returns a block of at least n bytes for a result, whose contents are
// undefined. It must be called by the goroutine that owns the driver.
func (p *Pool) Get(n int) (*Block, error) {
	size := BlockSize(n)
	p.awaitGarbage(size)
	p.mu.Lock()
	defer p.mu.Unlock()
	b, err := p.take(size)
	if err != nil {
		return nil, err
	}
	p.out[size]++
	if size >= CollectFrom {
		p.large = size
	}
	return b, nil
}

// Keep is Get for memory that is not for a result.
func (p *Pool) Keep(n int) (*Block, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, err := p.take(BlockSize(n))
	if err == nil {
		b.kept = true
	}
	return b, err
}

// Another reports whether a block of a size is free for the next search. With
// at most one block of the size in use, it makes another.
func (p *Pool) Another(size int) bool {
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
func (p *Pool) take(size int) (*Block, error) {
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
	if err := hostmemory.Need("bytes of pinned memory", uint64(size)); err != nil {
		return nil, err
	}
	b, err := p.make(size)
	if err == nil {
		p.held += size
	}
	return b, err
}

// drop frees a block. OpenCL keeps a buffer for as long as it is mapped.
func (p *Pool) drop(b *Block) error {
	p.held -= len(b.Bytes)
	var errs []error
	if b.buffer != nil {
		errs = append(errs, p.queue.EnqueueUnmapMemObject(b.buffer, b.Bytes, nil, nil), p.queue.Finish())
	}
	b.Bytes = nil
	return errors.Join(append(errs, b.buffer.Release())...)
}

// end releases the queue once the pool is closed and no block is left.
func (p *Pool) end() error {
	if !p.closed || p.held > 0 {
		return nil
	}
	return p.queue.Release()
}

// trim frees the blocks that are not in use.
func (p *Pool) trim() error {
	var errs []error
	for size, list := range p.free {
		for _, b := range list {
			errs = append(errs, p.drop(b))
		}
		delete(p.free, size)
	}
	return errors.Join(errs...)
}

// close frees the blocks that are not in use, and each other block as it comes
// back: until then the context stays. Where results have blocks it starts a garbage
// collection, in case nobody holds these results any more.
func (p *Pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	err := errors.Join(p.trim(), p.end())
	if p.hasResults() {
		go runtime.GC()
	}
	return err
}

// hasResults reports whether results have blocks.
func (p *Pool) hasResults() bool {
	for _, n := range p.out {
		if n > 0 {
			return true
		}
	}
	return false
}

// Bound sets the most bytes that the pool makes.
func (p *Pool) Bound(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = bytes
}

// Usage counts the memory of a pool.
type Usage struct {
	Held       int // bytes of all blocks
	Free, Out  int // blocks of one size: free, and with results
	Collecting bool
}

// Usage returns the memory of the pool, and the number of its blocks of a size
// (BlockSize).
func (p *Pool) Usage(size int) Usage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Usage{Held: p.held, Free: len(p.free[size]), Out: p.out[size], Collecting: p.collected != nil}
}
