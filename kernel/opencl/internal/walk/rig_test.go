package walk

import (
	"testing"

	"flyby/binindex"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/testing/rig"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

// small are groups as on a GPU, but so small that a CPU runs them fast enough.
var small = clrt.Groups{Size: 16, Block: 16, Claim: true}

// rigging is the options of openWalker.
type rigging struct {
	groups clrt.Groups
	pairs  int // capacity; 0: a million
	timed  bool
	runs   bool // walks end in pairs of runs
}

// openWalker makes a walker on a device with the launches of a GPU.
func openWalker(t testing.TB, dev cl.Device, g rigging) *Walker {
	t.Helper()
	d, finds := rig.OpenRuntime(t, dev)
	hits, err := hitlist.New(d, hitlist.Tuning{
		Groups: g.groups, Finds: finds, Orders: true, Capacity: 1 << 24, Part: 1 << 20, Early: 1 << 17, Few: 2 << 10,
	})
	rig.Must(t, err)
	rig.Must(t, hits.Prepare())
	if g.pairs == 0 {
		g.pairs = 1 << 20
	}
	return New(d, hits, pair.NewLists(d, g.pairs), Tuning{
		Groups: g.groups, Finds: finds, StartPairs: 1 << 18, Interactions: 1 << 31, Segments: !g.runs,
		Overlap: 1 << 18, Streamed: 1 << 23, Timed: g.timed,
	})
}

// closeWalker closes a walker, its list and its device.
func closeWalker(t testing.TB, d *Walker) {
	t.Helper()
	rig.Must(t, d.Close())
	rig.Must(t, d.list.Close())
	rig.Must(t, d.dev.Close())
}

// loadIndex loads a pyramid.
func loadIndex(t testing.TB, d *Walker, p *binindex.Pyramid) *Index {
	t.Helper()
	r, err := d.Load(p)
	rig.Must(t, err)
	rig.Must(t, d.dev.Queues.Finish())
	d.dev.Queues.Elapsed()
	return r
}
