package datasets

import (
	"math"
	"testing"

	"flyby/internal/tier"
)

// potential returns the potential Φ in acceleration's formula, in (kpc/Myr)².
func potential(p [3]float64) float64 {
	r2 := p[0]*p[0] + p[1]*p[1]
	flat := discLength + math.Hypot(p[2], discHeight)
	disc := -gravity * discMass / math.Sqrt(r2+flat*flat)
	r := math.Sqrt(r2 + p[2]*p[2])
	bulge := -gravity * bulgeMass / (r + bulgeLength)
	return disc + bulge + haloSpeed*haloSpeed*math.Log1p(r*r/(haloLength*haloLength))
}

func kinetic(s star) float64 {
	return (s.v[0]*s.v[0] + s.v[1]*s.v[1] + s.v[2]*s.v[2]) / 2
}

// TestAccelerationIsGradient compares acceleration with central differences of the potential.
func TestAccelerationIsGradient(t *testing.T) {
	const h = 1e-4
	for _, p := range [][3]float64{{8, 0, 0}, {1, -0.5, 0.2}, {-3, 4, -2}, {0.1, 0.1, 0.3}, {20, 15, 5}} {
		a := acceleration(p)
		for k := range p {
			up, down := p, p
			up[k], down[k] = up[k]+h, down[k]-h
			want := -(potential(up) - potential(down)) / (2 * h)
			near(t, "acceleration", a[k], want, 1e-5*math.Abs(want)+1e-9)
		}
	}
}

// TestCircularSpeedAtTheSun: the potential is meant to have a circular speed of about 220 km/s.
func TestCircularSpeedAtTheSun(t *testing.T) {
	near(t, "circular speed at 8 kpc in km/s", circularSpeed(8)/kms, 222.5, 1)
}

// TestEnergyDrift follows every star of the data set. The drift is taken relative
// to the star's kinetic energy at the start, since the zero of a logarithmic
// potential is arbitrary.
func TestEnergyDrift(t *testing.T) {
	tier.Full(t)
	r, worst := newSource(1, "galaxy"), 0.0
	for range 2500 {
		s := newStar(r)
		unit := kinetic(s)
		start := unit + potential(s.p)
		for range galaxySteps {
			s.sample()
			worst = max(worst, math.Abs(kinetic(s)+potential(s.p)-start)/unit)
		}
	}
	t.Logf("worst drift %.2g", worst)
	if worst > 1e-6 {
		t.Errorf("worst relative energy drift %v, want at most 1e-6", worst)
	}
}

func TestAngularMomentumIsKept(t *testing.T) {
	r := newSource(1, "angular momentum")
	for range 100 {
		s := newStar(r)
		start := s.p[0]*s.v[1] - s.p[1]*s.v[0]
		for range galaxySteps {
			s.sample()
		}
		near(t, "angular momentum", s.p[0]*s.v[1]-s.p[1]*s.v[0], start, 1e-11*math.Abs(start))
	}
}

// TestIntegratorIsFourthOrder: half the step has about a sixteenth of the error.
func TestIntegratorIsFourthOrder(t *testing.T) {
	end := func(steps int) star {
		s := star{p: [3]float64{8, 0, 0.5}, v: [3]float64{0.03, 0.2, 0.02}}
		for range steps {
			s.advance(200 / float64(steps))
		}
		return s
	}
	exact := end(6400)
	off := func(s star) float64 {
		return math.Hypot(s.p[0]-exact.p[0], s.p[1]-exact.p[1])
	}
	near(t, "error ratio", off(end(100))/off(end(200)), 16, 1.5)
}

func TestIntegratorRunsBackwards(t *testing.T) {
	s := star{p: [3]float64{4, 1, 0.3}, v: [3]float64{-0.05, 0.2, 0.01}}
	start := s
	for range 1000 {
		s.advance(0.25)
	}
	for range 1000 {
		s.advance(-0.25)
	}
	for k := range s.p {
		near(t, "position", s.p[k], start.p[k], 1e-9)
	}
}

func TestStarsStartInTheDisc(t *testing.T) {
	tier.Full(t)
	s := generate(t, "galaxy", 1, 1)
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		radius := math.Hypot(s.X()[first], s.Y()[first])
		if radius < galaxyInner-1e-9 || radius > galaxyOuter+1e-9 {
			t.Fatalf("star %d starts at radius %v, want within [%v, %v]", traj, radius, galaxyInner, galaxyOuter)
		}
		if s.T()[first] != 0 || s.T()[last-1] != 400 || last-first != 401 {
			t.Fatalf("star %d: %d samples from %v to %v, want 401 from 0 to 400",
				traj, last-first, s.T()[first], s.T()[last-1])
		}
	}
}
