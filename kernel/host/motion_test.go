package host

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/internal/parallel"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/trajectory"
)

// swarm returns objects that move nearly straight, far from where coordinates and times begin, in all directions and at very
// different speeds, with radii.
func swarm(t *testing.T, r *rand.Rand, objects, samples int) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id := range objects {
		at, velocity, now := [3]float64{}, [3]float64{}, 1.7e9+r.Float64()
		for k := range 3 {
			at[k], velocity[k] = 1e6+r.Float64()/32, math.Ldexp(r.NormFloat64(), -r.IntN(12))
		}
		for range samples {
			c.ID.Int, c.T, c.R = append(c.ID.Int, int64(id)), append(c.T, now), append(c.R, float64(id%3)*1e-3)
			c.X, c.Y, c.Z = append(c.X, at[0]), append(c.Y, at[1]), append(c.Z, at[2])
			step := 0.01 + r.Float64()/100
			now += step
			for k := range 3 {
				at[k] += velocity[k]*step + 1e-4*r.NormFloat64()
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMotions: two runs that are apart as motions have no two segments within the distance, of whatever length it is; and most
// runs that are apart are found to be.
func TestMotions(t *testing.T) {
	r := kerneltest.Rand(t)
	s := swarm(t, r, 60, 41)
	p := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 4}, 1)
	f := newMotionFrame(p)
	if !f.areStraight(p.Runs) {
		t.Fatal("the runs are not straight")
	}
	all := make([]motion, len(p.Runs))
	f.fill(all, p.Runs, nil)
	apart, near, missed := 0, 0, 0
	for range 200_000 {
		a, b := r.IntN(len(all)), r.IntN(len(all))
		least := leastDistance(s, p.Runs[a], p.Runs[b])
		if math.IsInf(least, 1) || p.Runs[a].Traj == p.Runs[b].Traj {
			continue
		}
		l := all[a].line()
		if d := max(0, least)*(1+1e-9) + 1e-9; l.apart(&all[b], motionReach(p, d)) {
			t.Fatalf("runs %d and %d come within %v, and are apart at %v", a, b, least, d)
		}
		switch d := 0.8*least - 0.01; {
		case d < 0:
			near++
		case l.apart(&all[b], motionReach(p, d)):
			apart++
		default:
			missed++
		}
	}
	if apart < 1000 || near < 100 || missed > apart/20 {
		t.Errorf("%d pairs are apart, %d near, and %d apart that do not seem so", apart, near, missed)
	}
}

// leastDistance returns the least distance of two runs, less their radii, at samples of the time that they share; +Inf where
// they share none.
func leastDistance(s *trajectory.Store, a, b binindex.Run) float64 {
	t := s.T()
	from := max(t[a.Row], t[b.Row])
	to := min(t[int(a.Row)+int(a.Count)], t[int(b.Row)+int(b.Count)])
	least := math.Inf(1)
	const steps = 64
	for i := 0; i <= steps && from <= to; i++ {
		now, square := from+(to-from)*float64(i)/steps, 0.0
		p, q := whereAt(s, a, now), whereAt(s, b, now)
		for k := range 3 {
			square += (p[k] - q[k]) * (p[k] - q[k])
		}
		least = min(least, math.Sqrt(square))
	}
	return least - s.Radius(int(a.Traj)) - s.Radius(int(b.Traj))
}

// whereAt returns where an object of a run is.
func whereAt(s *trajectory.Store, u binindex.Run, now float64) (at [3]float64) {
	row := int(u.Row)
	for row+1 < int(u.Row)+int(u.Count) && s.T()[row+1] < now {
		row++
	}
	part := (now - s.T()[row]) / (s.T()[row+1] - s.T()[row])
	for k, column := range [...][]float64{s.X(), s.Y(), s.Z()} {
		at[k] = column[row] + part*(column[row+1]-column[row])
	}
	return at
}

// TestMotionsInJoins: a join with motions has the hits of one without, and fewer interactions.
func TestMotionsInJoins(t *testing.T) {
	s := swarm(t, kerneltest.Rand(t), 400, 41)
	p := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 4}, 1)
	db, w := scene(t, 3, s, s, 0.0005)
	db.limits.crowd = 1
	db.steps, db.Pyramid = newSteps(p, nil, parallel.NewPool(3)), p
	w.Join, w.Queries, w.Query, w.Entry = true, kernel.Built(p), kernel.Root(p), kernel.Root(p)
	var found [2]map[[2]uint32]bool
	var stats [2]kernel.Stats
	for i := range found {
		var hits kernel.Hits
		var err error
		db.crooked = i == 0 // without motions
		if stats[i], err = db.Walk(t.Context(), w, &hits); err != nil {
			t.Fatal(err)
		}
		found[i] = make(map[[2]uint32]bool)
		for _, l := range hits.Lists {
			for _, h := range l.List {
				found[i][[2]uint32{h.Query, h.Entry}] = true
			}
		}
	}
	if db.motions == nil {
		t.Fatal("the second join has no motions")
	}
	if len(found[0]) < 100 || len(found[0]) != len(found[1]) {
		t.Errorf("%d pairs with motions, want %d", len(found[1]), len(found[0]))
	}
	for pair := range found[0] {
		if !found[1][pair] {
			t.Fatalf("pair %v is missing", pair)
		}
	}
	if 2*stats[1].Interactions > stats[0].Interactions || stats[1].BoxTests != stats[0].BoxTests {
		t.Errorf("with motions %+v, without %+v", stats[1], stats[0])
	}
}
