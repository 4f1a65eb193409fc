package several_test

import (
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/several"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// TestQueriesThatEndAtABorder searches a sliced database for queries that each end when
// an entry begins: the query of a slice's first entry shares only its end with the slice.
func TestQueriesThatEndAtABorder(t *testing.T) {
	const objects = 40
	s := kerneltest.Scene{Queries: resting(t, objects, -0.5, 0), Entries: resting(t, objects, 0, 0.25), Rule: interaction.Rule{Window: interaction.Unbounded()}}
	want := s.BruteForce()
	if len(want) != objects {
		t.Fatalf("%d hits, want an instant for each object", len(want))
	}
	index := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 4}, 1)
	d := several.Slicing{Driver: several.New("host:all", host.New(1), host.New(1), host.New(1), host.New(1))}
	r, err := d.Load(t.Context(), kernel.Database{Store: s.Entries, Pyramid: index})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	found := &kernel.Hits{}
	_, err = r.(kernel.Walker).Walk(t.Context(), kernel.WalkWork{
		Rule: s.Rule, Entry: kernel.Root(index), Queries: kernel.Side{Store: s.Queries, Pyramid: func() *binindex.Pyramid {
			return binindex.NewPyramid(s.Queries, index.Frame, index.Setting, 1)
		}},
	}, found)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Settle(found)
	if err != nil {
		t.Fatal(err)
	}
	if d := s.Difference(got, want); d != "" {
		t.Errorf("%d hits, want %d: %s", len(got), len(want), d)
	}
}

// resting makes objects at one place, the i-th from i+from until i+to.
func resting(t *testing.T, objects int, from, to float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for i := range objects {
		for _, at := range []float64{from, to} {
			c.ID.Int = append(c.ID.Int, int64(i))
			c.T, c.X, c.Y = append(c.T, float64(i)+at), append(c.X, 0), append(c.Y, 0)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
