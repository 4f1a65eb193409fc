package engine

import (
	"testing"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/hitbuffer"
	"flyby/trajectory"
)

// resting returns trajectories of some segments each, all at rest in one place.
func resting(t *testing.T, trajectories, segments int) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for i := range trajectories {
		for k := range segments + 1 {
			c.ID.Int = append(c.ID.Int, int64(i))
			c.T, c.X, c.Y = append(c.T, float64(k)), append(c.X, 0), append(c.Y, 0)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRangesFillBudgets: with a budget of a few lists of hits, ranges are as long as their hits fit.
// Taking one list whole is no sign of many hits.
func TestRangesFillBudgets(t *testing.T) {
	s := resting(t, 200, 20)
	hits := 200 * 200 * 20
	for _, method := range []string{"spatiotemporal", "temporal"} {
		const lists = 10
		e := openOn(t, s, Config{Method: method, Hits: lists * hitbuffer.ListHits * hitBytes})
		got := answer(t, e, Task{Rule: interaction.Rule{Distance: 1, Window: interaction.Unbounded()}, Queries: s, Batching: batching.Periodic{Size: 20}})
		if most := 4 * hits / (lists * hitbuffer.ListHits); got.count != hits || got.parts > most {
			t.Errorf("%s: %d hits in %d ranges, want %d in at most %d", method, got.count, got.parts, hits, most)
		}
	}
}
