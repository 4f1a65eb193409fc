package speed

import (
	"context"
	"math"
	"testing"

	"flyby/datasets"
	"flyby/trajectory"
)

// paths makes trajectories 0, 1, ... from samples t, x on the x axis.
func paths(t *testing.T, all ...[][2]float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id, samples := range all {
		for _, s := range samples {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y, c.Z = append(c.T, s[0]), append(c.X, s[1]), append(c.Y, 0), append(c.Z, 0)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFloor holds cost and floor against numbers worked out by hand.
func TestFloor(t *testing.T) {
	queries := paths(t, [][2]float64{{0, 0}, {1, 1}, {2, 2}})
	c, err := NewCost(context.Background(), queries, queries, 1, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := Cost{Segments: 2, Up: 3*4*8 + 8, Down: 5 * 24, Hits: 5} // one trajectory, which does not meet itself
	if c != want {
		t.Errorf("cost %+v, want %+v", c, want)
	}
	rates := Rates{Up: 1000, Down: 500, Latency: 0.25, Interactions: 100}
	for _, f := range []struct {
		cost Cost
		want float64
	}{
		{Cost{}, 0.25},
		{Cost{Up: 2000, Down: 1500, Interactions: 100}, 0.25 + 2 + 3}, // the hits take longer
		{Cost{Up: 2000, Down: 1500, Interactions: 500}, 0.25 + 2 + 5}, // the interactions take longer
	} {
		if got := rates.Floor(f.cost); got != f.want {
			t.Errorf("floor of %+v: %v, want %v", f.cost, got, f.want)
		}
	}
}

// TestFloorOfClass holds an H200-class GPU against a floor worked out by hand: S2 of docs/performance.md.
func TestFloorOfClass(t *testing.T) {
	c := Cost{Up: 1_284_000, Down: 6_831_276 * 24, Interactions: 10_000_000}
	want := 14.2e-6 + 1.284e6/55.1e9 + 6_831_276*24/55.1e9 // 10⁷ interactions take 0.12 ms, the hits 3.0 ms
	if got := GPUClass().Floor(c); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v s, want %v s", got, want)
	}
}

// TestNear wants the pairs of small sets counted by hand, and the pairs of a workload counted by comparing all.
func TestNear(t *testing.T) {
	entries := paths(t,
		[][2]float64{{0, 0}, {1, 1}, {2, 2}},
		[][2]float64{{0, 10}, {1, 11}, {2, 12}},
		[][2]float64{{2, 2}, {3, 3}},
	)
	// Query 0 has the id of entry 0; query 1 has the id of entry 1 and runs from 5 to 3 while t goes from 0.5 to
	// 1.5.
	queries := paths(t, [][2]float64{{0, 0}, {2, 2}}, [][2]float64{{0.5, 5}, {1.5, 3}})
	for _, c := range []struct {
		d    float64
		want uint64
	}{
		// Query 0 owns its end at t = 2, where entry 2 begins: one pair at any d. Query 1 is at 3 to 5, the
		// segments of entry 0 at 0 to 1 and 1 to 2: 2 and 1 away.
		{0, 1}, {0.999, 1}, {1, 2}, {2, 3},
		// Query 0 at 0 to 2 and entry 1 at 10 to 11 and 11 to 12: 8 and 9 away.
		{8, 4}, {9, 5},
	} {
		got, err := Near(context.Background(), queries, entries, c.d, 2)
		if err != nil || got != c.want {
			t.Errorf("d = %v: %d pairs (%v), want %d", c.d, got, err, c.want)
		}
	}
	walks, err := datasets.RandomWalks(20, 30, 20, 3)
	if err != nil {
		t.Fatal(err)
	}
	want := uint64(0)
	q, e := newFlat(walks), newFlat(walks)
	for i := range q.list {
		for j := range e.list {
			if a, b := &q.list[i], &e.list[j]; a.traj != b.traj && a.shares(b) && a.near(b, 4) {
				want++
			}
		}
	}
	got, err := Near(context.Background(), walks, walks, 4, 3)
	if err != nil || got != want || want == 0 {
		t.Errorf("random walks: %d pairs (%v), want %d", got, err, want)
	}
}
