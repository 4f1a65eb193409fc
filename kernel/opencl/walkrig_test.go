package opencl

import (
	"testing"

	"flyby/binindex"
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

// small are groups that a CPU runs fast enough, though like a GPU's.
var small = clrt.Groups{Size: 16, Block: 16, Claim: true}

// rigging says how a walker is opened.
type rigging struct {
	groups clrt.Groups
	pairs  int // capacity; 0: a million
	timed  bool
	runs   bool // walks end in pairs of runs
}

// openWalker makes a walker on a device that is run as a GPU.
func openWalker(t testing.TB, dev cl.Device, g rigging) *Walker {
	t.Helper()
	d, finds := openRuntime(t, dev)
	hits, err := NewList(d, ListTuning{
		Groups: g.groups, Finds: finds, Orders: true, Capacity: 1 << 24, Part: 1 << 20, Early: 1 << 17, Few: 2 << 10,
	})
	must(t, err)
	must(t, hits.Prepare())
	if g.pairs == 0 {
		g.pairs = 1 << 20
	}
	return NewWalker(d, hits, NewLists(d, g.pairs), WalkTuning{
		Groups: g.groups, Finds: finds, StartPairs: 1 << 18, Interactions: 1 << 31, Segments: !g.runs,
		Overlap: 1 << 18, Streamed: 1 << 23, Timed: g.timed,
	})
}

// closeWalker closes a walker, its list and its device.
func closeWalker(t testing.TB, d *Walker) {
	t.Helper()
	must(t, d.Close())
	must(t, d.list.Close())
	must(t, d.dev.Close())
}

// loadIndex loads a pyramid.
func loadIndex(t testing.TB, d *Walker, p *binindex.Pyramid) *Index {
	t.Helper()
	r, err := d.Load(p)
	must(t, err)
	must(t, d.dev.Queues.Finish())
	d.dev.Queues.Elapsed()
	return r
}
