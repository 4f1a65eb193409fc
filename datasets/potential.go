package datasets

import "math"

const (
	// kms is 1 km/s in kpc/Myr.
	kms = 1.0227121650537077e-3
	// gravity is Newton's constant in kpc³/(solar mass · Myr²).
	gravity = 4.498502151469554e-12
)

// Parameters of the potential, in solar masses, kpc and kpc/Myr.
const (
	discMass   = 1.0e11
	discLength = 6.5  // a
	discHeight = 0.26 // b

	bulgeMass   = 3.4e10
	bulgeLength = 0.7 // c

	haloSpeed  = 128 * kms // v
	haloLength = 12.0      // h
)

// acceleration is -∇Φ at p (kpc), in kpc/Myr², of a Milky Way potential made of
// a Miyamoto-Nagai disc, a Hernquist bulge and a spherical logarithmic halo:
//
//	Φ = - G·Md / √(R² + (a + √(z² + b²))²) - G·Mb / (r + c) + v² ln(1 + r²/h²)
//
// with R² = x² + y² and r² = R² + z². The form and the parameters are taken from
// K. V. Johnston, D. N. Spergel and L. Hernquist, "The Disruption of the
// Sagittarius Dwarf Galaxy", ApJ 451 (1995) 598; the halo's constant is chosen
// so that it vanishes at the centre. p must not be the centre itself.
func acceleration(p [3]float64) [3]float64 {
	x, y, z := p[0], p[1], p[2]
	r2 := mul(x, x) + mul(y, y)
	height := math.Sqrt(mul(z, z) + discHeight*discHeight)
	flat := discLength + height
	d2 := r2 + mul(flat, flat)
	disc := gravity * discMass / mul(d2, math.Sqrt(d2))

	r2 += mul(z, z)
	r := math.Sqrt(r2)
	bulge := gravity * bulgeMass / mul(r, mul(r+bulgeLength, r+bulgeLength))
	halo := 2 * haloSpeed * haloSpeed / (r2 + haloLength*haloLength)

	round := bulge + halo
	plane := -(disc + round)
	return [3]float64{mul(plane, x), mul(plane, y), -mul(z, mul(disc, flat/height)+round)}
}

// circularSpeed returns the speed of a circular orbit of the given radius in the
// plane: v² = R ∂Φ/∂R.
func circularSpeed(radius float64) float64 {
	return math.Sqrt(-mul(radius, acceleration([3]float64{radius, 0, 0})[0]))
}
