package predict

import (
	"testing"

	"flyby/internal/fit"
	"flyby/internal/testing/modeltest"
)

func TestInvocationsBetweenAndBeyondTheCurves(t *testing.T) {
	law := func(n, s float64) float64 { return n * (2e-8 + 3e-5/s) }
	var h Host
	for _, n := range []int{1000, 40_000} {
		h.Curves = append(h.Curves, HostCurve{Queries: n, Law: fit.PowerLaw{A: float64(n) * 2e-8, B: float64(n) * 3e-5, P: -1}})
	}
	for _, n := range []int{1, 500, 1000, 7000, 40_000, 1_000_000} {
		modeltest.Near(t, "T1_CPU", h.Invocations(50, n), law(float64(n), 50), 1e-12)
	}
	if got := h.Invocations(50, 0) + (&Host{}).Invocations(5, 5); got != 0 {
		t.Errorf("nothing takes %v", got)
	}
	h.Curves[0].Law.A = -1
	if got := h.Invocations(50, 500); got != 0 {
		t.Errorf("a curve below zero gives %v", got)
	}
}

func TestHitsCostTheirBytes(t *testing.T) {
	h := Host{SecondsPerByte: 1e-9, Read: 1e-5, Finish: 2e-8}
	modeltest.Near(t, "T2_CPU", h.hits(1e6), 0.024+0.02+1e-5, 1e-12)
}
