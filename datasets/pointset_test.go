package datasets

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"flyby/internal/tier"
	"flyby/points"
)

// pointsOf is GeneratePoints that must succeed.
func pointsOf(t *testing.T, name string, seed uint64, scale float64, o PointOptions) *points.Store {
	t.Helper()
	s, err := GeneratePoints(name, seed, scale, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// digestOf hashes the bits of the first points.
func digestOf(s *points.Store, rows int) string {
	h := fnv.New64a()
	for row := range rows {
		for k := range s.Dimensions() {
			h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(s.Column(k)[row])))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// TestPointsOfSeed pins the bytes, which must not depend on the platform, and wants a small scale to give
// the first points of a larger one.
func TestPointsOfSeed(t *testing.T) {
	want := map[string]string{
		"syn-uniform": "06610d0f0de7f4bc", "syn-exponential": "64792cddb8fb1212", "lss-uniform": "1801f2a56a56a9ae", "sky": "3db3639712690160", "receivers": "7d0b247b5c05fd89", "features": "f35bad8116ebcd67",
	}
	for _, name := range PointNames() {
		s := pointsOf(t, name, 1, 0.001, PointOptions{})
		if got := digestOf(s, s.Len()); got != want[name] {
			t.Errorf("%s, seed 1, scale 0.001: digest %s, want %s", name, got, want[name])
		}
		if large := pointsOf(t, name, 1, 0.002, PointOptions{}); digestOf(large, s.Len()) != digestOf(s, s.Len()) || large.Len() < 2*s.Len()-1 {
			t.Errorf("%s: scale 0.001 is not the first points of scale 0.002", name)
		}
		if other := pointsOf(t, name, 2, 0.001, PointOptions{}); digestOf(other, s.Len()) == want[name] {
			t.Errorf("%s: seeds 1 and 2 give the same points", name)
		}
	}
}

// TestPointSizes: sets have as many points, and coordinates, as in the papers.
func TestPointSizes(t *testing.T) {
	for _, c := range []struct {
		name, like         string
		points, dimensions int
	}{
		{"syn-uniform", "", 2_000_000, 2}, {"syn-exponential", "", 2_000_000, 16}, {"lss-uniform", "", 1_000_000, 16},
		{"sky", "SDSS1", 2_000_000, 2}, {"sky", "SDSS2", 5_000_000, 2}, {"sky", "SDSS3", 15_228_633, 2}, {"sky", "SDSS2DA", 2_000_000, 2}, {"sky", "SDSS2DB", 15_228_633, 2},
		{"receivers", "SW1", 1_864_620, 2}, {"receivers", "SW4", 5_159_737, 2}, {"receivers", "SW2DB", 5_159_737, 2}, {"receivers", "SW3DA", 1_864_620, 3}, {"receivers", "SW3DB", 5_159_737, 3},
		{"features", "ColorHist", 68_040, 32}, {"features", "LayoutHist", 66_616, 32}, {"features", "SuSy", 5_000_000, 18},
		{"features", "Songs", 415_345, 90}, {"features", "ColorMoments", 68_040, 9}, {"features", "CoocTexture", 68_040, 16},
	} {
		const scale = 0.0001
		s := pointsOf(t, c.name, 1, scale, PointOptions{Like: c.like})
		if want := int(math.Round(float64(c.points) * scale)); s.Len() != want || s.Dimensions() != c.dimensions || !s.IDs().IntIDs() {
			t.Errorf("%s %s: %d points of %d dimensions, want %d of %d", c.name, c.like, s.Len(), s.Dimensions(), want, c.dimensions)
		}
	}
	if s := pointsOf(t, "syn-uniform", 1, 1e-9, PointOptions{Dimensions: 4096}); s.Len() != 1 || s.Dimensions() != 4096 {
		t.Errorf("%d points of %d dimensions", s.Len(), s.Dimensions())
	}
}

// TestPointsInRange: coordinates keep to their range; some come down to least, and some up to greatest.
func TestPointsInRange(t *testing.T) {
	for _, c := range []struct {
		name, like      string
		scale, lo, hi   float64
		least, greatest float64 // some coordinate is at most least, another at least greatest
	}{
		{"syn-uniform", "", 0.001, 0, 100, 1, 99},
		{"syn-exponential", "", 0.0005, 0, 1, 0.0001, 0.2},
		{"lss-uniform", "", 0.001, 0, 1, 0.01, 0.99},
		{"sky", "", 0.001, 0, footprint, 1, 132},
		{"features", "Songs", 0.005, 0, 1, 0.2, 0.8},
	} {
		s := pointsOf(t, c.name, 1, c.scale, PointOptions{Like: c.like})
		least, greatest := math.Inf(1), math.Inf(-1)
		for k := range s.Dimensions() {
			for _, v := range s.Column(k) {
				least, greatest = min(least, v), max(greatest, v)
			}
		}
		if least < c.lo || greatest > c.hi || least > c.least || greatest < c.greatest {
			t.Errorf("%s: %v to %v", c.name, least, greatest)
		}
	}
	s := pointsOf(t, "receivers", 1, 0.001, PointOptions{Like: "SW3DA"})
	for row, v := range s.Column(2) {
		if v < leastContent || v > mostContent {
			t.Fatalf("row %d: content %v", row, v)
		}
	}
}

// selectivity returns the mean number of neighbours within eps of a sample of points.
func selectivity(s *points.Store, eps float64, queries int) float64 {
	found, p, q := 0, make([]float64, 0, s.Dimensions()), 0
	for i := 0; i < s.Len(); i += max(1, s.Len()/queries) {
		p = s.Append(p[:0], i)
		q++
		for row := range s.Len() {
			sum := 0.0
			for k := 0; k < len(p) && sum <= eps*eps; k++ {
				d := s.Column(k)[row] - p[k]
				sum += d * d
			}
			if sum <= eps*eps {
				found++
			}
		}
	}
	return float64(found)/float64(q) - 1
}

// TestSelectivities: at the papers' eps points have the number of neighbours intended for the full sets,
// times the scale. Queries are few, so the tolerance is a third.
func TestSelectivities(t *testing.T) {
	tier.Full(t)
	selectivities(t, []selected{
		{"syn-uniform", PointOptions{}, 0.01, 1, 623},
		{"syn-uniform", PointOptions{Dimensions: 3}, 0.01, 3, 226},
		{"syn-uniform", PointOptions{Dimensions: 5}, 0.03, 8, 30},
		{"features", PointOptions{}, 0.3, 0.4, 630},
		{"features", PointOptions{Like: "Songs"}, 0.05, 0.01, 4200},
		{"features", PointOptions{Like: "SuSy"}, 0.005, 0.015, 700},
	})
}

// selected is the intended mean number of neighbours within eps in a set at scale 1.
type selected struct {
	name      string
	o         PointOptions
	scale     float64
	eps, want float64
}

func selectivities(t *testing.T, all []selected) {
	t.Helper()
	for _, c := range all {
		s := pointsOf(t, c.name, 1, c.scale, c.o)
		if got := selectivity(s, c.eps, 300) / c.scale; math.Abs(got-c.want) > c.want/3 {
			t.Errorf("%s %+v: %v neighbours within %v at scale 1, want %v", c.name, c.o, got, c.eps, c.want)
		}
	}
}

// TestMeansOfClusters: 30 galaxies in 100 are in clusters of 12 on average, so nearly as many are close to
// the galaxy of the row before.
func TestMeansOfClusters(t *testing.T) {
	s := pointsOf(t, "sky", 1, 0.01, PointOptions{})
	x, y, near := s.Column(0), s.Column(1), 0
	for row := 1; row < s.Len(); row++ {
		if math.Hypot(x[row]-x[row-1], y[row]-y[row-1]) < 8*clusterSigma {
			near++
		}
	}
	if got, want := float64(near)/float64(s.Len()), 0.3*11/12; math.Abs(got-want) > 0.015 {
		t.Errorf("%v of the galaxies follow one of their cluster, want %v", got, want)
	}
}

// TestFeaturesAreShuffled: the dimension of the greatest variance is not among the first in all sets, and
// does not depend on the seed.
func TestFeaturesAreShuffled(t *testing.T) {
	widest := func(seed uint64, like string) (at int) {
		s, most := pointsOf(t, "features", seed, 0.01, PointOptions{Like: like}), 0.0
		for k := range s.Dimensions() {
			mean, square := 0.0, 0.0
			for _, v := range s.Column(k) {
				mean, square = mean+v, square+v*v
			}
			mean /= float64(s.Len())
			if v := square/float64(s.Len()) - mean*mean; v > most {
				at, most = k, v
			}
		}
		return at
	}
	first := newSource(shuffleSeed, shuffleNamed).shuffled(90)[:rotated]
	if got := widest(1, "Songs"); !strings.Contains(fmt.Sprint(first), fmt.Sprint(got)) || got < rotated && widest(1, "ColorHist") < rotated {
		t.Errorf("dimension %d is the widest, wanted is one of %v", got, first)
	}
	if a, b := widest(1, "ColorMoments")/rotated, widest(2, "ColorMoments")/rotated; a != b && a > 9 {
		t.Errorf("seeds 1 and 2: %d, %d", a, b)
	}
}

// TestGeneratePointsRefuses: unknown names, and scales and options that a set does not allow, are errors.
func TestGeneratePointsRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		scale float64
		o     PointOptions
		want  string
	}{
		{"stars", 1, PointOptions{}, `datasets: generate "stars": no such set of points: choose one of syn-uniform, syn-exponential, lss-uniform, sky, receivers, features`},
		{"sky", 0, PointOptions{}, "datasets: generate sky: scale 0: must be above 0 and at most 1000"},
		{"sky", 1, PointOptions{Like: "SW1"}, `datasets: generate sky: like "SW1": must be one of SDSS1, SDSS2, SDSS3, SDSS2DA, SDSS2DB`},
		{"syn-uniform", 1, PointOptions{Like: "SW1"}, `datasets: generate syn-uniform: like "SW1": syn-uniform stands for no set of a paper`},
		{"syn-uniform", 1, PointOptions{Dimensions: -1}, "datasets: generate syn-uniform: -1 dimensions: must be 1 to 4096"},
		{"syn-uniform", 1, PointOptions{Dimensions: 4097}, "datasets: generate syn-uniform: 4097 dimensions: must be 1 to 4096"},
		{"features", 1, PointOptions{Dimensions: 3}, "datasets: generate features: 3 dimensions: features has as many as the set that it stands for"},
	} {
		if _, err := GeneratePoints(c.name, 1, c.scale, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
