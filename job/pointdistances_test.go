package job_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/cluster"
	"flyby/job"
	"flyby/points/pointjoin"
)

// crowds writes two crowds of points and noise, and returns their coordinates with the path of their file.
func crowds(t *testing.T) (rows [][]float64, path string) {
	t.Helper()
	r := rand.New(rand.NewPCG(21, 22))
	for i := range 440 {
		p := []float64{0.1*r.NormFloat64() + float64(i%2)*3, 0.1 * r.NormFloat64()}
		if i%11 == 0 {
			p = []float64{8*r.Float64() - 2, 8*r.Float64() - 4}
		}
		rows = append(rows, p)
	}
	text := "id,x,y\n"
	for i, p := range rows {
		text += fmt.Sprintf("p%d,%v,%v\n", i, p[0], p[1])
	}
	path = filepath.Join(t.TempDir(), "crowds.csv")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return rows, path
}

// nearestByForce returns the distance of each point to its number-th neighbour.
func nearestByForce(rows [][]float64, number int) (all []float64) {
	for i, p := range rows {
		var to []float64
		for k, q := range rows {
			if i != k {
				to = append(to, pointjoin.Distance(p, q))
			}
		}
		slices.Sort(to)
		all = append(all, to[number-1])
	}
	return all
}

// TestPointDistances: distances equal brute force's, row by row, and Curve gets them in order.
func TestPointDistances(t *testing.T) {
	rows, path := crowds(t)
	for _, minPoints := range []int{2, 5, 440} {
		var told cluster.Distances
		ask := job.PointAsk{Points: []string{path}, Find: job.PointDistances, Clusters: cluster.Search{MinPoints: []int{minPoints}}, Curve: func(d cluster.Distances) { told = d }}
		got, report := pointRows(t, ask)
		want := nearestByForce(rows, minPoints-1)
		if !slices.Equal(got.Distances, want) || report.Rows != 440 || len(got.Rows) != 440 || got.Rows[439] != 439 {
			t.Errorf("minpts %d: %d of %d distances", minPoints, len(got.Distances), len(want))
		}
		if of := cluster.NewDistances(minPoints, slices.Clone(want)); !slices.Equal(told.Quantiles(), of.Quantiles()) || told.MinPoints != minPoints || told.Points() != 440 {
			t.Errorf("minpts %d: told %v", minPoints, told.Quantiles())
		}
		if text, _ := pointText(t, ask); !strings.HasPrefix(text, fmt.Sprintf("id,distance\np0,%v\n", want[0])) {
			t.Errorf("minpts %d: %.60s", minPoints, text)
		}
	}
}

// TestAutoEps: clusters by the knee of distances equal clusters by its value, with every method.
func TestAutoEps(t *testing.T) {
	rows, path := crowds(t)
	eps, err := cluster.NewDistances(5, nearestByForce(rows, 4)).Knee()
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range cluster.Methods() {
		search := cluster.Search{MinPoints: []int{5}, Method: method}
		auto, r := pointText(t, job.PointAsk{Points: []string{path}, Find: job.PointClusters, Clusters: search, AutoEps: true})
		search.Eps = []float64{eps}
		given, other := pointText(t, job.PointAsk{Points: []string{path}, Find: job.PointClusters, Clusters: search})
		if auto != given || r.Rows != other.Rows || len(r.Variants) != 1 || r.Variants[0] != other.Variants[0] || r.Variants[0].Clusters != 2 {
			t.Errorf("%s: %+v, want %+v", method, r.Variants, other.Variants)
		}
	}
}

// TestAutoEpsRefused: invalid asks, and points without a knee, are errors, and leave no file.
func TestAutoEpsRefused(t *testing.T) {
	_, path := crowds(t)
	for _, a := range []job.PointAsk{
		{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{5}, Eps: []float64{1}}}, {AutoEps: true, Clusters: cluster.Search{MinPoints: []int{5, 6}}},
		{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{1}}}, {AutoEps: true}, {Find: job.PointDistances, Clusters: cluster.Search{MinPoints: []int{0}}},
		{Find: job.PointDistances, AutoEps: true, Clusters: cluster.Search{MinPoints: []int{2}}}, {Find: job.PointPairs, AutoEps: true},
		{Find: job.PointDistances, Queries: []string{path}, Clusters: cluster.Search{MinPoints: []int{2}}},
	} {
		if a.Points = []string{path}; a.Find == "" {
			a.Find = job.PointClusters
		}
		var field *job.FieldError
		if err := a.Validate(); !errors.As(err, &field) {
			t.Errorf("%+v: %v", a, err)
		}
	}
	for name, text := range map[string]string{"line.csv": "x\n" + strings.Repeat("1\n3\n", 100), "few.csv": "x\n1\n2\n"} {
		folder := t.TempDir()
		from, out := filepath.Join(folder, name), filepath.Join(folder, "out.csv")
		if err := os.WriteFile(from, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		told := math.MaxInt
		a := job.PointAsk{Points: []string{from}, Find: job.PointClusters, AutoEps: true, Clusters: cluster.Search{MinPoints: []int{3}}, Curve: func(d cluster.Distances) { told = d.Points() }}
		_, err := job.RunPoints(t.Context(), a, job.File(out))
		var none *cluster.NoKneeError
		if !errors.As(err, &none) || told != map[string]int{"line.csv": 200, "few.csv": math.MaxInt}[name] {
			t.Errorf("%s: %v, told of %d", name, err, told)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
			t.Errorf("%s: %v, %v", name, left, err)
		}
	}
}
