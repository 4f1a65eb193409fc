package datasets

import (
	"math"
	"testing"

	"flyby/trajectory"
)

// starts returns the time of each trajectory's first sample.
func starts(s *trajectory.Store) []float64 {
	var out []float64
	for traj := range s.Trajectories() {
		first, _ := s.Range(traj)
		out = append(out, s.T()[first])
	}
	return out
}

// TestStartTimes compares bounds, mean and standard deviation of the start times
// with the distributions of paper §7.1, within about four standard errors.
func TestStartTimes(t *testing.T) {
	tests := []struct {
		name            string
		lo, hi          float64
		mean, sd, error float64
	}{
		{"randwalk-uniform", 0, 100, 50, 28.87, 2.4},
		{"randwalk-exp", 0, 20, 10, 5.77, 0.24},
		// A normal distribution cut at ±1 standard deviation has 0.5396 of it.
		{"randwalk-normal", 0, 400, 200, 107.9, 9},
		// Five phases 700 apart: nearly all of the spread is between the phases' means.
		{"randwalk-normal5", 100, 3100, 1600, 990.9, 80},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var sum, sum2 float64
			times := starts(generate(t, tt.name, 1, 1))
			for _, v := range times {
				if v < tt.lo || v > tt.hi {
					t.Fatalf("start %v outside [%v, %v]", v, tt.lo, tt.hi)
				}
				sum, sum2 = sum+v, sum2+v*v
			}
			n := float64(len(times))
			near(t, "mean", sum/n, tt.mean, tt.error)
			near(t, "standard deviation", math.Sqrt(sum2/n-sum/n*sum/n), tt.sd, tt.error)
		})
	}
}

func TestNormal5HasInactivePhases(t *testing.T) {
	s := generate(t, "randwalk-normal5", 1, 1)
	var walks [phases]int
	for _, start := range starts(s) {
		phase := int((start - 100) / phaseEvery)
		if into := start - 100 - phaseEvery*float64(phase); into > 200 {
			t.Fatalf("start %v lies %v into its phase, want at most 200", start, into)
		}
		walks[phase]++
	}
	for phase, n := range walks {
		near(t, "walks of a phase", float64(n), 500, 80)
		if n == 0 {
			t.Errorf("phase %d is empty", phase)
		}
	}
}

// TestExpSampleCounts: paper §7.1 truncates the numbers of samples to [2, 1000]. Moving a number beyond the
// interval to its end gives 685,000 segments with a standard deviation of 7,000; the paper has 684,329.
// Drawing it again would give 705,000.
func TestExpSampleCounts(t *testing.T) {
	s := generate(t, "randwalk-exp", 1, 1)
	least, most, shortest := math.MaxInt, 0, 0
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		least, most = min(least, last-first), max(most, last-first)
		if last-first == 2 {
			shortest++
		}
	}
	if least < 2 || most > 1000 {
		t.Errorf("%d to %d samples, want within [2, 1000]", least, most)
	}
	near(t, "segments", float64(s.Segments()), 685_000, 14_000)
	// An exponential of mean 70 is below 3 with probability 1 - exp(-3/70) = 0.042, and these walks have 2
	// samples; with numbers drawn again only 0.014 of the walks would.
	near(t, "walks of 2 samples", float64(shortest), 420, 80)
}

func TestStepsAreStandardNormal(t *testing.T) {
	s := generate(t, "randwalk-uniform", 1, 0.1)
	for _, col := range [][]float64{s.X(), s.Y(), s.Z()} {
		var sum, sum2, n float64
		for row, seg := range s.Rows() {
			if math.Abs(seg.T1-seg.T0-1) > 1e-9 {
				t.Fatalf("row %d lasts %v, want 1", row, seg.T1-seg.T0)
			}
			step := col[row+1] - col[row]
			sum, sum2, n = sum+step, sum2+step*step, n+1
		}
		near(t, "mean step", sum/n, 0, 0.015)
		near(t, "step variance", sum2/n, 1, 0.02)
	}
}

func TestWalksStartInTheirCube(t *testing.T) {
	for name, side := range map[string]float64{
		"randwalk-uniform": 250, "randwalk-normal": 1000, "randwalk-normal5": 1000, "randwalk-exp": 1000,
	} {
		s := generate(t, name, 1, 0.1)
		for traj := range s.Trajectories() {
			row, _ := s.Range(traj)
			for _, v := range []float64{s.X()[row], s.Y()[row], s.Z()[row]} {
				if v < 0 || v > side {
					t.Fatalf("%s: walk %d starts at %v, want within [0, %v]", name, traj, v, side)
				}
			}
		}
	}
}
