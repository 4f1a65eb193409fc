package predict

import (
	"testing"

	"flyby/internal/estimate"
	"flyby/internal/fit"
	"flyby/internal/testing/modeltest"
)

// affine returns a kernel whose times are an overhead plus a rate per interaction: for such times the formula
// is exact, in both forms.
func affine(t *testing.T, form Form) *Kernel {
	surface := func(rate float64) *fit.Surface {
		return modeltest.Grid(t, func(c, q float64) float64 { return 1e-5 + 1e-10*c + rate*c*q }, fit.Linear)
	}
	return &Kernel{
		Hit: surface(9e-9), Miss: surface(1e-9), Apart: surface(4e-9), Empty: surface(0),
		Form: form, Lanes: 1, HitLanes: 1, Quantum: 1,
	}
}

func TestKernelTimeOfAMix(t *testing.T) {
	for _, form := range []Form{Separate, Nested} {
		k := affine(t, form)
		for _, m := range []estimate.Mix{{Alpha: 1}, {Beta: 1}, {Gamma: 1}, {Alpha: 0.25, Beta: 0.5, Gamma: 0.25}, {Alpha: 1e-5, Beta: 0.6, Gamma: 0.39999, Grazing: 0.1}, {Alpha: 0.1, Beta: 0.5, Gamma: 0.4, Depth: 0.9}} {
			c, q := 20_000.0, 120.0
			want := 1e-5 + 1e-10*c + c*q*(9e-9*m.Alpha+1e-9*m.Beta+4e-9*m.Gamma)
			modeltest.Near(t, string(form), k.Time(c, q, m), want, 1e-12)
		}
	}
}

func TestKernelTimeOfNothing(t *testing.T) {
	k := affine(t, Separate)
	if got := k.Time(0, 10, estimate.Mix{Beta: 1}) + k.Time(10, 0, estimate.Mix{Beta: 1}); got != 0 {
		t.Errorf("got %v", got)
	}
}

func TestKernelTimeOverflow(t *testing.T) {
	k := affine(t, Separate)
	m := estimate.Mix{Alpha: 1}
	once := k.Time(1000, 100, m)
	k.Room = 100_000
	modeltest.Near(t, "fits", k.Time(1000, 100, m), once, 0)
	k.Room = 30_000
	modeltest.Near(t, "runs again in halves and quarters", k.Time(1000, 100, m), 3*once, 1e-12)
}

func TestGrazingCostsAShareOfAHit(t *testing.T) {
	k := affine(t, Separate)
	k.Grazing = 0.5
	got := k.Time(1000, 100, estimate.Mix{Gamma: 1, Grazing: 0.2})
	modeltest.Near(t, "time", got, 1e-5+1e-7+1e5*(0.1*9e-9+0.9*4e-9), 1e-12)
}

func TestQuantumFillsUpWithMisses(t *testing.T) {
	surface := func(rate float64) *fit.Surface {
		s, err := fit.NewSurface([]float64{100, 1000}, []float64{32, 64}, []float64{
			1e-5 + 100*32*rate, 1e-5 + 100*64*rate, 1e-5 + 1000*32*rate, 1e-5 + 1000*64*rate,
		}, fit.Linear)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	k := &Kernel{Hit: surface(9e-9), Miss: surface(1e-9), Apart: surface(4e-9), Empty: surface(0), Form: Separate, Lanes: 1, HitLanes: 1, Quantum: 32}
	modeltest.Near(t, "a batch of 33", k.Time(500, 33, estimate.Mix{Beta: 1}), 1e-5+500*64*1e-9, 1e-12)
	modeltest.Near(t, "a batch of 1", k.Time(500, 1, estimate.Mix{Gamma: 1}), 1e-5+500*(4e-9+31e-9), 1e-12)
}

// Where candidates are fewer than a device has room for, the busiest candidate decides the time.
func TestDepthDecidesWhereThereIsRoom(t *testing.T) {
	surface := func(rate float64) *fit.Surface {
		return modeltest.Grid(t, func(c, q float64) float64 { return 1e-5 + rate*q }, fit.Linear)
	}
	k := &Kernel{Hit: surface(9e-7), Miss: surface(1e-7), Apart: surface(4e-7), Empty: surface(0), Form: Separate, Lanes: 1, HitLanes: 1, Quantum: 1}
	modeltest.Near(t, "average", k.Time(20_000, 100, estimate.Mix{Beta: 0.75, Gamma: 0.25}), 1e-5+75*1e-7+25*4e-7, 1e-12)
	modeltest.Near(t, "busiest", k.Time(20_000, 100, estimate.Mix{Beta: 0.75, Gamma: 0.25, Depth: 0.8}), 1e-5+75*1e-7+80*4e-7, 1e-12)
}

// Where the busy candidates just fill a device, idle candidates beside them cost their share: the time does not
// jump, as it does where all are busy.
func TestIdleCandidatesHoldNoneUp(t *testing.T) {
	surface := func(each float64) *fit.Surface {
		s, err := fit.NewSurface([]float64{10, 1000, 1010, 2000}, []float64{1, 100}, []float64{
			each, 100 * each, each, 100 * each, 2 * each, 200 * each, 2 * each, 200 * each,
		}, fit.Linear)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	nothing, err := fit.NewSurface([]float64{1, 2000}, []float64{1, 100}, []float64{1e-12, 1e-12, 1e-12, 1e-12}, fit.Linear)
	if err != nil {
		t.Fatal(err)
	}
	k := &Kernel{Hit: surface(9e-6), Miss: surface(1e-6), Apart: surface(4e-6), Empty: nothing, Form: Separate, Lanes: 1, HitLanes: 1, Quantum: 1}
	const c, q = 1010, 100
	full := k.Time(c, q, estimate.Mix{Beta: 0.5, Gamma: 0.5, Depth: 0.5})
	modeltest.Near(t, "all busy", full, 50*2e-6+50*8e-6, 1e-4)
	busy := 1000. / c // that fraction of the candidates shares time, each with half of the batch
	got := k.Time(c, q, estimate.Mix{Beta: 1 - busy/2, Gamma: busy / 2, Depth: 0.5})
	modeltest.Near(t, "just full of busy ones", got, (1-busy/2)*q*1e-6*c/1000+50*4e-6, 1e-4)
}
