package group

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/slab"
	"flyby/internal/testing/slabtest"
	"flyby/trajectory"
)

// spoiled returns a source that overwrites each slab once the next one is asked for.
func spoiled(source slab.Source) slab.Source {
	return func(yield func(*slab.Slab, error) bool) {
		for b, err := range source {
			if !yield(b, err) {
				return
			}
			clear(b.Traj)
			b.Store = nil
		}
	}
}

// inSpace returns a store with a third coordinate, which is small or large.
func inSpace(t *testing.T, r *rand.Rand, s *trajectory.Store) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{T: slices.Clone(s.T()), X: slices.Clone(s.X()), Y: slices.Clone(s.Y()), Splices: true}
	for p := range s.Pieces() {
		c.Piece = append(c.Piece, slices.Repeat([]uint32{uint32(p.First)}, p.Samples)...)
	}
	for row := range s.T() {
		c.ID.Int, c.Z = append(c.ID.Int, s.IntID(s.Owner(row))), append(c.Z, float64(r.IntN(3)/2))
	}
	in, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: float64(2 + r.IntN(9))})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// edgesFor returns edges at samples, between them, at ticks, or at equal numbers of segments.
func edgesFor(r *rand.Rand, s *trajectory.Store, c Clock) (edges []float64) {
	switch r.IntN(4) {
	case 0:
		return slabtest.Even(s, 1+r.IntN(9))
	case 1:
		for _, tick := range ticksOf(s, c) {
			if r.IntN(4) == 0 {
				edges = append(edges, tick)
			}
		}
		return edges
	}
	return slabtest.Edges(r, s)
}

// TestConvoysInSlabs: groups by a clock are the same of slabs as of the whole, in 2-D and 3-D, with gaps,
// point events, windows and edges anywhere; so is the number of ticks, also where the extent of the whole
// is known only roughly.
func TestConvoysInSlabs(t *testing.T) { convoysInSlabs(t, 300) }

func convoysInSlabs(t *testing.T, rounds int) {
	t.Helper()
	some := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 30))
		var s *trajectory.Store
		if r.IntN(3) > 0 {
			s = walkers(t, r, 4+r.IntN(8), 6+r.IntN(12), 3+r.IntN(3), 1+r.IntN(3))
		} else {
			s = resters(t, r, 2+r.IntN(9), 20+r.IntN(60))
		}
		if r.IntN(3) == 0 {
			s = inSpace(t, r, s)
		}
		search := Search{
			Method: Convoy, Distance: 2, MinSize: 2 + r.IntN(2), MinTicks: 1 + r.IntN(5), Theta: []float64{0.25, 0.4, 0.5, 0.75, 1}[r.IntN(5)],
			Clock: Clock{Origin: []float64{0, 0.125, 0.5, 7, -40}[r.IntN(5)], Step: []float64{0.25, 0.3, 0.5, 1, 2.5}[r.IntN(5)]},
		}
		if r.IntN(2) == 0 {
			search.Method = Moving
		}
		if r.IntN(3) == 0 {
			search.From = at(float64(r.IntN(8)))
		}
		if r.IntN(3) == 0 {
			search.To = at(8 + 0.5*float64(r.IntN(12)))
		}
		whole := slab.Of(s)
		if r.IntN(2) == 0 {
			whole.Extent.Start, whole.Extent.End = whole.Extent.Start-float64(r.IntN(9)), whole.Extent.End+float64(r.IntN(9))
		}
		edges := edgesFor(r, s, search.Clock)
		var wantStats, stats ClockStats
		want := ticksText(convoysOf(t, s, search, &wantStats))
		got := ticksText(collected(t, search.ConvoysInSlabs(context.Background(), whole, spoiled(slabtest.Cut(s, edges)), 1+r.IntN(3), &stats)))
		if got != want || stats.Ticks != wantStats.Ticks || stats.Clustered != stats.Ticks {
			t.Fatalf("seed %d, %+v, slabs at %v:\ngot %+v\n%swant %+v\n%s", seed, search, edges, stats, got, wantStats, want)
		}
		some += strings.Count(want, "\n")
	}
	if some < rounds {
		t.Errorf("%d groups in %d rounds: too few to tell", some, rounds)
	}
}

func at(t float64) *float64 { return &t }

// TestConvoysAcrossSlabs: a convoy of more ticks than are clustered at a time, across slabs with more and
// with fewer of them, is found as one, by both methods.
func TestConvoysAcrossSlabs(t *testing.T) {
	const ticks = 3 * blockTicks
	s := pairUntil(t, ticks, 5, ticks-5)
	want := fmt.Sprintf("5 to %d: 0 1\n", ticks-5)
	for _, edges := range [][]float64{nil, {5}, {blockTicks - 1, blockTicks, blockTicks + 0.5}, {2*blockTicks + 9}, {ticks - 5, ticks - 1, ticks}} {
		for _, m := range []Method{Convoy, Moving} {
			var stats ClockStats
			search := Search{Method: m, Distance: 1, MinTicks: 20, Clock: Clock{Step: 1}}
			got := groupsText(collected(t, search.ConvoysInSlabs(context.Background(), slab.Of(s), slabtest.Cut(s, edges), 2, &stats)))
			if got != want || stats != (ClockStats{ticks, ticks}) {
				t.Errorf("%s, slabs at %v: got %q, %+v, want %q", m, edges, got, stats, want)
			}
		}
	}
}

// TestRestInSlabs: objects at rest are clustered once a slab, for any number of ticks.
func TestRestInSlabs(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2}}, T: []float64{0, 10, 0, 10}, X: []float64{0, 0, 1, 1}, Y: make([]float64, 4)}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []Method{Convoy, Moving} {
		var stats ClockStats
		search := Search{Method: m, Distance: 1, MinTicks: 1e9, Clock: Clock{Step: 1e-8}}
		got := groupsText(collected(t, search.ConvoysInSlabs(context.Background(), slab.Of(s), slabtest.Cut(s, []float64{-1, 3, 3.5, 20}), 2, &stats)))
		if got != "0 to 10: 0 1\n" || stats != (ClockStats{1e9 + 1, 1e9 + 1}) {
			t.Errorf("%s: %s, %+v", m, got, stats)
		}
	}
}

// TestSlabsBehindTheLastTick: no slab is read behind the last tick, and none at all if the clock never
// ticks.
func TestSlabsBehindTheLastTick(t *testing.T) {
	s := pairUntil(t, 100, 0, 99)
	for _, c := range []struct {
		clock Clock
		to    float64
		slabs int
	}{{Clock{Step: 1}, 25, 3}, {Clock{Step: 7}, 31, 3}, {Clock{Step: 1}, 1000, 10}, {Clock{Origin: -500, Step: 2000}, 1000, 0}} {
		asked := 0
		counted := func(yield func(*slab.Slab, error) bool) {
			for b, err := range slabtest.Cut(s, []float64{10, 20, 30, 40, 50, 60, 70, 80, 90}) {
				if asked++; !yield(b, err) {
					return
				}
			}
		}
		search := Search{Method: Convoy, Distance: 1, Clock: c.clock, To: at(c.to)}
		got := groupsText(collected(t, search.ConvoysInSlabs(context.Background(), slab.Of(s), counted, 1, nil)))
		if want := groupsText(convoysOf(t, s, search, nil)); got != want || asked != c.slabs {
			t.Errorf("%+v: %d slabs were asked for, want %d; got %q, want %q", c, asked, c.slabs, got, want)
		}
	}
}

// TestTicksOfAGap: where no object is present at the last ticks, and the extent of the whole is known
// roughly, ticks are counted by samples in later slabs.
func TestTicksOfAGap(t *testing.T) {
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1, 1, 1, 2, 2}}, T: []float64{2, 5, 20, 30, 3, 6}, X: make([]float64, 6), Y: make([]float64, 6)}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: 10})
	if err != nil {
		t.Fatal(err)
	}
	whole := slab.Of(s)
	whole.Extent.Start, whole.Extent.End = -100, 100
	for _, one := range []struct {
		to    float64
		edges []float64
		ticks int
	}{{12, []float64{0, 13, 19, 25}, 11}, {12, []float64{12, 12.5}, 11}, {35, []float64{13, 31}, 29}, {1, []float64{13}, 0}} {
		search := Search{Method: Convoy, Distance: 1, Clock: Clock{Step: 1}, To: &one.to}
		var want, got ClockStats
		groups := groupsText(convoysOf(t, s, search, &want))
		if in := groupsText(collected(t, search.ConvoysInSlabs(context.Background(), whole, slabtest.Cut(s, one.edges), 1, &got))); in != groups || got.Ticks != one.ticks || want.Ticks != one.ticks {
			t.Errorf("%+v: got %q and %d ticks, want %q and %d", one, in, got.Ticks, groups, want.Ticks)
		}
	}
}

// TestSlabsFail: errors of the search, of the source and of the context are returned, and no group.
func TestSlabsFail(t *testing.T) {
	s := walkers(t, rand.New(rand.NewPCG(1, 23)), 9, 15, 3, 1)
	broken := errors.New("broken")
	sourceOf := func(then func() error) slab.Source { // a source of two slabs
		return func(yield func(*slab.Slab, error) bool) {
			for b := range slabtest.Cut(s, []float64{7}) {
				if !yield(b, nil) {
					return
				}
				if err := then(); err != nil {
					yield(nil, err)
					return
				}
			}
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	good := Search{Method: Convoy, Distance: 2, MinTicks: 1, Clock: Clock{Step: 1}}
	for _, c := range []struct {
		name   string
		search Search
		source slab.Source
		want   string
	}{
		{"source", good, sourceOf(func() error { return broken }), "broken"},
		{"step", Search{Method: Convoy}, slabtest.Cut(s, nil), "step of the clock 0: must be a number above 0"},
		{"ticks", Search{Method: Moving, Clock: Clock{Step: 1e-12}}, slabtest.Cut(s, nil), "more ticks"},
		{"context, between two slabs", good, sourceOf(func() error { stop(); return nil }), "context canceled"},
		{"context, before", good, slabtest.Cut(s, nil), "context canceled"},
	} {
		n := 0
		for g, err := range c.search.ConvoysInSlabs(ctx, slab.Of(s), c.source, 2, nil) {
			if n++; err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v, %v, want %s", c.name, g, err, c.want)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d groups and errors", c.name, n)
		}
	}
}

// TestSlabsAreCounted: a slab of more objects than there is memory for is refused.
func TestSlabsAreCounted(t *testing.T) {
	c, err := newCaravan(Search{Method: Convoy, Distance: 1, Clock: Clock{Step: 1}}, 2, trajectory.Extent{End: 9})
	if err != nil {
		t.Fatal(err)
	}
	w := newSlabwise(c, 2, 2, nil)
	for _, one := range []struct{ objects, ticks int }{{0, blockTicks}, {1 << 14, 64}, {1 << 21, 4}} {
		if err := w.need(one.objects); err != nil || w.block(one.objects) != one.ticks {
			t.Errorf("%d objects: %d ticks are held, want %d; %v", one.objects, w.block(one.objects), one.ticks, err)
		}
	}
	if err := w.need(math.MaxInt64); !errors.Is(err, memory.ErrNoRoom) || !strings.Contains(err.Error(), "clusters of 9,223,372,036,854,775,807 objects") {
		t.Errorf("got %v", err)
	}
}
