package datasets

import "math"

// A featureSet describes a set of features of a paper, for which generated points stand in.
type featureSet struct {
	name               string
	points, dimensions int
	spread             float64 // of the points around their Gaussian's centre, relative to the spread of the centres
}

// featureSets lists the sets of features. Their spreads make the selectivities of the papers at the papers'
// eps: 5 to 781 from 0.01 on for SuSy, 4 to some thousand from 0.005 on for Songs, 3 to 1,300 from 0.2 to 0.5
// for the histograms.
func featureSets() []featureSet {
	return []featureSet{
		{"ColorHist", 68_040, 32, 0.5},
		{"LayoutHist", 66_616, 32, 0.5},
		{"SuSy", 5_000_000, 18, 0.039},
		{"Songs", 415_345, 90, 0.011},
		{"ColorMoments", 68_040, 9, 0.5},
		{"CoocTexture", 68_040, 16, 0.5},
	}
}

// featureNames lists the names of featureSets.
func featureNames() (names []string) {
	for _, s := range featureSets() {
		names = append(names, s.name)
	}
	return names
}

// featureOf returns the set called like.
func featureOf(like string) featureSet {
	for _, s := range featureSets() {
		if s.name == like {
			return s
		}
	}
	return featureSet{}
}

func featureSizes(like string) (n, dimensions int) {
	s := featureOf(like)
	return s.points, s.dimensions
}

const (
	gaussians    = 64
	rotated      = 4 // dimensions that are rotated together
	shuffleSeed  = 1 // of the order of dimensions, independent of the seed of the points
	shuffleNamed = "features-order"
)

// featurePoints draws from a mixture of Gaussians with the spectrum lambda_j = j^-1.5, rotated at random
// within groups of four dimensions, squashed into [0, 1], in an order of dimensions that does not depend on
// the seed.
func featurePoints(r *source, like string, columns [][]float64) {
	set, n := featureOf(like), len(columns)
	deviation := make([]float64, n)
	for j := range deviation {
		k := float64(j + 1)
		deviation[j] = 1 / math.Sqrt(mul(k, math.Sqrt(k))) // of variance k^-1.5
	}
	var centres [gaussians][]float64
	for g := range centres {
		centres[g] = make([]float64, n)
		for j := range n {
			centres[g][j] = mul(deviation[j], r.normal())
		}
	}
	turns := make([][rotated][rotated]float64, (n+rotated-1)/rotated)
	for i := range turns {
		turns[i] = r.rotation(min(rotated, n-i*rotated))
	}
	order := newSource(shuffleSeed, shuffleNamed).shuffled(n)
	v := make([]float64, n)
	for row := range columns[0] {
		centre := centres[r.below(gaussians)]
		for j := range v {
			v[j] = centre[j] + mul(mul(set.spread, deviation[j]), r.normal())
		}
		for j := range v {
			columns[order[j]][row] = squash(rotatedCoordinate(&turns[j/rotated], v, j))
		}
	}
}

// rotatedCoordinate returns coordinate j of v after the rotation turn of j's group of dimensions.
func rotatedCoordinate(turn *[rotated][rotated]float64, v []float64, j int) (sum float64) {
	first := j - j%rotated
	for k := first; k < min(first+rotated, len(v)); k++ {
		sum += mul(turn[j-first][k-first], v[k])
	}
	return sum
}

// squash maps all numbers into (0, 1), increasing.
func squash(v float64) float64 { return 0.5 + 0.5*v/math.Sqrt(1+mul(v, v)) }

// rotation draws a random orthogonal matrix of the given number of rows.
func (r *source) rotation(rows int) (turn [rotated][rotated]float64) {
	for i := range rows {
		for {
			for k := range rows {
				turn[i][k] = r.normal()
			}
			for before := range i {
				along := dot(turn[i][:rows], turn[before][:rows])
				for k := range rows {
					turn[i][k] -= mul(along, turn[before][k])
				}
			}
			if length := math.Sqrt(dot(turn[i][:rows], turn[i][:rows])); length > 1e-3 {
				for k := range rows {
					turn[i][k] /= length
				}
				break
			}
		}
	}
	return turn
}

func dot(a, b []float64) (sum float64) {
	for k, v := range a {
		sum += mul(v, b[k])
	}
	return sum
}

// shuffled draws a permutation of 0 to n-1.
func (r *source) shuffled(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		k := r.below(i + 1)
		order[i], order[k] = order[k], order[i]
	}
	return order
}
