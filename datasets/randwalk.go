package datasets

import "flyby/trajectory"

// brownian describes a RANDWALK data set (paper §7.1): bodies in Brownian motion,
// one sample per unit of time. A walk starts at a place uniform in a cube
// [0, side]³, and each step adds an independent standard normal deviate to each
// coordinate. Walks may leave the cube.
type brownian struct {
	side    float64                 // of the cube, in standard deviations of a step's coordinate
	start   func(r *source) float64 // time of the first sample
	samples func(r *source) int     // number of samples
	room    int                     // samples to allocate per walk: at least the mean over many walks
}

// generate makes n walks with ids 0 to n-1. The draws of a walk come in the
// order start, samples, place, steps.
func (w brownian) generate(r *source, n int) (*trajectory.Store, error) {
	out, err := makeRows(n * w.room)
	if err != nil {
		return nil, err
	}
	for id := range n {
		start, samples := micro(w.start(r)), w.samples(r)
		p := [3]float64{r.between(0, w.side), r.between(0, w.side), r.between(0, w.side)}
		for k := range samples {
			if k > 0 {
				p = step(r, p)
			}
			out.add(int64(id), micro(start+float64(k)), p)
		}
	}
	return out.store()
}

func step(r *source, p [3]float64) [3]float64 {
	for k := range p {
		p[k] += r.normal()
	}
	return p
}

// fixed returns a samples function with the same number for every walk.
func fixed(samples int) func(*source) int {
	return func(*source) int { return samples }
}

// uniformWalks is RANDWALK-UNIFORM: 400 timesteps, 399 segments; starts uniform
// on [0, 100].
func uniformWalks() brownian {
	return brownian{
		side:    250,
		start:   func(r *source) float64 { return r.between(0, 100) },
		samples: fixed(400),
		room:    400,
	}
}

// normalWalks is RANDWALK-NORMAL: 400 segments; starts normal with mean 200 and
// standard deviation 200, truncated to [0, 400].
func normalWalks() brownian {
	return brownian{
		side: 1000,
		start: func(r *source) float64 {
			return truncated(0, 400, func() float64 { return 200 + mul(200, r.normal()) })
		},
		samples: fixed(401),
		room:    401,
	}
}

// Phases of RANDWALK-NORMAL5. The walks of a phase start within two standard
// deviations of its mean and end 400 later, so that all are active in
// [mean-100, mean+500] only, and nothing moves for 100 between two phases.
const (
	phases     = 5
	phaseFirst = 200.0 // mean start of the first phase
	phaseEvery = 700.0 // from one mean to the next
	phaseSD    = 50.0
)

// normal5Walks is RANDWALK-NORMAL5: 400 segments; one of five normal
// distributions of start times picked at random for each walk.
func normal5Walks() brownian {
	return brownian{
		side: 1000,
		start: func(r *source) float64 {
			mean := phaseFirst + mul(phaseEvery, float64(r.below(phases)))
			return mean + truncated(-2*phaseSD, 2*phaseSD, func() float64 { return mul(phaseSD, r.normal()) })
		},
		samples: fixed(401),
		room:    401,
	}
}

// expWalks is RANDWALK-EXP: the number of samples is exponential with
// lambda = 1/70, truncated to [2, 1000] and rounded down; starts uniform on
// [0, 20]. A number beyond the interval is moved to its end: then the expected
// number of segments is within a tenth of a standard deviation of the paper's. If
// numbers were drawn again, it would be three standard deviations above.
func expWalks() brownian {
	return brownian{
		side:  1000,
		start: func(r *source) float64 { return r.between(0, 20) },
		samples: func(r *source) int {
			return int(min(max(2, mul(70, r.exponential())), 1000))
		},
		room: 80,
	}
}
