package clrt

import (
	"runtime"
	"testing"

	"flyby/internal/testing/cltest"
)

// TestPoolKeepsBlocks: blocks are used again, the bound holds, and a block that
// is held past the pool's end stays whole until it comes back.
func TestPoolKeepsBlocks(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		d := openDevice(t, dev, "")
		live := dev.Library().Live()
		p := newPool(d.Context)
		p.most = 3 * LeastBlock
		a, err := p.Get(1)
		must(t, err)
		b, err := p.Get(LeastBlock + 1)
		must(t, err)
		if len(a.Bytes) != LeastBlock || len(b.Bytes) != 2*LeastBlock {
			t.Fatalf("blocks of %d and %d bytes", len(a.Bytes), len(b.Bytes))
		}
		if _, err := p.Get(1); err != errPool {
			t.Errorf("past the bound: %v", err)
		}
		b.Release()
		if c, err := p.Get(2 * LeastBlock); err != nil || c != b {
			t.Errorf("a block of the same size is made anew, %v", err)
		}
		b.Release()
		c, err := p.Get(1) // frees b
		must(t, err)
		if p.held != 2*LeastBlock {
			t.Errorf("%d bytes held", p.held)
		}
		must(t, p.close())
		copy(a.Bytes[LeastBlock-2:], "ok")
		if string(a.Bytes[LeastBlock-2:]) != "ok" {
			t.Error("memory is gone")
		}
		a.Release()
		c.Release()
		if now := dev.Library().Live(); now != live {
			t.Errorf("%d objects, %d before", now, live)
		}
		must(t, d.Close())
	}
}

// TestPoolCollects: the block of a result that nobody holds comes back to the
// next search.
func TestPoolCollects(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		const size = 2 * soonMade
		b, err := d.Pool.Get(size)
		must(t, err)
		result := &struct{ bytes []byte }{b.Bytes}
		runtime.AddCleanup(result, func(b *Block) { b.Release() }, b)
		other, err := d.Pool.Get(size)
		must(t, err)
		held := d.Pool.held
		d.Pool.Expect()
		again, err := d.Pool.Get(size)
		must(t, err)
		if again != b || d.Pool.held != held {
			t.Errorf("%d bytes pinned, %d before", d.Pool.held, held)
		}
		// A search after one that took no large block leaves the garbage.
		d.Pool.Expect()
		<-d.Pool.collected
		d.Pool.collected = nil
		d.Pool.Expect()
		if d.Pool.collected != nil {
			t.Error("garbage collected for a small search")
		}
		again.Release()
		other.Release()
	})
}

// TestPoolSpares: a few blocks that are soon made may be with results before the
// garbage is collected for them.
func TestPoolSpares(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		var taken []*Block
		for n := range Spare(CollectFrom) {
			if d.Pool.Expect(); d.Pool.collected != nil {
				t.Errorf("garbage collected with %d blocks out", n)
			}
			b, err := d.Pool.Get(CollectFrom)
			must(t, err)
			taken = append(taken, b)
		}
		if d.Pool.Expect(); d.Pool.collected == nil {
			t.Error("garbage left, and all blocks out")
		}
		for _, b := range taken {
			b.Release()
		}
	})
}
