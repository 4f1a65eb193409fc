package datasets

import (
	"math"
	"runtime"
	"sync"

	"flyby/trajectory"
)

// Parameters of the GALAXY data set that the paper does not give.
const (
	galaxySteps    = 400  // segments of a star
	galaxyStep     = 1.0  // Myr between samples
	galaxySubsteps = 8    // integration steps between samples
	galaxyInner    = 2.0  // kpc, least radius at the start
	galaxyOuter    = 17.0 // kpc, greatest radius at the start
	galaxyHeight   = 0.25 // kpc, standard deviation of z at the start
)

// galaxy generates n stars with ids 0 to n-1 and 401 samples each, 1 Myr apart,
// from t = 0 to 400 Myr; lengths in kpc. Each star is a test particle in the
// potential of acceleration.
//
// Stars start uniformly over the disc's area between 2 and 17 kpc, with z normal,
// on circular orbits disturbed by normal velocities with the dispersions of
// thin-disc stars near the Sun. The stars of the Galaxy are denser inside; a
// uniform density leaves no part of the disc short of stars.
func galaxy(r *source, n int) (*trajectory.Store, error) {
	out, err := makeRows(n * (galaxySteps + 1))
	if err != nil {
		return nil, err
	}
	stars := make([]star, n)
	for i := range stars {
		stars[i] = newStar(r)
	}
	out.integrate(stars)
	return out.store()
}

// newStar draws a star in the disc.
func newStar(r *source) star {
	radius := math.Sqrt(r.between(galaxyInner*galaxyInner, galaxyOuter*galaxyOuter))
	cos, sin := r.direction()
	z := mul(galaxyHeight, r.normal())
	out := mul(35*kms, r.normal())
	round := circularSpeed(radius) + mul(25*kms, r.normal())
	up := mul(20*kms, r.normal())
	return star{
		p: [3]float64{mul(radius, cos), mul(radius, sin), z},
		v: [3]float64{mul(out, cos) - mul(round, sin), mul(out, sin) + mul(round, cos), up},
	}
}

// integrate follows the stars, on all cores, and writes the samples of their orbits
// to the rows, whose capacity must suffice for them.
func (r *rows) integrate(stars []star) {
	const samples = galaxySteps + 1
	r.resize(len(stars) * samples)
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(stars); i += workers {
				r.orbit(i*samples, int64(i), stars[i])
			}
		})
	}
	wg.Wait()
}

// orbit fills the rows from row on with the samples of one star.
func (r *rows) orbit(row int, id int64, s star) {
	for k := range galaxySteps + 1 {
		if k > 0 {
			s.sample()
		}
		i := row + k
		r.ids[i], r.t[i] = id, galaxyStep*float64(k)
		r.x[i], r.y[i], r.z[i] = s.p[0], s.p[1], s.p[2]
	}
}

// sample advances a star from one sample to the next.
func (s *star) sample() {
	for range galaxySubsteps {
		s.advance(galaxyStep / galaxySubsteps)
	}
}
