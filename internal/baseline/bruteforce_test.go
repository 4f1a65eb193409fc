package baseline

import (
	"math"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/trajectory"
)

// onLine makes a store of objects on the x axis, each a list of t, x, t, x, ...
func onLine(t *testing.T, objects ...[]float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id, o := range objects {
		for i := 0; i < len(o); i += 2 {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, o[i]), append(c.X, o[i+1]), append(c.Y, 0)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The rules of docs/architecture.md §2 on examples worked out by hand, for both baselines.
func TestExamples(t *testing.T) {
	passing := []float64{0, 0, 10, 10}
	resting := []float64{0, 5, 10, 5}
	unbounded := interaction.Unbounded()
	for _, c := range []struct {
		name             string
		queries, entries *trajectory.Store
		rule             interaction.Rule
		hits             []kerneltest.Hit
	}{
		{
			"a pass", onLine(t, passing), onLine(t, resting), interaction.Rule{Distance: 1, Window: unbounded},
			[]kerneltest.Hit{{Query: 0, Entry: 0, Enter: 4, Exit: 6}},
		}, {
			"touching in space", onLine(t, passing), onLine(t, []float64{0, 12, 10, 12}), interaction.Rule{Distance: 2, Window: unbounded},
			[]kerneltest.Hit{{Query: 0, Entry: 0, Enter: 10, Exit: 10}},
		}, {
			"a window", onLine(t, passing), onLine(t, resting), interaction.Rule{Distance: 1, Window: interaction.Window{From: 5, To: 9}},
			[]kerneltest.Hit{{Query: 0, Entry: 0, Enter: 5, Exit: 6}},
		}, {
			"a window to minus zero", onLine(t, []float64{-5, 0, 5, 0}), onLine(t, []float64{0, 0, 5, 0}),
			interaction.Rule{Window: interaction.Window{From: -3, To: math.Copysign(0, -1)}},
			[]kerneltest.Hit{{Query: 0, Entry: 0, Enter: 0, Exit: 0}},
		}, {
			"a relay", onLine(t, []float64{0, 0, 5, 5}), onLine(t, []float64{5, 5, 9, 9}), interaction.Rule{Window: unbounded},
			[]kerneltest.Hit{{Query: 0, Entry: 0, Enter: 5, Exit: 5}},
		}, {
			"a joint, once", onLine(t, []float64{5, 5}), onLine(t, []float64{0, 0, 5, 5, 10, 10}), interaction.Rule{Window: unbounded},
			[]kerneltest.Hit{{Query: 0, Entry: 1, Enter: 5, Exit: 5}},
		}, {
			"an excluded pair", onLine(t, passing, resting), onLine(t, passing, resting),
			interaction.Rule{Distance: 1, Window: unbounded, Excluded: []uint32{0, interaction.NoneExcluded}},
			[]kerneltest.Hit{{Query: 0, Entry: 2, Enter: 4, Exit: 6}, {Query: 2, Entry: 0, Enter: 4, Exit: 6}, {Query: 2, Entry: 2, Enter: 0, Exit: 10}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, found := range answers(t, c.queries, c.entries, c.rule) {
				if !slices.Equal(found, c.hits) {
					t.Errorf("%s: %v, want %v", name, found, c.hits)
				}
			}
		})
	}
}

// A join finds each pair of different trajectories once, the lesser as the query.
func TestJoinExample(t *testing.T) {
	s := onLine(t, []float64{0, 0, 10, 10}, []float64{0, 5, 10, 5})
	want := []kerneltest.Hit{{Query: 0, Entry: 2, Enter: 4, Exit: 6}}
	for name, found := range answers(t, s, s, interaction.Rule{Distance: 1, Window: interaction.Unbounded(), Join: true}) {
		if !slices.Equal(found, want) {
			t.Errorf("%s: %v, want %v", name, found, want)
		}
	}
}

// answers returns the hits of both baselines in the defined order.
func answers(t *testing.T, queries, entries *trajectory.Store, rule interaction.Rule) map[string][]kerneltest.Hit {
	t.Helper()
	s := kerneltest.Scene{Queries: queries, Entries: entries, Rule: rule}
	all := make(map[string][]kerneltest.Hit)
	settle := func(name string, found kernel.Hits, err error) {
		if err != nil {
			t.Fatal(err)
		}
		if all[name], err = s.Settle(&found); err != nil {
			t.Fatal(err)
		}
	}
	var brute, tree kernel.Hits
	_, err := BruteForce(t.Context(), queries, entries, rule, 2, &brute)
	settle("brute force", brute, err)
	_, err = NewRTree(entries, 2).Search(t.Context(), queries, rule, 2, &tree)
	settle("r-tree", tree, err)
	return all
}
