package opencl

import (
	"runtime"
	"testing"
	"time"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/cl/cltest"
	"flyby/kernel/opencl/internal/clrt"
)

// TestPieceKeepsBlock wants the hits of a search to stay in their block where the
// next search has another, and to be copied where nobody gave one back.
func TestPieceKeepsBlock(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, d *Driver) {
		const n = clrt.LeastBlock / hitBytes / 2
		staged, err := d.dev.Pool.Keep(clrt.LeastBlock) // not of a result
		must(t, err)
		first, err := d.list.hostFor(n)
		must(t, err)
		kept := first.piece(n)
		if kept.Release == nil {
			t.Fatal("hits copied, though a second block may be made")
		}
		second, err := d.list.hostFor(n)
		must(t, err)
		if copied := second.piece(n); copied.Release != nil {
			t.Error("hits in the last block")
		}
		held := d.dev.Pool.Usage(0).Held
		kept.Release()
		third, err := d.list.hostFor(n)
		must(t, err)
		again := third.piece(n)
		if again.Release == nil || d.dev.Pool.Usage(0).Held != held {
			t.Errorf("%d bytes pinned, %d before; kept: %v", d.dev.Pool.Usage(0).Held, held, again.Release != nil)
		}
		again.Release()
		staged.Release()
		if d.dev.Pool.Usage(clrt.LeastBlock).Out != 0 {
			t.Errorf("%d blocks out", d.dev.Pool.Usage(clrt.LeastBlock).Out)
		}
	})
}

// TestReadingExpects wants both ways to read hits in order to have the garbage
// collected once as many blocks are with results as may be.
func TestReadingExpects(t *testing.T) {
	const n = clrt.CollectFrom / hitBytes
	for name, read := range map[string]func(*Driver) (ordered, error){
		"at once":  func(d *Driver) (ordered, error) { return d.list.readOrdered(n) },
		"in parts": func(d *Driver) (ordered, error) { return d.list.readParts(n) },
	} {
		for _, dev := range cltest.Devices(t) {
			d := grouped(t, dev, Options{}, clrt.Groups{Size: 64, Block: 128, Claim: true})
			must(t, d.list.makeHits(n, n))
			must(t, d.list.roomForOrder(1, n))
			must(t, d.list.clear(0, counterWords))
			must(t, d.list.clearRows())
			var results []ordered
			for k := range clrt.Spare(clrt.CollectFrom) {
				d.list.order.restart()
				o, err := read(d)
				must(t, err)
				results = append(results, o)
				if last := k == clrt.Spare(clrt.CollectFrom)-1; d.dev.Pool.Usage(0).Collecting != last {
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
		o, err := d.list.hostFor(n)
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
			o, err := d.list.hostFor(mostCopied / hitBytes * 2)
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
