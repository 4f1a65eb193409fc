package pointengine_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"

	"flyby/cluster"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/points"
)

// TestClustersInSlabs: slabs of a few points pass the suite of clusters, whose scenes have thresholds wider than slabs, chains and
// rings across all slabs, equal points and points far away.
func TestClustersInSlabs(t *testing.T) {
	tier.Full(t)
	clustersInSlabs(t, 150)
}

func clustersInSlabs(t *testing.T, size int) {
	t.Helper()
	c := roomy(pointengine.Config{Slab: size, Threads: 2})
	pointjointest.RunClusters(t, func(testing.TB) pointjoin.Driver { return pointengine.NewSlabs(host.New(2), c) })
}

// cramped is the host with room for some points in cells; it counts the points asked for, and the open indexes.
type cramped struct {
	*host.Driver
	most  int
	asked []int
	open  int
	fail  error // the error of Close
}

func (d *cramped) Cluster(ctx context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	d.asked = append(d.asked, s.Len())
	if s.Len() > d.most {
		return nil, fmt.Errorf("%d points: %w", s.Len(), kernel.ErrMemory)
	}
	c, err := d.Driver.Cluster(ctx, s, within)
	d.open++
	return &closing{c, d}, err
}

// closing counts its Close at its driver.
type closing struct {
	pointjoin.Clusters
	of *cramped
}

func (c *closing) Close() error {
	c.of.open--
	return errors.Join(c.Clusters.Close(), c.of.fail)
}

// clustersBy returns the core points and leads that a driver finds.
func clustersBy(t *testing.T, d pointjoin.Driver, s *points.Store, eps float64, minPoints int) (core []bool, lead []uint32, err error) {
	t.Helper()
	c, err := d.(pointjoin.Clusterer).Cluster(t.Context(), s, threshold(t, eps))
	if err != nil {
		return nil, nil, err
	}
	core, lead = make([]bool, s.Len()), make([]uint32, s.Len())
	if _, err := c.Cores(t.Context(), minPoints, core); err != nil {
		return nil, nil, err
	}
	if _, err := c.Unite(t.Context(), core, lead); err != nil {
		return nil, nil, err
	}
	_, err = c.Borders(t.Context(), core, lead)
	return core, lead, errors.Join(err, c.Close())
}

// TestClustersOutgrow: points without room are clustered in slabs of half as many and so on, one indexed at a time; where not even
// one point has room, the error says so. Labels equal the labels of one index.
func TestClustersOutgrow(t *testing.T) {
	s := cloud(t, 40_000, 2)
	const eps, minPoints = 0.004, 4
	core, lead, err := clustersBy(t, host.New(2), s, eps, minPoints)
	if err != nil {
		t.Fatal(err)
	}
	clusters := slices.Clone(lead)
	slices.Sort(clusters)
	if n := len(slices.Compact(clusters)); n < 30 {
		t.Errorf("%d clusters", n)
	}
	var log strings.Builder
	c := roomy(pointengine.Config{Threads: 2, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	small := &cramped{Driver: host.New(2), most: 12_000}
	got, gotLead, err := clustersBy(t, pointengine.NewSlabs(small, c), s, eps, minPoints)
	if err != nil || !slices.Equal(got, core) || !slices.Equal(gotLead, lead) {
		t.Errorf("other clusters, or %v", err)
	}
	if small.open != 0 || len(small.asked) < 9 || small.asked[0] != s.Len() {
		t.Errorf("%d left open of %v", small.open, small.asked)
	}
	if text := log.String(); !strings.Contains(text, "a slab is too large") || !strings.Contains(text, "outgrow") {
		t.Errorf("log: %s", text)
	}
	if _, _, err := clustersBy(t, pointengine.NewSlabs(&cramped{Driver: host.New(1)}, c), s, eps, minPoints); !errors.Is(err, kernel.ErrMemory) {
		t.Errorf("no room at all: %v", err)
	}
	small = &cramped{Driver: host.New(1), most: 30_000, fail: errBroken}
	if _, _, err := clustersBy(t, pointengine.NewSlabs(small, c), s, eps, minPoints); !errors.Is(err, errBroken) {
		t.Errorf("a slab that cannot be closed: %v", err)
	}
}

// TestClustersInLittleMemory: a bound on memory makes slabs that fit it.
func TestClustersInLittleMemory(t *testing.T) {
	s := cloud(t, 200_000, 3)
	var log strings.Builder
	c := pointengine.Config{Threads: 2, Memory: 1, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	small := &cramped{Driver: host.New(2), most: math.MaxInt}
	core, lead, err := clustersBy(t, pointengine.NewSlabs(small, c), s, 0.01, 5)
	want, wantLead, err2 := clustersBy(t, host.New(2), s, 0.01, 5)
	if err := errors.Join(err, err2); err != nil || !slices.Equal(core, want) || !slices.Equal(lead, wantLead) {
		t.Errorf("other clusters, or %v", err)
	}
	if slices.Max(small.asked) > s.Len()/3 || !strings.Contains(log.String(), "searched in slabs") {
		t.Errorf("slabs of %v, log %s", small.asked, log.String())
	}
}

// TestEngineInSlabs: an engine gives the same variants slab by slab.
func TestEngineInSlabs(t *testing.T) {
	s := cloud(t, 3000, 2)
	search := cluster.Search{Eps: []float64{0.01, 0.03}, MinPoints: []int{3, 20}, Method: cluster.Fused}
	want, err := clusters(t, s, search, pointengine.Config{Threads: 2}, host.New(2))
	got, err2 := clusters(t, s, search, pointengine.Config{Threads: 2, Slab: 500}, host.New(2))
	if err := errors.Join(err, err2); err != nil || len(got) != 4 || slices.ContainsFunc(want, func(v cluster.Variant) bool { return v.Labels.Clusters == 0 }) {
		t.Fatalf("%d variants, %v", len(got), err)
	}
	sameVariants(t, "in slabs", got, want)
}
