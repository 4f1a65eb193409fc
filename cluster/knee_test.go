package cluster_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/cluster"
)

// below returns how far a place of a curve is below its chord, exactly, with axes of length 1; a distance above most counts
// as most.
func below(sorted []float64, i int, most float64) *big.Rat {
	exact := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	least := exact(sorted[0])
	along := big.NewRat(int64(i), int64(len(sorted)-1))
	up := new(big.Rat).Sub(exact(min(sorted[i], most)), least)
	return along.Sub(along, up.Quo(up, new(big.Rat).Sub(exact(most), least)))
}

// crowd returns distances of points of clusters, of noise, and of far away points.
func crowd(r *rand.Rand, near, noise, far int) (all []float64) {
	for range near {
		all = append(all, 0.1+0.05*math.Abs(r.NormFloat64()))
	}
	for range noise {
		all = append(all, 1+r.Float64())
	}
	for range far {
		all = append(all, 1e9*r.Float64())
	}
	return all
}

// TestKnee: the knee is the place where exact arithmetic finds the curve farthest below its chord, whatever the order of
// the points.
func TestKnee(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, c := range [][]int{{100, 0, 0}, {90, 10, 0}, {900, 99, 1}, {5000, 500, 5}, {400, 400, 0}, {98, 0, 2}} {
		all := crowd(r, c[0], c[1], c[2])
		sorted := slices.Sorted(slices.Values(all))
		n := len(sorted)
		most := min(sorted[n-1], 3*sorted[(99*n+99)/100-1])
		want, at := new(big.Rat), 0
		for i := range sorted {
			if b := below(sorted, i, most); b.Cmp(want) > 0 {
				want, at = b, i
			}
		}
		eps, err := cluster.NewDistances(4, slices.Clone(all)).Knee()
		if err != nil || eps != sorted[at] {
			t.Errorf("%v: knee at %v, %v, want %v", c, eps, err, sorted[at])
		}
		r.Shuffle(n, func(i, k int) { all[i], all[k] = all[k], all[i] })
		if again, err := cluster.NewDistances(4, all).Knee(); again != eps || err != nil {
			t.Errorf("%v: in another order %v, %v, want %v", c, again, err, eps)
		}
		if c[1] > 0 && c[1] < c[0] && (eps < 0.1 || eps > 1) {
			t.Errorf("%v: knee at %v, not between clusters and noise", c, eps)
		}
	}
}

// TestQuantiles: each quantile is the least distance that its percentage of the points does not exceed.
func TestQuantiles(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, n := range []int{1, 2, 7, 99, 100, 101, 12345} {
		all := crowd(r, n, 0, 0)
		d := cluster.NewDistances(3, slices.Clone(all))
		quantiles := d.Quantiles()
		var percents []int
		for _, q := range quantiles {
			percents = append(percents, q.Percent)
			within, less := 0, 0
			for _, v := range all {
				if v <= q.Distance {
					within++
				}
				if v < q.Distance {
					less++
				}
			}
			if 100*within < q.Percent*n || 100*less >= q.Percent*n || !slices.Contains(all, q.Distance) {
				t.Errorf("of %d points %d are within %v, %d %%", n, within, q.Distance, q.Percent)
			}
		}
		if !slices.Equal(percents, []int{10, 25, 50, 75, 90, 95, 99}) || d.Points() != n {
			t.Errorf("%v of %d points", percents, d.Points())
		}
	}
	if got := cluster.NewDistances(3, nil).Quantiles(); got != nil {
		t.Errorf("%v of no points", got)
	}
}

// TestNoKnee: a curve without a knee is an error with the reason.
func TestNoKnee(t *testing.T) {
	curve := func(n int, of func(x float64) float64) (all []float64) {
		for i := range n {
			all = append(all, of(float64(i)/float64(n-1)))
		}
		return all
	}
	for why, distances := range map[string][]float64{
		"99 points, of at least 100": crowd(rand.New(rand.NewPCG(1, 1)), 90, 9, 0), "0 points, of at least 100": nil,
		"all are 2.5": curve(200, func(float64) float64 { return 2.5 }), "all are 0": make([]float64, 100), "99 % are 0": append(make([]float64, 199), 5),
		"the curve is 0.00 of its height below its chord, and with a knee at least 0.2": curve(1000, func(x float64) float64 { return 1 + x }),
		"the curve is 0.19 of its height below its chord, and with a knee at least 0.2": curve(1001, func(x float64) float64 { return 0.24*x + 0.76*x*x }),
		"the curve is 0.00 of its height below its chord, and with a knee at":           curve(1000, math.Sqrt),
		"it is at 0: at least 80 % have as many points at the same place":               append(make([]float64, 160), curve(40, func(x float64) float64 { return 1 + x })...),
	} {
		eps, err := cluster.NewDistances(7, distances).Knee()
		var none *cluster.NoKneeError
		if !errors.As(err, &none) || none.MinPoints != 7 || eps != 0 || !strings.HasPrefix(err.Error(), "cluster: minpts 7: the distances have no knee: "+why) {
			t.Errorf("%v, %v, want %s", eps, err, why)
		}
	}
	if eps, err := cluster.NewDistances(7, curve(1001, func(x float64) float64 { return 0.16*x + 0.84*x*x })).Knee(); err != nil || math.Abs(eps-0.29) > 1e-9 {
		t.Errorf("%v, %v", eps, err)
	}
	huge := curve(1000, func(x float64) float64 { return 0x1p1000 * math.Pow(x, 9) })
	if eps, err := cluster.NewDistances(2, huge).Knee(); err != nil || !(eps > 0 && eps < 0x1p1000) {
		t.Errorf("%v, %v", eps, err)
	}
}
