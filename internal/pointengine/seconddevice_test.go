package pointengine_test

import (
	"slices"
	"testing"

	"flyby/cluster"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/points"
)

// beyond returns an engine of the host on two threads with a further device whose one method, grid, is predicted to take no time. opened counts how
// often the device was opened.
func beyond(t testing.TB, s *points.Store, method string) (e *pointengine.Engine, opened *int) {
	t.Helper()
	opened = new(int)
	c := pointengine.Config{Method: method, Threads: 2, Further: &pointengine.Further{Start: 0.05, Open: func() (pointjoin.Driver, bool) {
		*opened++
		return elsewhere{host.New(2), 0}, true
	}}}
	return engine(t, s, c, host.New(2)), opened
}

// fewPoints take no time; manyPoints take long where all are near each other or have many dimensions.
const fewPoints, manyPoints = 500, 40_000

// TestFurtherForJoins: the device is opened once for joins that take longer than opening it, of many points or many queries, and not for others.
func TestFurtherForJoins(t *testing.T) {
	for _, c := range []struct {
		points, dimensions, queries int
		opened                      int
	}{{fewPoints, 2, 0, 0}, {fewPoints, 20, 0, 0}, {0, 2, 0, 0}, {manyPoints, 2, 0, 1}, {fewPoints, 2, 1 << 20, 1}, {fewPoints, 20, 1 << 20, 1}} {
		e, opened := beyond(t, cloud(t, c.points, c.dimensions), pointengine.Auto)
		for range 2 {
			if err := e.Prepare(t.Context(), c.queries, threshold(t, 1), 0); err != nil {
				t.Fatal(err)
			}
		}
		if on := e.Device().Name == "elsewhere"; *opened != c.opened || on != (c.opened > 0) {
			t.Errorf("%+v: %d opened, and joined on %s", c, *opened, e.Device().Name)
		}
	}
}

// TestFurtherLater: a set that was indexed for a few queries is joined with many, and the other way round; answers are the same.
func TestFurtherLater(t *testing.T) {
	s, queries := cloud(t, fewPoints, 2), cloud(t, 40, 2)
	e, opened := beyond(t, s, pointengine.Auto)
	want, _ := all(t, bruteforced(t, s), queries)
	for turn, many := range []int{queries.Len(), 1 << 20, queries.Len()} {
		if err := e.Prepare(t.Context(), many, threshold(t, 0.1), 0); err != nil {
			t.Fatal(err)
		}
		if got, _ := all(t, e, queries); !slices.Equal(got, want) {
			t.Errorf("turn %d: %d pairs, want %d", turn, len(got), len(want))
		}
		if *opened != min(turn, 1) {
			t.Errorf("turn %d: opened %d times", turn, *opened)
		}
	}
	if e.Device().Name != "elsewhere" {
		t.Errorf("few queries have the points indexed anew on %s", e.Device().Name)
	}
}

// bruteforced returns an engine of the host alone, prepared for the questions of TestFurtherLater.
func bruteforced(t testing.TB, s *points.Store) *pointengine.Engine {
	t.Helper()
	return opened(t, s, 0.1, pointengine.Config{Method: "bruteforce"})
}

// TestFurtherForNearest: nearest points are found on the host; where points are few, no device is opened to decide that.
func TestFurtherForNearest(t *testing.T) {
	for _, c := range []struct{ points, dimensions, opened int }{{fewPoints, 2, 0}, {fewPoints, 20, 0}, {fewPoints, 7, 0}, {manyPoints, 2, 1}} {
		e, opened := beyond(t, cloud(t, c.points, c.dimensions), pointengine.Auto)
		if err := e.Prepare(t.Context(), 0, threshold(t, 0), 3); err != nil {
			t.Fatal(err)
		}
		if *opened != c.opened || e.Device().Name != host.New(1).Device().Name {
			t.Errorf("%+v: %d opened, and found on %s", c, *opened, e.Device().Name)
		}
	}
}

// TestFurtherForClusters: clusters of few points are found on the host, all variants together; Hybrid-DBSCAN, kept to be measured, has the device.
func TestFurtherForClusters(t *testing.T) {
	for _, c := range []struct {
		points, dimensions int
		method             string
		variants           int
		opened             int
	}{{fewPoints, 2, cluster.Fused, 1, 0}, {fewPoints, 20, cluster.Auto, 1, 0}, {fewPoints, 2, cluster.Hybrid, 1, 1}, {fewPoints, 20, cluster.Auto, 1000, 1}, {manyPoints / 2, 20, cluster.Auto, 1, 1}} {
		e, opened := beyond(t, cloud(t, c.points, c.dimensions), pointengine.Auto)
		minPoints := make([]int, c.variants)
		for i := range minPoints {
			minPoints[i] = 2 + i
		}
		for v, err := range e.Clusters(t.Context(), cluster.Search{Eps: []float64{0.01}, MinPoints: minPoints, Method: c.method}) {
			if err != nil {
				t.Fatal(err)
			}
			if on := v.Stats.Device == "elsewhere"; on != (c.opened > 0 && c.method != cluster.Hybrid) { // Hybrid's tables are the host's here
				t.Errorf("%+v: on %s", c, v.Stats.Device)
			}
			break
		}
		if *opened != c.opened {
			t.Errorf("%+v: %d opened", c, *opened)
		}
	}
}

// TestFurtherGone: where the device cannot be opened, the host does the search, and opening is not tried again.
func TestFurtherGone(t *testing.T) {
	asked := 0
	c := pointengine.Config{Method: pointengine.Auto, Threads: 2, Further: &pointengine.Further{Start: 0.05, Open: func() (pointjoin.Driver, bool) {
		asked++
		return nil, false
	}}}
	e := engine(t, cloud(t, manyPoints, 2), c, host.New(2))
	for _, eps := range []float64{1, 2} {
		if err := e.Prepare(t.Context(), 0, threshold(t, eps), 0); err != nil || asked != 1 || e.Device().Name != host.New(1).Device().Name {
			t.Errorf("asked %d times, on %s: %v", asked, e.Device().Name, err)
		}
	}
}
