package datasets

import (
	"math"
	"math/rand"

	"flyby/trajectory"
)

// Disc makes the benchmark workload GAL: n objects on epicyclic orbits in a disc
// of 15 kpc with a flat rotation curve of 220 km/s, steps segments of 1 Myr each,
// ids 0 to n-1 (kpc, Myr). 2,500 objects, 400 steps and seed 2 give the workload
// whose hits docs/baseline.md counts. Its orbits are analytic, and kept for comparison
// with figures measured on them; the orbits of GALAXY are integrated.
func Disc(n, steps int, seed int64) (*trajectory.Store, error) {
	r := rand.New(rand.NewSource(seed))
	out, err := makeRows(n * (steps + 1))
	if err != nil {
		return nil, err
	}
	for id := range n {
		e := newEpicycle(r)
		for k := range steps + 1 {
			t := float64(k)
			out.add(int64(id), t, e.at(t))
		}
	}
	return out.store()
}

// epicycle is an orbit: a circular guiding orbit with a radial and a vertical oscillation.
type epicycle struct {
	guide, radial, height                float64 // kpc: guiding radius, amplitudes
	turn, radialTurn, heightTurn         float64 // angular frequencies, 1/Myr
	angleStart, radialPhase, heightPhase float64
}

// newEpicycle draws in the order in which the workload was first defined.
func newEpicycle(r *rand.Rand) epicycle {
	const speed = 220 * kms
	guide := max(0.5, 15*math.Sqrt(r.Float64()))
	e := epicycle{guide: guide, turn: speed / guide}
	e.radialTurn, e.heightTurn = math.Sqrt2*e.turn, 2*e.turn
	e.radial = math.Abs(r.NormFloat64()) * 0.06 * guide
	e.height = math.Abs(r.NormFloat64()) * 0.3
	e.angleStart = r.Float64() * (2 * math.Pi)
	e.radialPhase = r.Float64() * (2 * math.Pi)
	e.heightPhase = r.Float64() * (2 * math.Pi)
	return e
}

// at returns the position at time t.
func (e epicycle) at(t float64) [3]float64 {
	phase := mul(e.radialTurn, t) + e.radialPhase
	radius := e.guide + mul(e.radial, math.Cos(phase))
	angle := e.angleStart + mul(e.turn, t) - mul(2*e.turn/e.radialTurn*(e.radial/e.guide), math.Sin(phase))
	z := e.height * math.Cos(mul(e.heightTurn, t)+e.heightPhase)
	return [3]float64{radius * math.Cos(angle), radius * math.Sin(angle), z}
}

// RandomWalks makes the benchmark workload RW: n random walks of steps segments each, whose
// steps are standard normal in each coordinate. A walk starts at a place uniform in a cube
// of length side, at a time uniform on [0, 100]; ids are 0 to n-1. 2,500 walks, 399 steps, side 1,000 and
// seed 1 give the workload whose hits docs/baseline.md counts.
func RandomWalks(n, steps int, side float64, seed int64) (*trajectory.Store, error) {
	r := rand.New(rand.NewSource(seed))
	out, err := makeRows(n * (steps + 1))
	if err != nil {
		return nil, err
	}
	for id := range n {
		start := micro(r.Float64() * 100)
		p := [3]float64{r.Float64() * side, r.Float64() * side, r.Float64() * side}
		for k := range steps + 1 {
			out.add(int64(id), micro(start+float64(k)), p)
			for c := range p {
				p[c] += r.NormFloat64() // drawn after the last sample too, as first defined
			}
		}
	}
	return out.store()
}
