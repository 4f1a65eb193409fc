package pointpapers

import (
	"fmt"
	"math"

	"flyby/datasets"
	"flyby/points"
)

// Set is a set of points of a paper.
type Set struct {
	Name       string // "Syn2D2M"
	Points     int    // in the paper
	Dimensions int

	generator, like string // generator is one of datasets.GeneratePoints; like describes the stand-in of a real set
	fixed           bool   // an experiment varies the size: the scale does not change it
	unit            bool   // the paper has every dimension in [0, 1]
	least           int    // the least number of points at any scale; 0: leastPoints
	other           bool   // from another seed: the set that another is joined with
}

// leastPoints is the least number of points of a scaled set, unless the set has fewer.
const leastPoints = 500

// size returns the number of points at a scale.
func (s Set) size(scale float64) int {
	if s.fixed {
		return s.Points
	}
	return max(min(s.Points, max(s.least, leastPoints)), int(math.Round(float64(s.Points)*scale)))
}

// widening returns the factor of a threshold at a scale, such that the mean number of points within it stays as in the
// paper: the ball's part of the volume grows as points get fewer.
func (s Set) widening(scale float64) float64 {
	return math.Pow(float64(s.Points)/float64(s.size(scale)), 1/float64(s.Dimensions))
}

// generate makes the set, or its stand-in, at a scale.
func (s Set) generate(seed uint64, scale float64) (*points.Store, error) {
	o := datasets.PointOptions{Like: s.like}
	of := map[string]int{"syn-uniform": 2_000_000, "syn-exponential": 2_000_000, "lss-uniform": 1_000_000}[s.generator]
	if of > 0 {
		o.Dimensions = s.Dimensions
	} else {
		of = s.Points
	}
	if s.other {
		seed++
	}
	return datasets.GeneratePoints(s.generator, seed, float64(s.size(scale))/float64(of), o)
}

// uniform returns SynnD2M or SynnD10M: uniform in [0, 100].
func uniform(n, millions int) Set {
	return Set{Name: fmt.Sprintf("Syn%dD%dM", n, millions), Points: millions * 1_000_000, Dimensions: n, generator: "syn-uniform"}
}

// exponential returns Syn16D2M, Syn32D2M or Syn64D2M.
func exponential(n int) Set {
	return Set{Name: fmt.Sprintf("Syn%dD2M", n), Points: 2_000_000, Dimensions: n, generator: "syn-exponential"}
}

// thousand is the number of points that LSS calls 1k. The paper does not say whether its k is 1,024.
const thousand = 1000

// unitCube returns a set uniform in [0, 1]^n.
func unitCube(n, thousands int) Set {
	return Set{Name: fmt.Sprintf("uniform%dD%dk", n, thousands), Points: thousands * thousand, Dimensions: n, generator: "lss-uniform", least: 4 * leastPoints}
}

// ofSize returns a set uniform in [0, 1]^n, of a size that no scale changes.
func ofSize(n, thousands int) Set {
	s := unitCube(n, thousands)
	s.fixed = true
	s.Name += " at any scale"
	return s
}

// real returns the sets of measurements, in the order of the papers; each has a stand-in.
func real() []Set {
	return []Set{
		{Name: "SW2DA", Points: 1_864_620, Dimensions: 2, generator: "receivers", like: "SW2DA"},
		{Name: "SW2DB", Points: 5_159_737, Dimensions: 2, generator: "receivers", like: "SW2DB"},
		{Name: "SDSS2DA", Points: 2_000_000, Dimensions: 2, generator: "sky", like: "SDSS2DA"},
		{Name: "SDSS2DB", Points: 15_228_633, Dimensions: 2, generator: "sky", like: "SDSS2DB"},
		{Name: "SW3DA", Points: 1_864_620, Dimensions: 3, generator: "receivers", like: "SW3DA"},
		{Name: "SW3DB", Points: 5_159_737, Dimensions: 3, generator: "receivers", like: "SW3DB"},
		{Name: "SW1", Points: 1_864_620, Dimensions: 2, generator: "receivers", like: "SW1"},
		{Name: "SW4", Points: 5_159_737, Dimensions: 2, generator: "receivers", like: "SW4"},
		{Name: "SDSS1", Points: 2_000_000, Dimensions: 2, generator: "sky", like: "SDSS1"},
		{Name: "SDSS2", Points: 5_000_000, Dimensions: 2, generator: "sky", like: "SDSS2"},
		{Name: "SDSS3", Points: 15_228_633, Dimensions: 2, generator: "sky", like: "SDSS3"},
		{Name: "SuSy", Points: 5_000_000, Dimensions: 18, generator: "features", like: "SuSy", unit: true},
		{Name: "Songs", Points: 415_345, Dimensions: 90, generator: "features", like: "Songs", unit: true},
		{Name: "ColorHist", Points: 68_040, Dimensions: 32, generator: "features", like: "ColorHist", unit: true},
		{Name: "LayoutHist", Points: 66_616, Dimensions: 32, generator: "features", like: "LayoutHist", unit: true},
	}
}

// Real lists the names of the sets of measurements, for which there may be files.
func Real() (names []string) {
	for _, s := range real() {
		names = append(names, s.Name)
	}
	return names
}

// realSet returns the set of measurements of a name.
func realSet(name string) Set {
	for _, s := range real() {
		if s.Name == name {
			return s
		}
	}
	panic("pointpapers: no set " + name) // our own bug: experiments name existing sets
}
