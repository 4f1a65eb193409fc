package datasets

import (
	"fmt"

	"flyby/internal/memory"
	"flyby/trajectory"
)

// Parameters of supernovae.
const (
	supernovaCount  = 10_000
	supernovaLength = 8.5 / 3.53 // kpc, scale of the radial distribution
	supernovaHeight = 0.1        // kpc, scale height
	supernovaName   = 16 + 8 + 4 // bytes of a name in memory: its header, its text and its code
)

// supernovae generates n point events, trajectories of one sample named SN00001
// on, in the disc and the time span of GALAXY (kpc, Myr).
//
// Their surface density is the density of supernova remnants, corrected for selection,
//
//	Σ(R) ∝ (R/R₀)² exp(-3.53·R/R₀),  R₀ = 8.5 kpc
//
// (G. L. Case and D. Bhattacharya, ApJ 504 (1998) 761), cut at the 17 kpc of the
// disc; so R·Σ is a gamma distribution of shape 4, the sum of four exponential
// deviates. |z| is exponential with a scale height of 0.1 kpc. Times are uniform.
// The Galaxy has about 1.9 supernovae a century (R. Diehl et al., Nature 439
// (2006) 45), 7.6 million in 400 Myr; the 10,000 of scale 1 are one in 760.
func supernovae(r *source, n int) (*trajectory.Store, error) {
	if err := memory.Need(memory.Count(n)+" samples and names", memory.Of(n, supernovaName+rowBytes)); err != nil {
		return nil, err
	}
	out, err := makeRows(n)
	if err != nil {
		return nil, err
	}
	names, codes := make([]string, n), make([]uint32, n)
	for i := range n {
		names[i], codes[i] = fmt.Sprintf("SN%05d", i+1), uint32(i)
		t, p := newSupernova(r)
		out.add(0, t, p)
	}
	c := out.columns(trajectory.IDColumn{Code: codes, Name: names})
	return trajectory.New(c, trajectory.BuildOptions{})
}

// newSupernova draws the time (Myr) and the place (kpc) of one event.
func newSupernova(r *source) (t float64, p [3]float64) {
	radius := truncated(0, galaxyOuter, func() float64 {
		return mul(supernovaLength, r.exponential()+r.exponential()+r.exponential()+r.exponential())
	})
	cos, sin := r.direction()
	z := mul(supernovaHeight, r.exponential())
	if r.below(2) == 0 {
		z = -z
	}
	t = micro(r.between(0, galaxySteps*galaxyStep))
	return t, [3]float64{mul(radius, cos), mul(radius, sin), z}
}
