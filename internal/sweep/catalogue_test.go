package sweep_test

import (
	"context"
	"iter"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/slab"
	"flyby/internal/sweep"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/slabtest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// catalogue makes stars of one segment each that all last as long as the data.
func catalogue(t *testing.T, stars int) *trajectory.Store {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(stars), 1))
	var c trajectory.Columns
	for id := range stars {
		for at := range 2 {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, float64(at)), append(c.X, 40*r.Float64()), append(c.Y, 40*r.Float64())
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCatalogue joins and searches data that no edge of time makes smaller: ranges do, and any two
// ranges have at most a third of all segments.
func TestCatalogue(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	s, others := catalogue(t, 280), catalogue(t, 210)
	for _, scene := range []kerneltest.Scene{
		{Name: "join", Queries: s, Entries: s, Rule: interaction.Rule{Distance: 1, Window: interaction.Unbounded(), Join: true}},
		{Name: "search", Queries: others, Entries: s, Rule: interaction.Rule{Distance: 1, Window: interaction.Unbounded()}.Between(others, s, true)},
	} {
		want := inOneRun(t, scene)
		for _, edges := range [][]float64{nil, {0, 0.5}} {
			got := bySlabs(t, folderOf(t), scene, edges, 7, 3, byBruteForce)
			if d := got.difference(&want); d != "" || want.hits.Len() == 0 {
				t.Errorf("%s at %v: %d hits wanted: %s", scene.Name, edges, want.hits.Len(), d)
			}
			for sides := range sidesOf(scene, edges, 7) {
				if n := most(sides); n > (s.Segments()+scene.Queries.Segments())/6 {
					t.Errorf("%s at %v: %d segments in memory of %d and %d", scene.Name, edges, n, scene.Queries.Segments(), s.Segments())
				}
			}
		}
	}
}

// most returns the largest number of segments of two slabs that are searched together.
func most(sides sweep.Sides) (n int) {
	var of [2][]int
	for i, side := range []slab.Source{sides.Queries, sides.Entries} {
		if side == nil {
			continue
		}
		for b := range iter.Seq2[*slab.Slab, error](side) {
			of[i] = append(of[i], b.Store.Segments())
		}
	}
	for i, entries := range of[1] {
		if len(of[0]) > 0 {
			entries += of[0][i]
		}
		n = max(n, entries)
	}
	return n
}

// TestIdleSlabs: a slab is searched only if a hit can be its own.
func TestIdleSlabs(t *testing.T) {
	t.Parallel()
	s := catalogue(t, 30)
	for name, c := range map[string]struct {
		edges  []float64
		window interaction.Window
		want   int
	}{
		"all overhang after the first":  {[]float64{0.25, 0.5, 0.75, 1}, interaction.Unbounded(), 1},
		"nothing before the data":       {[]float64{-2, -1}, interaction.Unbounded(), 1},
		"the window is before the data": {nil, interaction.Window{From: -3, To: -2}, 1},
		"the window ends before a slab": {[]float64{0}, interaction.Window{From: -3, To: -2}, 0},
		"the window is after the data":  {nil, interaction.Window{From: 2, To: 3}, 0},
	} {
		searched := 0
		search := func(ctx context.Context, queries, entries *trajectory.Store, rule interaction.Rule) iter.Seq2[[]interaction.HitRow, error] {
			searched++
			return byBruteForce(ctx, queries, entries, rule)
		}
		w := sweep.Sweep{Sides: sweep.Once(nil, slabtest.Cut(s, c.edges)), Rule: interaction.Rule{Distance: 1, Window: c.window}, Search: search, Folder: folderOf(t)}
		for _, err := range w.Hits(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if searched != c.want {
			t.Errorf("%s: %d slabs searched, want %d", name, searched, c.want)
		}
	}
}
