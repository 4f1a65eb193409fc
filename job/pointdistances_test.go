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

	"flyby"
	"flyby/cluster"
	"flyby/internal/pointjoin"
	"flyby/job"
	"flyby/question"
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
		ask := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.Clusterings, Level: question.Distances, Points: question.Points{Clusters: cluster.Search{MinPoints: []int{minPoints}}}}, Watch: job.Watch{Curve: func(d cluster.Distances) { told = d }}}
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
		search, m := cluster.Search{MinPoints: []int{5}}, flyby.Options{Method: flyby.Method(method)}
		auto, r := pointText(t, job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: search, AutoEps: true}}, Machine: m})
		search.Eps = []float64{eps}
		given, other := pointText(t, job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: search}}, Machine: m})
		if auto != given || r.Rows != other.Rows || len(r.Points.Variants) != 1 || r.Points.Variants[0] != other.Points.Variants[0] || r.Points.Variants[0].Clusters != 2 {
			t.Errorf("%s: %+v, want %+v", method, r.Points.Variants, other.Points.Variants)
		}
	}
}

// TestAutoEpsRefused: invalid asks, and points without a knee, are errors, and leave no file.
func TestAutoEpsRefused(t *testing.T) {
	_, path := crowds(t)
	for _, a := range []job.Ask{
		{Question: question.Question{Kind: question.Clusterings, Points: question.Points{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{5}, Eps: []float64{1}}}}}, {Question: question.Question{Kind: question.Clusterings, Points: question.Points{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{5, 6}}}}},
		{Question: question.Question{Kind: question.Clusterings, Points: question.Points{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{1}}}}}, {Question: question.Question{Kind: question.Clusterings, Points: question.Points{AutoEps: true}}}, {Question: question.Question{Kind: question.Clusterings, Level: question.Distances, Points: question.Points{Clusters: cluster.Search{MinPoints: []int{0}}}}},
		{Question: question.Question{Kind: question.Clusterings, Level: question.Distances, Points: question.Points{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{2}}}}}, {Question: question.Question{Kind: question.SelfJoins, Level: question.Pairs, Points: question.Points{AutoEps: true}}},
		{Inputs: job.Inputs{Queries: []string{path}}, Question: question.Question{Kind: question.Clusterings, Level: question.Distances, Points: question.Points{Clusters: cluster.Search{MinPoints: []int{2}}}}},
	} {
		a.Entries = []string{path}
		if err := a.Validate(); fieldOf(err) == "" {
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
		a := job.Ask{Inputs: job.Inputs{Entries: []string{from}}, Question: question.Question{Kind: question.Clusterings, Points: question.Points{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{3}}}}, Watch: job.Watch{Curve: func(d cluster.Distances) { told = d.Points() }}}
		_, err := job.Run(t.Context(), a, job.File(out))
		var none *cluster.NoKneeError
		if !errors.As(err, &none) || told != map[string]int{"line.csv": 200, "few.csv": math.MaxInt}[name] {
			t.Errorf("%s: %v, told of %d", name, err, told)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
			t.Errorf("%s: %v, %v", name, left, err)
		}
	}
}
