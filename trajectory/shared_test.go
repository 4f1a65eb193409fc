package trajectory_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// withIDs makes a store of trajectories of one sample each.
func withIDs(t testing.TB, ids []int64, names bool) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for k, id := range ids {
		if names {
			c.ID.Name, c.ID.Code = append(c.ID.Name, fmt.Sprint(id)), append(c.ID.Code, uint32(k))
		} else {
			c.ID.Int = append(c.ID.Int, id)
		}
		c.T, c.X, c.Y = append(c.T, 0), append(c.X, 0), append(c.Y, 0)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestShared: stores with many, few, all and no ids in common, of integers and of names, agree with
// a comparison of each pair.
func TestShared(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int, most int64) []int64 {
		ids := map[int64]bool{}
		for len(ids) < n {
			ids[r.Int64N(most)-most/2] = true
		}
		var all []int64
		for id := range ids {
			all = append(all, id)
		}
		return all
	}
	for _, c := range [][2][]int64{
		{random(300, 500), random(200, 500)}, {random(300, 1e6), random(3, 1e6)}, {random(5, 1e6), random(300, 1e6)},
		{random(40, 40), random(40, 40)}, {random(1, 1), random(1, 1)}, {{1, 2, 3}, {7, 8}}, {{7, 8}, {1, 2, 3}}, {{-3, 5}, {5}},
	} {
		for kind := range 4 {
			ours, theirs := withIDs(t, c[0], kind&1 != 0), withIDs(t, c[1], kind&2 != 0)
			var got, want [][2]int
			for a, b := range ours.Shared(theirs) {
				got = append(got, [2]int{a, b})
			}
			for a := range theirs.Trajectories() {
				for b := range ours.Trajectories() {
					if theirs.ID(a) == ours.ID(b) {
						want = append(want, [2]int{a, b})
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d and %d trajectories, kind %d: %v, want %v", len(c[0]), len(c[1]), kind, got, want)
			}
			for range ours.Shared(theirs) {
				break // the iterator must allow it
			}
		}
	}
}

// BenchmarkShared looks for half of ten thousand trajectories among all.
func BenchmarkShared(b *testing.B) {
	ids, half := make([]int64, 10_000), []int64(nil)
	for i := range ids {
		ids[i] = int64(i)
		if i%2 == 0 {
			half = append(half, int64(i))
		}
	}
	ours, theirs := withIDs(b, ids, false), withIDs(b, half, false)
	for b.Loop() {
		n := 0
		for range ours.Shared(theirs) {
			n++
		}
		if n != len(half) {
			b.Fatal(n)
		}
	}
}
