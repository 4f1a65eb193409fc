package opencl

import (
	"slices"
	"unsafe"

	"flyby/kernel"
	"flyby/kernel/cl"
)

// Pin returns pinned memory of the host for n numbers.
func (d *Driver) Pin(n int) (kernel.Pinned, error) {
	b, err := d.dev.pool.lend(8 * n)
	if err != nil {
		return kernel.Pinned{}, d.fault("pin", err)
	}
	return kernel.Pinned{Floats: cl.View[float64](b.bytes[:8*n]), Release: func() { d.dev.pool.takeBack(b) }}, nil
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
