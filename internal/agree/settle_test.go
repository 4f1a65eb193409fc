package agree_test

import (
	"context"
	"testing"

	"flyby"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// undecided is a driver that leaves every hit, and as many other pairs, to exact arithmetic, as a
// device leaves borderline ones.
type undecided struct{ kernel.Driver }

func (u undecided) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := u.Driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	return undecidedResident{r.(able)}, nil
}

type undecidedResident struct{ able }

func (r undecidedResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	var found kernel.Hits
	stats, err := r.able.Walk(ctx, w, &found)
	var list []interaction.HitRow
	for _, h := range found.List() {
		list = append(list, interaction.BorderlineRow(h.Query, h.Entry))
	}
	rows := map[uint32]bool{}
	for _, h := range list { // pairs that entry 0 does not hit are left as well
		rows[h.Query] = rows[h.Query] || h.Entry == 0
	}
	for q, met := range rows {
		if !met {
			list = append(list, interaction.BorderlineRow(q, 0))
		}
	}
	out.Add(kernel.HitList{List: list})
	stats.Hits, stats.Borderline, stats.Exact = uint64(len(list)), uint64(len(list)), 0
	return stats, err
}

// convoy returns n objects that move alike, from places in a row.
func convoy(t *testing.T, n int, y float64) *trajectory.Store {
	t.Helper()
	var paths []path
	for i := range n {
		x := float64(i)
		paths = append(paths, path{{0, x, y}, {4, x + 7, y + 8}})
	}
	return store2D(t, trajectory.BuildOptions{}, paths...)
}

// TestPairsLeftAreSettled: pairs that a device leaves undecided are decided as the cpu decides its
// own, and the deciding is a phase of its own, to its end.
func TestPairsLeftAreSettled(t *testing.T) {
	queries, entries := convoy(t, 300, 0), convoy(t, 300, 4)
	const d = 5 // 3 apart in x: exactly
	want := search(t, flyby.Options{Device: "cpu", Threads: 2}, entries, queries, d)
	if s := want.stats; s.Borderline < 500 {
		t.Fatalf("%d borderline pairs", s.Borderline)
	}
	var told []flyby.Progress
	o := flyby.Options{Method: flyby.MethodSpatiotemporal, Threads: 2, Progress: func(p flyby.Progress) { told = append(told, p) }}
	got := search(t, withDriver(o, undecided{host.New(2)}), entries, queries, d)
	sameHits(t, want.hits, got.hits)
	if n := got.stats.Borderline; n <= uint64(want.hits.Len()) {
		t.Errorf("%d borderline pairs, want more than the %d hits", n, want.hits.Len())
	}
	last := flyby.Progress{}
	for _, p := range told {
		if p.Phase == "order" && last.Phase == "settle" {
			break // the phase is long enough to be reported
		}
		if p.Phase == last.Phase && p.Done < last.Done || last.Phase == "settle" && p.Phase != "settle" {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}
	if last.Phase != "settle" || last.Done != 1 || last.Left != 0 {
		t.Errorf("at last %+v, want all settled", last)
	}
}

// TestExactlyAtTheDistance: all pairs of two convoys are hits at exactly d and none is an ulp
// below, by every method on every device.
func TestExactlyAtTheDistance(t *testing.T) {
	const n = 60
	same := func(x, y float64) *trajectory.Store {
		var paths []path
		for range n {
			paths = append(paths, path{{0, x, y}, {4, x + 7, y + 8}})
		}
		return store2D(t, trajectory.BuildOptions{}, paths...)
	}
	queries, entries := same(0, 0), same(3, 4)
	for _, w := range ways(t) {
		at := func(d float64) answer {
			return search(t, flyby.Options{Method: w.method, Device: w.device}, entries, queries, d)
		}
		if r := at(5); r.hits.Len() != n*n {
			t.Errorf("%v: %d hits at d, want %d", w, r.hits.Len(), n*n)
		}
		if r := at(5 - 0x1p-50); r.hits.Len() != 0 {
			t.Errorf("%v: %d hits just under d", w, r.hits.Len())
		}
	}
}
