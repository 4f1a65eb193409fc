package trajectory_test

import (
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
)

// crowdedStore returns a store of long trajectories and runs of single samples, with far more of
// these in a row than samples a trajectory on average. Some have gaps.
func crowdedStore(t testing.TB, rng *rand.Rand) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id := range 1 + rng.IntN(300) {
		samples := 1
		if rng.IntN(40) == 0 {
			samples = 1 + rng.IntN(3000)
		}
		at := 0.0
		for range samples {
			at += float64(1 + rng.IntN(4))
			c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, at)
			c.X, c.Y = append(c.X, rng.Float64()), append(c.Y, rng.Float64())
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: float64(3 * rng.IntN(2))})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLocator: a locator finds rows, with a table and without, in order and out of it, where Owner
// and SegmentID find them.
func TestLocator(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		s := crowdedStore(t, rng)
		for _, rows := range []int{0, s.Trajectories()} {
			l := s.Locator(rows)
			for i := range 2 * s.Samples() {
				row := i % s.Samples()
				if i > s.Samples() {
					row = rng.IntN(s.Samples())
				}
				traj, segment := l.Locate(uint32(row))
				if int(traj) != s.Owner(row) || int(segment) != s.SegmentID(row) {
					t.Fatalf("seed %d: row %d is of trajectory %d, segment %d; want %d, %d", seed, row, traj, segment, s.Owner(row), s.SegmentID(row))
				}
			}
		}
	}
}

// BenchmarkLocator finds rows of 2,500 trajectories that advance by ten trajectories each.
func BenchmarkLocator(b *testing.B) {
	var c trajectory.Columns
	for i := range 1_000_000 {
		c.ID.Int, c.T, c.X, c.Y = append(c.ID.Int, int64(i/400)), append(c.T, float64(i%400)), append(c.X, 0), append(c.Y, 0)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	l := s.Locator(s.Samples())
	var sum uint32
	row := uint32(0)
	for b.Loop() {
		traj, segment := l.Locate(row)
		sum += traj + segment
		if row += 4003; row >= 1_000_000 {
			row -= 1_000_000
		}
	}
	if sum == 1 {
		b.Log(sum)
	}
}
