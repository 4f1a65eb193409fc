package visit_test

import (
	"math/rand/v2"
	"testing"

	"flyby/internal/tier"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// newConeScene makes a scene of small integers on the Earth: the cones of zones in the plane that is a few units from its centre, along any axis. Objects go along sides, through vertices, at rest on the
// boundary and through the centre.
func newConeScene(t *testing.T, seed uint64) *scene {
	r := &scene{Rand: rand.New(rand.NewPCG(seed, 9))}
	far, axes := float64(2+r.IntN(4)), r.Perm(3)
	sign := float64(1 - 2*r.IntN(2))
	raised := func(p [2]float64) (v [3]float64) {
		v[axes[0]], v[axes[1]], v[axes[2]] = p[0]-3, p[1]-3, sign*far
		return v
	}
	heights := seed%4 == 3
	r.fill(heights, zone.Options{Frame: trajectory.EarthCentred, Arcs: true, Position: raised})
	at := [3]float64{}
	sides := r.set.Sides()
	var back *[3]float64 // the end of a way that has begun
	r.move(t, trajectory.Columns{Frame: trajectory.EarthCentred}, heights, func() [3]float64 {
		if back != nil {
			at, back = *back, nil
			return at
		}
		s := sides[r.IntN(len(sides))]
		size := float64(1 + r.IntN(3))
		switch r.IntN(8) {
		case 0: // at rest
		case 1: // along a side
			back = &[3]float64{size * s.H[0], size * s.H[1], size * s.H[2]}
			at = s.G
		case 2: // over a vertex
			at = [3]float64{size * s.G[0], size * s.G[1], size * s.G[2]}
		case 3: // through a vertex
			v := [3]float64{float64(r.IntN(5) - 2), float64(r.IntN(5) - 2), float64(r.IntN(5) - 2)}
			back = new([3]float64)
			for k := range v {
				at[k], back[k] = s.G[k]+v[k], s.G[k]-v[k]
			}
		case 4:
			at[r.IntN(3)] = float64(r.IntN(13) - 6)
		case 5: // through the centre
			if r.IntN(8) == 0 {
				at = [3]float64{-at[0], -at[1], -at[2]}
			}
		default:
			at = raised(r.place())
			for k := range at {
				at[k] *= size
			}
		}
		return at
	})
	return r
}

// coneScenes is how many random scenes of small integers on the Earth are tried.
const coneScenes = 200

// TestConeScenes is TestScenes for cones of small integers.
func TestConeScenes(t *testing.T) {
	tier.Full(t)
	scenesAgree(t, newConeScene, 0, coneScenes)
}
