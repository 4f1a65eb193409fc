package predict

import (
	"math"
	"testing"

	"flyby/internal/estimate"
	"flyby/internal/testing/modeltest"
)

// lanes returns a kernel whose grazing interactions have a share of a hit's cost, with lanes for solves and hits.
func lanes(share, solves, hits float64) *Kernel {
	return &Kernel{Grazing: share, Lanes: solves, HitLanes: hits}
}

// The result of costMix adds up to one like its argument, and has no grazing part.
func TestCostMixAddsUpToOne(t *testing.T) {
	for _, m := range []estimate.Mix{{Alpha: 0.1, Beta: 0.7, Gamma: 0.2, Grazing: 0.05}, {Alpha: 0.1, Gamma: 0.9, Grazing: 0.9}, {Alpha: 0.3, Beta: 0.7}, {Beta: 1}} {
		s := lanes(0.5, 32, 4).costMix(m)
		modeltest.Near(t, "sum", s.Alpha+s.Beta+s.Gamma, 1, 1e-15)
		if s.Alpha < 0 || s.Gamma < 0 || s.Grazing != 0 {
			t.Errorf("%+v is felt as %+v", m, s)
		}
	}
}

func TestCostMixIsTheChanceOfAHitInAnyLane(t *testing.T) {
	m := estimate.Mix{Alpha: 0.01, Beta: 0.6, Gamma: 0.39}
	got := lanes(0, 1, 32).costMix(m)
	modeltest.Near(t, "alpha", got.Alpha, 0.4*(1-math.Pow(1-0.025, 32)), 1e-12)
	modeltest.Near(t, "beta", got.Beta, 0.6, 0)
	m.Grazing = 0.03
	solved := 0.4 * (1 - math.Pow(1-0.1, 32))
	modeltest.Near(t, "solves and hits apart", lanes(0.25, 32, 1).costMix(m).Alpha, 0.25*solved+0.75*0.01, 1e-12)
	m.Grazing = 0
	modeltest.Near(t, "all hits", lanes(0, 1, 0.1).costMix(estimate.Mix{Alpha: 1}).Alpha, 1, 0)
	modeltest.Near(t, "few hits in each other's way", lanes(0, 1, 0.25).costMix(estimate.Mix{Alpha: 1e-6, Gamma: 1 - 1e-6}).Alpha, 2.5e-7, 1e-5)
	if same := lanes(0, 1, 1).costMix(m); same != m {
		t.Errorf("one lane made %+v of %+v", same, m)
	}
}
