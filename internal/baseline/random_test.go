package baseline

import (
	"math"
	"math/rand/v2"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// kind is the parameters of random scenes. Coordinates are small integers times
// a unit, so that touches in space and time, resting objects and point events
// are common.
type kind struct {
	name     string
	dim      int
	radii    bool    // some trajectories have one
	gaps     bool    // cut where samples are more than two steps apart
	regular  bool    // every trajectory has the same times
	start    float64 // of time
	step     float64 // of time
	origin   float64 // of positions
	unit     float64 // of positions and distances
	far      float64 // how far away the first trajectory is, in units
	distance float64 // the threshold, in units
}

// kinds returns kinds of data that differ in their boxes and the boxes' order.
func kinds() []kind {
	return []kind{
		{name: "plane", dim: 2, step: 1, unit: 1, distance: 1},
		{name: "space", dim: 3, step: 1, unit: 1, distance: 2},
		{name: "radii", dim: 3, radii: true, step: 1, unit: 1, distance: 1},
		{name: "gaps", dim: 3, gaps: true, radii: true, step: 1, unit: 1, distance: 2},
		{name: "synchronous", dim: 3, regular: true, step: 1, unit: 1, distance: 2},
		{name: "synchronous tenths", dim: 3, regular: true, step: 0.1, unit: 0.1, distance: 2},
		{name: "epoch", dim: 3, gaps: true, start: 1.7e9, step: 0.001, unit: 0.3, origin: 1e7, distance: 2},
		{name: "touching", dim: 3, step: 1, unit: 1},
		{name: "outlier", dim: 3, step: 1, unit: 1, far: 1e12, distance: 2},
		{name: "huge", dim: 3, radii: true, step: 1e100, unit: 1e140, distance: 1.5},
		{name: "tiny", dim: 3, radii: true, step: 1e-300, unit: 1e-300, distance: 1.5},
		{name: "all within", dim: 3, step: 1, unit: 1, distance: 1e9},
	}
}

// scene makes a random scene, a join or not.
func (k kind) scene(r *rand.Rand, join bool) kerneltest.Scene {
	s := kerneltest.Scene{Name: k.name, Queries: k.store(r, 15), Entries: k.store(r, 40)}
	s.Rule = interaction.Rule{Distance: k.distance * k.unit, Window: interaction.Unbounded(), Join: join}
	if r.IntN(2) == 0 {
		s.Window.From = k.start + float64(r.IntN(16)-2)*k.step
	}
	if r.IntN(2) == 0 {
		s.Window.To = math.Max(s.Window.From, k.start+float64(r.IntN(24))*k.step)
	}
	if join {
		s.Queries = s.Entries
	} else if r.IntN(2) == 0 {
		for range s.Queries.Trajectories() {
			s.Excluded = append(s.Excluded, [...]uint32{interaction.NoneExcluded, uint32(r.IntN(s.Entries.Trajectories()))}[r.IntN(2)])
		}
	}
	return s
}

// store makes a random store of up to n trajectories.
func (k kind) store(r *rand.Rand, n int) *trajectory.Store {
	var c trajectory.Columns
	for id := range 1 + r.IntN(n) {
		t, samples := r.IntN(12), 1+r.IntN(4)*r.IntN(6)
		if k.regular {
			t, samples = 0, 12
		}
		p := [3]float64{float64(r.IntN(12)), float64(r.IntN(12)), float64(r.IntN(12))}
		if id == 0 {
			p[0] += k.far
		}
		radius := float64(r.IntN(3)) * k.unit
		for range samples {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T = append(c.T, k.start+float64(t)*k.step)
			c.X, c.Y, c.Z = append(c.X, k.origin+p[0]*k.unit), append(c.Y, k.origin+p[1]*k.unit), append(c.Z, k.origin+p[2]*k.unit)
			c.R = append(c.R, radius)
			for i := range p {
				p[i] += float64(r.IntN(5) - 2)
			}
			if t++; !k.regular {
				t += r.IntN(4)
			}
		}
	}
	return k.build(c)
}

func (k kind) build(c trajectory.Columns) *trajectory.Store {
	if k.dim == 2 {
		c.Z = nil
	}
	if !k.radii {
		c.R = nil
	}
	var o trajectory.BuildOptions
	if k.gaps {
		o.MaxGap = 2.5 * k.step
	}
	s, err := trajectory.New(c, o)
	if err != nil {
		panic(err)
	}
	return s
}
