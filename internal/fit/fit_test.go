package fit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFitPowerLawRecoversThePapers: fitting finds the curve of the paper's equation 1 again, over
// its range of s.
func TestFitPowerLawRecoversThePapers(t *testing.T) {
	paper := PowerLaw{A: -0.0017, B: 32.2946, P: -0.9528}
	var s, y []float64
	for size := 10.0; size <= 300; size += 10 {
		s, y = append(s, size), append(y, paper.At(size))
	}
	got := FitPowerLaw(s, y)
	near(t, "a", got.A, paper.A, 1e-5)
	near(t, "b", got.B, paper.B, 1e-6)
	near(t, "p", got.P, paper.P, 1e-6)
	near(t, "R²", got.R2, 1, 1e-9)
}

func TestFitPowerLawOnNoise(t *testing.T) {
	law := PowerLaw{A: 0.004, B: 2.5, P: -1.1}
	r := rand.New(rand.NewPCG(1, 2))
	var s, y []float64
	for size := 8.0; size <= 4096; size *= 2 {
		s, y = append(s, size), append(y, law.At(size)*(1+0.01*r.NormFloat64()))
	}
	got := FitPowerLaw(s, y)
	for _, size := range []float64{10, 100, 1000} {
		near(t, "at", got.At(size), law.At(size), 0.03)
	}
	if got.R2 < 0.999 {
		t.Errorf("R² %v", got.R2)
	}
}

func TestFitPowerLawOnAConstant(t *testing.T) {
	got := FitPowerLaw([]float64{10, 20, 40, 80}, []float64{3, 3, 3, 3})
	for _, s := range []float64{10, 33, 200} {
		near(t, "at", got.At(s), 3, 1e-9)
	}
}

func TestNonNegativeRecoversAndStaysAboveZero(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	truth := []float64{2e-5, 0, 3e-9, 0, 8e-8}
	var a [][]float64
	var y []float64
	for range 12 {
		row := []float64{1, 5 + r.Float64()*10, r.Float64() * 1e6, r.Float64() * 1e5, r.Float64() * 1e4}
		sum := 0.0
		for j, v := range row {
			sum += v * truth[j]
		}
		a, y = append(a, row), append(y, sum)
	}
	for j, v := range NonNegative(Relative(a, y)) {
		if math.Abs(v-truth[j]) > 1e-9*math.Abs(truth[j])+1e-15 {
			t.Errorf("coefficient %d: got %v, want %v", j, v, truth[j])
		}
	}
	for j, v := range NonNegative([][]float64{{1, 1}, {1, 2}, {1, 3}}, []float64{3, 2, 1}) {
		if v < 0 {
			t.Errorf("coefficient %d is %v", j, v)
		}
	}
}

func TestLeastSquaresUndetermined(t *testing.T) {
	if _, _, ok := leastSquares([][]float64{{1, 2}, {2, 4}}, []float64{1, 2}); ok {
		t.Error("parallel columns were solved")
	}
	if _, _, ok := leastSquares(nil, nil); ok {
		t.Error("no equations were solved")
	}
}

// TestLeastAbsolute: a line through most points is found, whatever the others.
func TestLeastAbsolute(t *testing.T) {
	var rows [][]float64
	var y []float64
	for x := 1.0; x < 12; x++ {
		rows, y = append(rows, []float64{1, x}), append(y, 3+2*x)
	}
	y[3], y[8] = 100, 400
	got := LeastAbsolute(rows, y)
	near(t, "constant", got[0], 3, 0.05)
	near(t, "slope", got[1], 2, 0.05)
}
