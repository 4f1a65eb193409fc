package clrt

import (
	"slices"
	"unsafe"
)

// Lend is Keep for memory that Holder finds.
func (p *Pool) Lend(n int) (*Block, error) {
	b, err := p.Keep(n)
	if err == nil {
		p.mu.Lock()
		p.lent = append(p.lent, b)
		p.mu.Unlock()
	}
	return b, err
}

// TakeBack is Release for a lent block.
func (b *Block) TakeBack() {
	p := b.Pool
	p.mu.Lock()
	p.lent = slices.DeleteFunc(p.lent, func(lent *Block) bool { return lent == b })
	p.mu.Unlock()
	b.Release()
}

// Holder returns the lent block that has data in it, nil if there is none.
func (p *Pool) Holder(data []byte) *Block {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.lent {
		at := uintptr(unsafe.Pointer(unsafe.SliceData(data))) - uintptr(unsafe.Pointer(unsafe.SliceData(b.Bytes)))
		if at < uintptr(len(b.Bytes)) { // data below the block wraps around
			return b
		}
	}
	return nil
}
