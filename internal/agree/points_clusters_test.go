package agree_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/cluster"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// variantsOf returns all variants of a search.
func variantsOf(t testing.TB, p *flyby.Points, s cluster.Search) (all []cluster.Variant) {
	t.Helper()
	for v, err := range p.Clusters(t.Context(), s) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// labelled returns the labels of points by the definition, from all pairs within eps.
func labelled(s *points.Store, eps float64, minPoints int) cluster.Labels {
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		panic(err)
	}
	rows, near := s.Evenly(s.Len()), make([][]int, s.Len())
	for a, p := range rows {
		for b, q := range rows {
			if within.Within(p, q) {
				near[a] = append(near[a], b)
			}
		}
	}
	isCore := func(row int) bool { return len(near[row]) >= minPoints }
	l := cluster.New(s.Len())
	for first := range rows {
		if l.Numbers[first] != cluster.Noise || !isCore(first) {
			continue
		}
		l.Numbers[first] = int64(l.Clusters)
		for next := []int{first}; len(next) > 0; {
			row := next[0]
			next = next[1:]
			for _, other := range near[row] {
				if isCore(other) && l.Numbers[other] == cluster.Noise {
					l.Numbers[other] = int64(l.Clusters)
					next = append(next, other)
				}
			}
		}
		l.Clusters++
	}
	for row := range rows {
		switch {
		case isCore(row):
			l.Kinds[row] = cluster.CorePoint
		default:
			for _, other := range near[row] {
				if of := l.Numbers[other]; isCore(other) && (l.Kinds[row] == cluster.NoisePoint || of < l.Numbers[row]) {
					l.Numbers[row], l.Kinds[row] = of, cluster.BorderPoint
				}
			}
		}
		if l.Kinds[row] != cluster.NoisePoint {
			l.Noise--
		}
	}
	return l
}

// TestClusters: both methods on every device give the labels of the definition, with many pairs at exactly
// eps.
func TestClusters(t *testing.T) {
	s := cloudOf(t, 700)
	search := cluster.Search{Eps: []float64{1, 5, 0, 2}, MinPoints: []int{9, 1, 4, 25}}
	borders := 0
	for _, device := range devices(t) {
		for _, way := range []cluster.Search{{}, {Method: cluster.Hybrid}, {Method: cluster.Hybrid, Kernel: "shared"}} {
			search.Method, search.Kernel = way.Method, way.Kernel
			method := way.Method + way.Kernel
			all := variantsOf(t, openPoints(t, s, flyby.Options{Device: device, Threads: 2, Method: "grid"}), search)
			if len(all) != search.Variants() {
				t.Fatalf("%s on %s: %d variants", method, device, len(all))
			}
			for i, v := range all {
				eps, n := search.Eps[i/4], search.MinPoints[i%4]
				want := labelled(s, eps, n)
				if v.Eps != eps || v.MinPoints != n || !slices.Equal(v.Labels.Numbers, want.Numbers) || !slices.Equal(v.Labels.Kinds, want.Kinds) ||
					v.Labels.Clusters != want.Clusters || v.Labels.Noise != want.Noise {
					t.Errorf("%s on %s, eps %v, minpts %d: %d clusters and %d of noise, want eps %v, minpts %d: %d and %d", method, device,
						v.Eps, v.MinPoints, v.Labels.Clusters, v.Labels.Noise, eps, n, want.Clusters, want.Noise)
				}
				borders += strings.Count(kindsOf(v.Labels), "border")
			}
		}
	}
	if borders == 0 {
		t.Error("no border points")
	}
}

// kindsOf returns the kinds of labels as text.
func kindsOf(l cluster.Labels) string {
	var all []string
	for _, k := range l.Kinds {
		all = append(all, k.String())
	}
	return strings.Join(all, " ")
}

// TestClustersRefuse: impossible searches, an ended context, and closed points are errors.
func TestClustersRefuse(t *testing.T) {
	p, err := flyby.OpenPoints(t.Context(), cloudOf(t, 10), flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	good := cluster.Search{Eps: []float64{1}, MinPoints: []int{2}}
	ends := func(ctx context.Context, s cluster.Search) (last error) {
		for v, err := range p.Clusters(ctx, s) {
			if last = err; err != nil && v.Labels.Numbers != nil {
				t.Errorf("labels with %v", err)
			}
		}
		return last
	}
	if err := ends(t.Context(), cluster.Search{Eps: []float64{-1}, MinPoints: []int{0}}); err == nil || !strings.Contains(err.Error(), "eps -1: must be finite") || !strings.Contains(err.Error(), "minpts 0: must be at least 1") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	good.Method = cluster.Hybrid
	if err := ends(ctx, good); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for range p.Clusters(t.Context(), good) {
		break // gives the turn back
	}
	if err := ends(t.Context(), good); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := ends(t.Context(), good); !errors.Is(err, flyby.ErrClosed) {
		t.Error(err)
	}
}
