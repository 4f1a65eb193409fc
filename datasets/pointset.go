package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"flyby/internal/memory"
	"flyby/points"
)

// PointOptions select one of the sets of points of a name. The zero value selects the first.
type PointOptions struct {
	// Dimensions is the number of coordinates; 0: the set's number, or the first of the numbers that the
	// papers have.
	Dimensions int
	// Like names the set of a paper that the points stand in for, one of PointSet.Likes; empty: the first.
	Like string
}

// A PointSet is a name that GeneratePoints knows.
type PointSet struct {
	Name  string
	Likes []string // the values of PointOptions.Like, the default first; nil: none may be given

	least, greatest int // dimensions that may be asked for; 0: none
	sizes           func(like string) (points, dimensions int)
	generate        func(r *source, like string, columns [][]float64)
}

// PointSets lists the sets of points of the papers on self-joins and similarity joins, which docs/points.md
// describes.
func PointSets() []PointSet {
	return []PointSet{
		{Name: "syn-uniform", least: 1, greatest: points.MaxDimensions, sizes: fixedSizes(2_000_000, 2), generate: uniformPoints(100)},
		{Name: "syn-exponential", least: 1, greatest: points.MaxDimensions, sizes: fixedSizes(2_000_000, 16), generate: exponentialPoints},
		{Name: "lss-uniform", least: 1, greatest: points.MaxDimensions, sizes: fixedSizes(1_000_000, 16), generate: uniformPoints(1)},
		{Name: "sky", Likes: []string{"SDSS1", "SDSS2", "SDSS3", "SDSS2DA", "SDSS2DB"}, sizes: skySizes, generate: skyPoints},
		{Name: "receivers", Likes: []string{"SW1", "SW4", "SW2DA", "SW2DB", "SW3DA", "SW3DB"}, sizes: receiverSizes, generate: receiverPoints},
		{Name: "features", Likes: featureNames(), sizes: featureSizes, generate: featurePoints},
	}
}

// PointNames lists the names of PointSets.
func PointNames() (names []string) {
	for _, s := range PointSets() {
		names = append(names, s.Name)
	}
	return names
}

// fixedSizes returns the sizes function of a set without Likes.
func fixedSizes(points, dimensions int) func(string) (int, int) {
	return func(string) (int, int) { return points, dimensions }
}

// CheckLike returns an error if the set has no such PointOptions.Like.
func (s *PointSet) CheckLike(like string) error {
	switch {
	case like == "" || slices.Contains(s.Likes, like):
		return nil
	case s.Likes == nil:
		return fmt.Errorf("%s stands for no set of a paper", s.Name)
	}
	return fmt.Errorf("must be one of %s", strings.Join(s.Likes, ", "))
}

// CheckDimensions returns an error if the set cannot have n as PointOptions.Dimensions.
func (s *PointSet) CheckDimensions(n int) error {
	switch {
	case n == 0 || s.greatest > 0 && n >= s.least && n <= s.greatest:
		return nil
	case s.greatest == 0:
		return fmt.Errorf("%s has as many as the set that it stands for", s.Name)
	}
	return fmt.Errorf("must be %d to %d", s.least, s.greatest)
}

// check returns an error if the set does not allow the options.
func (s *PointSet) check(o PointOptions) error {
	if err := s.CheckLike(o.Like); err != nil {
		return fmt.Errorf("like %q: %w", o.Like, err)
	}
	if err := s.CheckDimensions(o.Dimensions); err != nil {
		return fmt.Errorf("%d dimensions: %w", o.Dimensions, err)
	}
	return nil
}

// GeneratePoints makes the set of points called name, one of PointNames, from a seed. The same arguments
// give the same points on every platform, to the bit; ids are the numbers of rows.
//
// scale multiplies the number of points of the set; the product is rounded, and at least 1. A smaller
// scale gives the first points of a larger one. An unknown name, options that PointSet refuses or a
// scale outside (0, MaxScale] is an error; the error of a set that memory cannot hold wraps flyby.ErrMemory.
func GeneratePoints(name string, seed uint64, scale float64, o PointOptions) (*points.Store, error) {
	at := slices.Index(PointNames(), name)
	if at < 0 {
		return nil, fmt.Errorf("datasets: generate %q: no such set of points: choose one of %s", name, strings.Join(PointNames(), ", "))
	}
	set := PointSets()[at]
	err := set.check(o)
	if err == nil {
		err = checkScale(scale)
	}
	if err != nil {
		return nil, fmt.Errorf("datasets: generate %s: %w", name, err)
	}
	if o.Like == "" && set.Likes != nil {
		o.Like = set.Likes[0]
	}
	n, dimensions := set.sizes(o.Like)
	if o.Dimensions > 0 {
		dimensions = o.Dimensions
	}
	columns, err := makePoints(scaled(n, scale), dimensions)
	if err != nil {
		return nil, err
	}
	set.generate(newSource(seed, name), o.Like, columns)
	return points.New(columns, points.RowIDs(len(columns[0])))
}

// makePoints allocates columns for n points, or fails with a *memory.Error.
func makePoints(n, dimensions int) ([][]float64, error) {
	if err := memory.Need(memory.Count(n)+" points", memory.Of(n, 8*dimensions)); err != nil {
		return nil, err
	}
	columns := make([][]float64, dimensions)
	for k := range columns {
		columns[k] = make([]float64, n)
	}
	return columns, nil
}

// drawAll fills all columns with independent draws, point by point.
func drawAll(columns [][]float64, draw func() float64) {
	for row := range columns[0] {
		for _, c := range columns {
			c[row] = draw()
		}
	}
}

// uniformPoints draws coordinates uniform and independent on [0, side]: Syn2D2M to Syn6D10M of side 100, and
// the uniform sets of LSS of side 1.
func uniformPoints(side float64) func(r *source, like string, columns [][]float64) {
	return func(r *source, _ string, columns [][]float64) {
		drawAll(columns, func() float64 { return r.between(0, side) })
	}
}

// exponentialPoints draws coordinates exponential with lambda = 40 and independent, values above 1 redrawn:
// Syn16D2M, Syn32D2M and Syn64D2M.
func exponentialPoints(r *source, _ string, columns [][]float64) {
	drawAll(columns, func() float64 {
		return truncated(0, 1, func() float64 { return r.exponential() / 40 })
	})
}

// Parameters of skyPoints: the side of the footprint, and the clusters.
const (
	footprint     = 133.5 // degrees, by which as many cells are non-empty as in the paper
	clusterSigma  = 0.05  // degrees
	clusterMean   = 12.0  // members
	expOfMean     = 6.14421235332821e-6
	uniformShare  = 0.7
	singlesInDraw = uniformShare * clusterMean / (1 - uniformShare + uniformShare*clusterMean) // the share of single galaxies in draws of a single galaxy or a cluster
)

// skySizes returns the sizes of the papers' samples of SDSS.
func skySizes(like string) (n, dimensions int) {
	switch like {
	case "SDSS2":
		return 5_000_000, 2
	case "SDSS3", "SDSS2DB":
		return 15_228_633, 2
	}
	return 2_000_000, 2
}

// skyPoints draws galaxies: 70 in 100 uniform in the footprint, the others in clusters. Centres of clusters
// are uniform; a cluster has a Poisson number of members, which are normal around its centre; members
// outside of the footprint are drawn again. The rows of a cluster are consecutive.
func skyPoints(r *source, _ string, columns [][]float64) {
	x, y := columns[0], columns[1]
	for row := 0; row < len(x); {
		cx, cy := r.between(0, footprint), r.between(0, footprint)
		if r.uniform() < singlesInDraw {
			x[row], y[row] = cx, cy
			row++
			continue
		}
		for range r.poisson(expOfMean) {
			if row == len(x) {
				return
			}
			x[row] = truncated(0, footprint, func() float64 { return cx + mul(clusterSigma, r.normal()) })
			y[row] = truncated(0, footprint, func() float64 { return cy + mul(clusterSigma, r.normal()) })
			row++
		}
	}
}

// poisson draws from a Poisson distribution; its argument is exp(-mean) (Knuth).
func (r *source) poisson(expOfMinusMean float64) (n int) {
	for p := r.uniform(); p > expOfMinusMean; p = mul(p, r.uniform()) {
		n++
	}
	return n
}

// scaledShare returns v times share, rounded half away from zero.
func scaledShare(v int, share float64) int { return int(math.Round(float64(v) * share)) }
