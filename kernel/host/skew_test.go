package host

import (
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/trajectory"
)

// crowd makes random walks of a number of samples each, all of them in one place.
func crowd(t *testing.T, r *rand.Rand, walks, samples int, size float64) *trajectory.Store {
	return wanderers(t, r, walks, samples, func() float64 { return size })
}

// mixture makes walks, a tenth of them in one place and the others far apart.
func mixture(t *testing.T, r *rand.Rand, walks, samples int) *trajectory.Store {
	return wanderers(t, r, walks, samples, func() float64 {
		if r.IntN(10) == 0 {
			return 1
		}
		return 1000
	})
}

// wanderers makes walks, each beginning in a cube at the origin whose side size
// draws.
func wanderers(t *testing.T, r *rand.Rand, walks, samples int, size func() float64) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{}}}
	for id := range walks {
		s := size()
		p := [3]float64{r.Float64() * s, r.Float64() * s, r.Float64() * s}
		for i := range samples {
			c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, float64(i))
			c.X, c.Y, c.Z = append(c.X, p[0]), append(c.Y, p[1]), append(c.Z, p[2])
			for k := range 3 {
				p[k] += r.NormFloat64() * s / 100
			}
		}
	}
	store, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// TestSkewed searches data in one place with queries in the same place: on all
// threads the hits equal brute force's, and no task is so large that the other
// threads would wait for it.
func TestSkewed(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	const mostShare = 0.1
	for _, s := range []kerneltest.Scene{
		{Name: "all in one place", Entries: crowd(t, r, 60, 60, 1), Queries: crowd(t, r, 30, 60, 1), Rule: interaction.Rule{Distance: 0.5}},
		{Name: "queries in one place", Entries: mixture(t, r, 150, 60), Queries: crowd(t, r, 30, 60, 1), Rule: interaction.Rule{Distance: 0.5}},
		{Name: "most apart", Entries: mixture(t, r, 150, 60), Queries: mixture(t, r, 100, 60), Rule: interaction.Rule{Distance: 0.5}},
		{Name: "one query segment", Entries: crowd(t, r, 400, 30, 1), Queries: crowd(t, r, 1, 2, 1), Rule: interaction.Rule{Distance: 2}},
		{Name: "all at rest", Entries: crowd(t, r, 60, 60, 0), Queries: crowd(t, r, 10, 60, 0)},
	} {
		t.Run(s.Name, func(t *testing.T) {
			s.Window = interaction.Unbounded()
			set := binindex.ChooseSetting(s.Entries, 1)
			entries := binindex.NewPyramid(s.Entries, nil, set, 1)
			queries := binindex.NewPyramid(s.Queries, entries.Frame, set.OfQueries(s.Queries), 1)
			w := kernel.WalkWork{Rule: s.Rule, Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: kernel.Root(entries)}
			db, err := New(4).Load(t.Context(), kernel.Database{Store: s.Entries, Pyramid: entries})
			if err != nil {
				t.Fatal(err)
			}
			checkSkewed(t, s, db.(*resident), w)
			if share := largestShare(db.(*resident), w); share > mostShare {
				t.Errorf("one task is %.0f %% of the work", 100*share)
			}
		})
	}
}

func checkSkewed(t *testing.T, s kerneltest.Scene, db kernel.Walker, w kernel.WalkWork) {
	t.Helper()
	found := new(kernel.Hits)
	if _, err := db.Walk(t.Context(), w, found); err != nil {
		t.Fatal(err)
	}
	got, err := s.Settle(found)
	if err != nil {
		t.Fatal(err)
	}
	if d := s.Difference(got, s.BruteForce()); d != "" {
		t.Error(d)
	}
}

// largestShare returns the largest task's share of a walk.
func largestShare(r *resident, w kernel.WalkWork) float64 {
	query := newSteps(w.Queries.Pyramid(), nil, parallel.NewPool(1))
	workers := make([]*worker, r.pool.Threads())
	for i := range workers {
		workers[i] = &worker{}
	}
	tasks := r.seed(w, query, workers)
	var most, total uint64
	for _, task := range tasks {
		found := worker{solve: r.vectors.solve, free: &r.free}
		r.newWalker(w, query, &found).visit(task)
		work := found.stats.Interactions + found.stats.BoxTests/packetBoxes
		most, total = max(most, work), total+work
	}
	return float64(most) / float64(total)
}
