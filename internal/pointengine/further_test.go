package pointengine

import (
	"math"
	"strings"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/points"
)

// figures is the host with one method, which takes some seconds of one core.
type figures struct {
	*host.Driver
	seconds float64
}

func (f figures) Methods() []pointjoin.Method { return []pointjoin.Method{predicted(f.seconds)} }

// predicted returns a method of some seconds.
func predicted(seconds float64) pointjoin.Method {
	return pointjoin.Method{Name: "grid", Predict: func(*points.Store, pointjoin.Threshold) float64 { return seconds }}
}

// TestFurtherPays: of 16 cores of a Xeon and an H200, whose start is 0.22 s with its first search, the choice is never slower by more than a fifth than the other, by the seconds that
// whole commands took from file to answer (docs/performance.md).
func TestFurtherPays(t *testing.T) {
	const start = 0.22
	column := make([]float64, 10_000_000)
	for name, c := range map[string]struct {
		points, dimensions int
		pairs, there       float64 // seconds to find pairs: of one core, of the GPU
		variants           int     // of clusters; 0: a self-join
		cores, gpu         float64 // measured seconds
		wantsGPU           bool
	}{
		"dbscan 2*10^6":            {2e6, 2, 0.18, 0.02, 1, 0.164, 0.344, false},
		"dbscan 10^7":              {1e7, 2, 3, 0.1, 1, 0.337, 0.427, false},
		"dbscan 10^7, 16 variants": {1e7, 2, 3, 0.1, 16, 4.40, 2.34, true},
		"counts eps 1 2*10^6":      {2e6, 2, 0.6, 0.02, 0, 0.145, 0.317, false},
		"pairs eps 0.2 2*10^6":     {2e6, 2, 0.18, 0.02, 0, 0.259, 0.453, false},
		"6-D eps 8 2*10^6":         {2e6, 6, 1.1, 0.02, 0, 0.295, 0.387, false},
		"few points":               {1000, 2, 1e-3, 0.01, 0, 1e-3, 0.4, false},
	} {
		columns := make([][]float64, c.dimensions)
		for i := range columns {
			columns[i] = column[:c.points]
		}
		s, err := points.New(columns, points.RowIDs(c.points))
		if err != nil {
			t.Fatal(err)
		}
		e := New(s, Config{Threads: 16, Further: &Further{Start: start, Methods: []pointjoin.Method{predicted(c.there)}, Told: "all is assumed", Open: func() (pointjoin.Driver, bool) { return nil, false }}}, figures{host.New(1), c.pairs})
		within, err := pointjoin.NewThreshold(1)
		if err != nil {
			t.Fatal(err)
		}
		gpu := false
		if c.variants > 0 {
			gpu = !e.clustersHere([]float64{1}, c.variants)
		} else {
			all := e.candidates(0)
			predict(s, within, all)
			gpu = all[0].seconds > e.foreseen(question{within: within}, true)
		}
		took := map[bool]float64{false: c.cores, true: c.gpu}
		if gpu != c.wantsGPU || took[gpu] > 1.2*min(c.cores, c.gpu) {
			t.Errorf("%s: on a GPU: %t, %s", name, gpu, e.Why())
		}
		if c.variants > 0 && !strings.Contains(e.Why(), "0.22 s of them to start, where all is assumed") {
			t.Errorf("%s: %q", name, e.Why())
		}
	}
}

// TestForeseen: methods of papers, and for nearest points methods that find none, are not foreseen; a method that predicts nothing counts with the start alone.
func TestForeseen(t *testing.T) {
	s, err := points.New([][]float64{{1, 2}}, points.RowIDs(2))
	if err != nil {
		t.Fatal(err)
	}
	near, paper := predicted(4), predicted(1)
	near.Nearest, paper.Paper = true, "its"
	for _, c := range []struct {
		methods []pointjoin.Method
		nearest int
		known   bool
		want    float64
	}{
		{nil, 0, true, 1}, {[]pointjoin.Method{predicted(4), predicted(2)}, 0, true, 3}, {[]pointjoin.Method{paper}, 0, true, math.Inf(1)},
		{[]pointjoin.Method{predicted(4)}, 1, true, math.Inf(1)}, {[]pointjoin.Method{near}, 1, true, 9}, {[]pointjoin.Method{near}, 1, false, 1},
		{[]pointjoin.Method{{Name: "silent"}, predicted(4)}, 0, true, 1},
	} {
		e := New(s, Config{Threads: 1, Further: &Further{Start: 1, Methods: c.methods}})
		if got := e.foreseen(question{nearest: c.nearest}, c.known); got != c.want {
			t.Errorf("%d methods, %d nearest, known %t: %v s, want %v", len(c.methods), c.nearest, c.known, got, c.want)
		}
	}
}
