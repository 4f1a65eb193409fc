package rig

import (
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
)

// world is the parameters of a random store.
type world struct {
	trajectories, samples int     // samples: the most of one trajectory
	dim                   int     // 2 or 3
	side                  float64 // of the cube
	grid                  bool    // positions on whole numbers: many pairs exactly at d
	synchronous           bool    // whole times
	radii, gaps           bool
}

// Worlds lists the kinds of stores that the drivers are compared on.
func Worlds() map[string]world {
	return map[string]world{
		"synchronous": {30, 40, 3, 6, false, true, false, false},
		"grid":        {25, 30, 2, 8, true, true, false, false},
		"random":      {30, 30, 3, 8, false, false, true, true},
		"flat":        {20, 50, 2, 10, false, false, true, true},
		"events":      {150, 1, 3, 4, true, true, true, false},
		"two":         {2, 3, 3, 2, true, true, false, false},
		"dense":       {40, 12, 3, 1, false, true, false, true},
	}
}

// store makes a random store: walks of unit steps, some segments very long, some
// trajectories of one sample.
func (w world) store(t testing.TB, r *rand.Rand) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id := range w.trajectories {
		n := 1 + r.IntN(w.samples)
		if r.IntN(3) > 0 {
			n = w.samples
		}
		radius := float64(r.IntN(3)) / 4
		if !w.grid { // no float32
			radius *= 1 + r.Float64()
		}
		time := r.Float64() * 10
		if w.synchronous {
			time = float64(r.IntN(4))
		}
		p := [3]float64{}
		for k := range p {
			p[k] = w.round(r.Float64() * w.side)
		}
		for range n {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, time), append(c.X, p[0]), append(c.Y, p[1])
			if w.dim == 3 {
				c.Z = append(c.Z, p[2])
			}
			if w.radii {
				c.R = append(c.R, radius)
			}
			time += w.pause(r)
			for k := range p {
				p[k] += w.round(r.NormFloat64() * 0.7)
			}
		}
	}
	o := trajectory.BuildOptions{}
	if w.gaps {
		o.MaxGap = 5
	}
	s, err := trajectory.New(c, o)
	Must(t, err)
	return s
}

// pause is the time between two samples.
func (w world) pause(r *rand.Rand) float64 {
	switch {
	case r.IntN(20) == 0:
		return float64(1 + r.IntN(10))
	case w.synchronous:
		return 1
	}
	return 0.1 + r.Float64()
}

func (w world) round(x float64) float64 {
	if w.grid {
		return float64(int(x*2)) / 2
	}
	return x
}
