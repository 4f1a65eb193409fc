package hitlist

import (
	"runtime"
	"testing"
	"time"

	"flyby/interaction"
	"flyby/internal/clrt"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/rig"
	"flyby/kernel"
)

// TestHitListKeepsBlock: the hits of a search stay in their block where another block is
// free for the next search, and are copied where none is.
func TestHitListKeepsBlock(t *testing.T) {
	onEachList(t, func(t *testing.T, l *List) {
		const n = clrt.LeastBlock / HitBytes / 2
		staged, err := l.dev.Pool.Keep(clrt.LeastBlock) // a block without hits
		rig.Must(t, err)
		first, err := l.hostFor(n)
		rig.Must(t, err)
		kept := first.HitList(n)
		if kept.Release == nil {
			t.Fatal("hits copied, though a second block may be made")
		}
		second, err := l.hostFor(n)
		rig.Must(t, err)
		if copied := second.HitList(n); copied.Release != nil {
			t.Error("hits in the last block")
		}
		held := l.dev.Pool.Usage(0).Held
		kept.Release()
		third, err := l.hostFor(n)
		rig.Must(t, err)
		again := third.HitList(n)
		if again.Release == nil || l.dev.Pool.Usage(0).Held != held {
			t.Errorf("%d bytes pinned, %d before; kept: %v", l.dev.Pool.Usage(0).Held, held, again.Release != nil)
		}
		again.Release()
		staged.Release()
		if l.dev.Pool.Usage(clrt.LeastBlock).Out != 0 {
			t.Errorf("%d blocks out", l.dev.Pool.Usage(clrt.LeastBlock).Out)
		}
	})
}

// TestReadingExpects: both ways to read hits in order have the garbage collected once
// results hold as many blocks as they may.
func TestReadingExpects(t *testing.T) {
	const n = clrt.CollectFrom / HitBytes
	for name, read := range map[string]func(*List) (Ordered, error){
		"at once":  func(l *List) (Ordered, error) { return l.readOrdered(n) },
		"in parts": func(l *List) (Ordered, error) { return l.readParts(n) },
	} {
		for _, dev := range cltest.Devices(t) {
			l := openList(t, dev, clrt.Groups{Size: 64, Block: 128, Claim: true}, n)
			rig.Must(t, l.MakeHits(n, n))
			rig.Must(t, l.RoomForOrder(1, n))
			rig.Must(t, l.Clear(0, CounterWords))
			rig.Must(t, l.ClearRows())
			var results []Ordered
			for k := range clrt.Spare(clrt.CollectFrom) {
				l.Order.Restart()
				o, err := read(l)
				rig.Must(t, err)
				results = append(results, o)
				if last := k == clrt.Spare(clrt.CollectFrom)-1; l.dev.Pool.Usage(0).Collecting != last {
					t.Errorf("%s: with %d blocks out, garbage collected: %v", name, k+1, !last)
				}
			}
			for _, o := range results {
				o.Release()
			}
			closeList(t, l)
		}
	}
}

// TestHitListOutlivesDriver: the memory of a list stays until the list is released, also
// after the driver is closed.
func TestHitListOutlivesDriver(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		l := openList(t, dev, clrt.Groups{Size: 1, Block: 128}, 1<<20)
		const n = mostCopied / HitBytes * 2
		o, err := l.hostFor(n)
		rig.Must(t, err)
		p := o.HitList(n)
		if p.Release == nil {
			t.Fatal("not of the pool")
		}
		closeList(t, l)
		for i := range p.List {
			p.List[i] = interaction.HitRow{Query: uint32(i), Enter: float64(i)}
		}
		for i, h := range p.List {
			if h.Query != uint32(i) || h.Enter != float64(i) {
				t.Fatalf("hit %d is %+v", i, h)
			}
		}
		p.Release() // releases the driver's context too
	}
}

// TestGarbageGivesContextBack: the memory that a closed driver's garbage holds, and the
// driver's context, are released without a call of runtime.GC.
func TestGarbageGivesContextBack(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		live := dev.Library().Live()
		l := openList(t, dev, clrt.Groups{Size: 1, Block: 128}, 1<<20)
		back := make(chan struct{})
		func() {
			o, err := l.hostFor(mostCopied / HitBytes * 2)
			rig.Must(t, err)
			result := &struct{ list kernel.HitList }{o.HitList(1)}
			runtime.AddCleanup(result, func(release func()) { release(); close(back) }, result.list.Release)
		}()
		closeList(t, l)
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
