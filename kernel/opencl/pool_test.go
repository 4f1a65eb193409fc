package opencl

import (
	"runtime"
	"testing"
	"time"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/cl/cltest"
)

// TestPoolKeepsBlocks wants blocks to be used again, the bound to hold, and a
// block that is held past the pool's end to stay whole until it comes back.
func TestPoolKeepsBlocks(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		d, err := New(dev, Options{})
		must(t, err)
		live := dev.Library().Live()
		p := newPool(d.dev.context)
		p.most = 3 * leastBlock
		a, err := p.get(1)
		must(t, err)
		b, err := p.get(leastBlock + 1)
		must(t, err)
		if len(a.bytes) != leastBlock || len(b.bytes) != 2*leastBlock {
			t.Fatalf("blocks of %d and %d bytes", len(a.bytes), len(b.bytes))
		}
		if _, err := p.get(1); err != errPool {
			t.Errorf("past the bound: %v", err)
		}
		b.release()
		if c, err := p.get(2 * leastBlock); err != nil || c != b {
			t.Errorf("a block of the same size is made anew, %v", err)
		}
		b.release()
		c, err := p.get(1) // which frees b
		must(t, err)
		if p.held != 2*leastBlock {
			t.Errorf("%d bytes held", p.held)
		}
		must(t, p.close())
		copy(a.bytes[leastBlock-2:], "ok")
		if string(a.bytes[leastBlock-2:]) != "ok" {
			t.Error("memory is gone")
		}
		a.release()
		c.release()
		if now := dev.Library().Live(); now != live {
			t.Errorf("%d objects, %d before", now, live)
		}
		must(t, d.Close())
	}
}

// TestPoolCollects wants the block of a result that nobody holds to come back to
// the next search.
func TestPoolCollects(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, d *Driver) {
		const size = 2 * soonMade
		b, err := d.dev.pool.get(size)
		must(t, err)
		result := &struct{ bytes []byte }{b.bytes}
		runtime.AddCleanup(result, func(b *block) { b.release() }, b)
		other, err := d.dev.pool.get(size)
		must(t, err)
		held := d.dev.pool.held
		d.dev.pool.expect()
		again, err := d.dev.pool.get(size)
		must(t, err)
		if again != b || d.dev.pool.held != held {
			t.Errorf("%d bytes pinned, %d before", d.dev.pool.held, held)
		}
		// A search after one that took no large block leaves the garbage.
		d.dev.pool.expect()
		<-d.dev.pool.collected
		d.dev.pool.collected = nil
		d.dev.pool.expect()
		if d.dev.pool.collected != nil {
			t.Error("garbage collected for a small search")
		}
		again.release()
		other.release()
	})
}

// TestPieceKeepsBlock wants the hits of a search to stay in their block where the
// next search has another, and to be copied where nobody gave one back.
func TestPieceKeepsBlock(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, d *Driver) {
		const n = leastBlock / hitBytes / 2
		staged, err := d.dev.pool.keep(leastBlock) // not of a result
		must(t, err)
		first, err := d.hostFor(n)
		must(t, err)
		kept := first.piece(n)
		if kept.Release == nil {
			t.Fatal("hits copied, though a second block may be made")
		}
		second, err := d.hostFor(n)
		must(t, err)
		if copied := second.piece(n); copied.Release != nil {
			t.Error("hits in the last block")
		}
		held := d.dev.pool.held
		kept.Release()
		third, err := d.hostFor(n)
		must(t, err)
		again := third.piece(n)
		if again.Release == nil || d.dev.pool.held != held {
			t.Errorf("%d bytes pinned, %d before; kept: %v", d.dev.pool.held, held, again.Release != nil)
		}
		again.Release()
		staged.release()
		if d.dev.pool.out[leastBlock] != 0 {
			t.Errorf("%d blocks out", d.dev.pool.out[leastBlock])
		}
	})
}

// TestPoolSpares wants a few blocks that are soon made to be with results before
// the garbage is collected for them.
func TestPoolSpares(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, d *Driver) {
		var taken []*block
		for n := range spare(collectFrom) {
			if d.dev.pool.expect(); d.dev.pool.collected != nil {
				t.Errorf("garbage collected with %d blocks out", n)
			}
			b, err := d.dev.pool.get(collectFrom)
			must(t, err)
			taken = append(taken, b)
		}
		if d.dev.pool.expect(); d.dev.pool.collected == nil {
			t.Error("garbage left, and all blocks out")
		}
		for _, b := range taken {
			b.release()
		}
	})
}

// TestReadingExpects wants both ways to read hits in order to have the garbage
// collected once as many blocks are with results as may be.
func TestReadingExpects(t *testing.T) {
	const n = collectFrom / hitBytes
	for name, read := range map[string]func(*Driver) (ordered, error){
		"at once":  func(d *Driver) (ordered, error) { return d.readOrdered(n) },
		"in parts": func(d *Driver) (ordered, error) { return d.readParts(n) },
	} {
		for _, dev := range cltest.Devices(t) {
			d := grouped(t, dev, Options{}, groups{size: 64, block: 128, claim: true})
			must(t, d.makeHits(n, n))
			must(t, d.roomForOrder(1, n))
			must(t, d.clear(0, counterWords))
			must(t, d.clearRows())
			var results []ordered
			for k := range spare(collectFrom) {
				d.order.restart()
				o, err := read(d)
				must(t, err)
				results = append(results, o)
				if last := k == spare(collectFrom)-1; (d.dev.pool.collected != nil) != last {
					t.Errorf("%s: with %d blocks out, garbage collected: %v", name, k+1, !last)
				}
			}
			for _, o := range results {
				o.release()
			}
			must(t, d.Close())
		}
	}
}

// TestPieceOutlivesDriver wants the memory of a piece to stay until it is
// released, whatever becomes of the driver.
func TestPieceOutlivesDriver(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		d, err := New(dev, Options{})
		must(t, err)
		const n = mostCopied / hitBytes * 2
		o, err := d.hostFor(n)
		must(t, err)
		p := o.piece(n)
		if p.Release == nil {
			t.Fatal("not of the pool")
		}
		must(t, d.Close())
		for i := range p.List {
			p.List[i] = interaction.HitRow{Query: uint32(i), Enter: float64(i)}
		}
		for i, h := range p.List {
			if h.Query != uint32(i) || h.Enter != float64(i) {
				t.Fatalf("hit %d is %+v", i, h)
			}
		}
		p.Release() // what is left of the driver goes too
	}
}

// TestGarbageGivesContextBack wants what a closed driver's garbage keeps, its context
// too, to be released without anybody's asking for a collection.
func TestGarbageGivesContextBack(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		live := dev.Library().Live()
		d, err := New(dev, Options{})
		must(t, err)
		back := make(chan struct{})
		func() {
			o, err := d.hostFor(mostCopied / hitBytes * 2)
			must(t, err)
			result := &struct{ piece kernel.Piece }{o.piece(1)}
			runtime.AddCleanup(result, func(release func()) { release(); close(back) }, result.piece.Release)
		}()
		must(t, d.Close())
		late := time.After(time.Minute)
		select {
		case <-back:
		case <-late:
			t.Fatal("the garbage was not collected")
		}
		if now := dev.Library().Live(); now != live {
			t.Errorf("%d objects, %d before", now, live)
		}
	}
}
