package datasets

// star is a position (kpc) and a velocity (kpc/Myr).
type star struct {
	p, v [3]float64
}

// Weights of the three leapfrog steps that make one step of fourth order:
// w1 = 1/(2 - ∛2), w0 = 1 - 2·w1 (H. Yoshida, "Construction of higher order
// symplectic integrators", Phys. Lett. A 150 (1990) 262).
const (
	yoshidaOuter = 1.3512071919596578
	yoshidaInner = -1.7024143839193153
)

// advance moves the star by a time h in the potential, with one fourth-order
// symplectic step.
func (s *star) advance(h float64) {
	const half = yoshidaOuter / 2
	const joint = (yoshidaOuter + yoshidaInner) / 2
	s.drift(half * h)
	s.kick(yoshidaOuter * h)
	s.drift(joint * h)
	s.kick(yoshidaInner * h)
	s.drift(joint * h)
	s.kick(yoshidaOuter * h)
	s.drift(half * h)
}

func (s *star) drift(h float64) {
	for k := range s.p {
		s.p[k] += mul(h, s.v[k])
	}
}

func (s *star) kick(h float64) {
	a := acceleration(s.p)
	for k := range s.v {
		s.v[k] += mul(h, a[k])
	}
}
