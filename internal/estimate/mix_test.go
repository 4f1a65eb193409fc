package estimate

import (
	"testing"

	"flyby/internal/testing/modeltest"
)

func TestMixAddsUpToOne(t *testing.T) {
	for _, m := range []Mix{newMix(100, 30, 10, 5), newMix(100, 300, 10, 1000), newMix(100, 30, 70, 1), newMix(0, 0, 0, 0), newMix(10, -1, -1, -1)} {
		modeltest.Near(t, "sum", m.Alpha+m.Beta+m.Gamma, 1, 1e-15)
		if m.Alpha < 0 || m.Beta < 0 || m.Gamma < 0 {
			t.Errorf("negative share in %+v", m)
		}
		if m.Grazing < 0 || m.Grazing > m.Gamma {
			t.Errorf("more graze than miss in %+v", m)
		}
	}
}
