package datasets

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"flyby/internal/tier"
	"flyby/trajectory"
)

// generate is Generate that must succeed.
func generate(t *testing.T, name string, seed uint64, scale float64) *trajectory.Store {
	t.Helper()
	s, err := Generate(name, seed, scale)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// digest hashes ids and the bits of all samples.
func digest(s *trajectory.Store) string {
	h := fnv.New64a()
	for traj := range s.Trajectories() {
		h.Write([]byte(s.ID(traj)))
		first, last := s.Range(traj)
		for row := first; row < last; row++ {
			sample := []float64{s.T()[row], s.X()[row], s.Y()[row]}
			if s.Dim() == 3 {
				sample = append(sample, s.Z()[row])
			}
			for _, v := range sample {
				h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
			}
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// TestSizes pins the sizes of the paper's Table 1. RANDWALK-EXP's number of
// segments is random, and TestExpSampleCounts compares it with its expectation: here it is seed 1's.
func TestSizes(t *testing.T) {
	tier.Full(t)
	tests := []struct {
		name                   string
		trajectories, segments int
	}{
		{"galaxy", 2500, 1_000_000},
		{"randwalk-uniform", 2500, 997_500},
		{"randwalk-normal", 2500, 1_000_000},
		{"randwalk-normal5", 2500, 1_000_000},
		{"randwalk-exp", 10_000, 684_194},
		{"supernovae", 10_000, 10_000},
		{"flocks", 1000, 1_000_000},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := generate(t, tt.name, 1, 1)
			if s.Trajectories() != tt.trajectories || s.Segments() != tt.segments {
				t.Errorf("%d trajectories, %d segments, want %d and %d",
					s.Trajectories(), s.Segments(), tt.trajectories, tt.segments)
			}
			dim := 3
			if tt.name == "flocks" {
				dim = 2
			}
			if s.Dim() != dim || s.Times() != trajectory.Number {
				t.Errorf("%d dimensions, time kind %v: want %d with plain numbers", s.Dim(), s.Times(), dim)
			}
			if Names()[i] != tt.name {
				t.Errorf("Names()[%d] = %q, want %q", i, Names()[i], tt.name)
			}
		})
	}
}

// TestSameSeedSameBytes pins the bytes: they must not depend on the platform.
func TestSameSeedSameBytes(t *testing.T) {
	want := map[string]string{
		"galaxy":           "4cfc67930b216478",
		"randwalk-uniform": "8fdad560e8dfcc50",
		"randwalk-normal":  "ad53b584758dc571",
		"randwalk-normal5": "331dd244a47f18af",
		"randwalk-exp":     "4342047a6f2843d5",
		"supernovae":       "df7e937042a2853f",
		"flocks":           "a6f86d9df2e65642",
	}
	for _, name := range Names() {
		if got := digest(generate(t, name, 1, 0.01)); got != want[name] {
			t.Errorf("%s, seed 1, scale 0.01: digest %s, want %s", name, got, want[name])
		}
		if digest(generate(t, name, 2, 0.01)) == want[name] {
			t.Errorf("%s: seeds 1 and 2 give the same data", name)
		}
	}
}

func TestSmallScaleIsPartOfLarger(t *testing.T) {
	for _, name := range Names() {
		small, large := generate(t, name, 3, 0.002), generate(t, name, 3, 0.01)
		first := make([]int, small.Trajectories())
		for i := range first {
			first[i] = i
		}
		if digest(small) != digest(large.Subset(first)) {
			t.Errorf("%s: scale 0.002 is not the first trajectories of scale 0.01", name)
		}
	}
}

func TestScaleCountsTrajectories(t *testing.T) {
	for _, tt := range []struct {
		scale float64
		want  int
	}{{1e-9, 1}, {0.001, 3}, {0.01, 25}, {0.0126, 32}} {
		if got := generate(t, "randwalk-normal", 1, tt.scale).Trajectories(); got != tt.want {
			t.Errorf("scale %v: %d trajectories, want %d", tt.scale, got, tt.want)
		}
	}
}

func TestGenerateRefuses(t *testing.T) {
	if _, err := Generate("galaxies", 1, 1); err == nil || !strings.Contains(err.Error(), strings.Join(Names(), ", ")) {
		t.Errorf("unknown name: error %v, want one that lists %v", err, Names())
	}
	for _, scale := range []float64{0, -1, 1001, math.NaN(), math.Inf(1)} {
		if _, err := Generate("galaxy", 1, scale); err == nil || !strings.Contains(err.Error(), "at most 1000") {
			t.Errorf("scale %v: error %v, want one that states the range", scale, err)
		}
	}
}

// TestUnits: stars are in kpc and Myr, walks have no units.
func TestUnits(t *testing.T) {
	for _, name := range append(Names(), "unknown") {
		want := [2]string{}
		if name == "galaxy" || name == "supernovae" {
			want = [2]string{"kpc", "Myr"}
		}
		if length, time := Units(name); [2]string{length, time} != want {
			t.Errorf("%s is in %q and %q, want %q", name, length, time, want)
		}
	}
}
