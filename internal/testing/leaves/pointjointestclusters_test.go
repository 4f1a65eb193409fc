package leaves_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/points"
)

// sequential is a driver whose clusters are found by the DBSCAN of the original paper, which visits one row after another.
type sequential struct{}

func (sequential) Device() kernel.Device {
	return kernel.Device{Selector: "test", Name: "test", Units: 1}
}
func (sequential) Methods() []pointjoin.Method { return nil }
func (sequential) Close() error                { return nil }
func (sequential) Load(context.Context, pointjoin.Set) (pointjoin.Resident, error) {
	return nil, fmt.Errorf("no joins")
}

func (sequential) Cluster(_ context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	c := &visits{near: make([][]int, s.Len())}
	for row := range c.near {
		p := s.Append(nil, row)
		for other := range c.near {
			if within.Within(p, s.Append(nil, other)) {
				c.near[row] = append(c.near[row], other)
			}
		}
	}
	return c, nil
}

// visits are points with all their neighbours, each point included among its own.
type visits struct{ near [][]int }

func (v *visits) Close() error { return nil }

func (v *visits) Cores(ctx context.Context, minPoints int, core []bool) (points.Stats, error) {
	for row, near := range v.near {
		core[row] = len(near) >= minPoints
	}
	return points.Stats{}, context.Cause(ctx)
}

// Unite grows one cluster after another, from its lowest core row.
func (v *visits) Unite(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	labels := v.labels(core)
	for row := range lead {
		lead[row] = pointjoin.NoLead
		if core[row] {
			lead[row] = uint32(slices.Index(labels, labels[row]))
		}
	}
	return points.Stats{}, context.Cause(ctx)
}

// labels numbers core rows by cluster, in order of the lowest row, and others -1.
func (v *visits) labels(core []bool) []int {
	labels := slices.Repeat([]int{-1}, len(core))
	next := 0
	for first := range core {
		if !core[first] || labels[first] >= 0 {
			continue
		}
		labels[first] = next
		for queue := []int{first}; len(queue) > 0; queue = queue[1:] {
			for _, other := range v.near[queue[0]] {
				if core[other] && labels[other] < 0 {
					labels[other] = next
					queue = append(queue, other)
				}
			}
		}
		next++
	}
	return labels
}

func (v *visits) Borders(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	for row, near := range v.near {
		if core[row] {
			continue
		}
		lead[row] = pointjoin.NoLead
		for _, other := range near {
			if core[other] {
				lead[row] = min(lead[row], lead[other])
			}
		}
	}
	return points.Stats{}, context.Cause(ctx)
}

// TestRunClusters: the suite agrees with a driver that follows the original DBSCAN, with its queue.
func TestRunClusters(t *testing.T) {
	tier.Full(t)
	pointjointest.RunClusters(t, func(testing.TB) pointjoin.Driver { return sequential{} })
}

// TestLeadsAreSequential: leads in order are the numbers of clusters, and the lowest lead near a border point is the cluster
// that reaches it first.
func TestLeadsAreSequential(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 65))
	for _, minPoints := range []int{2, 3, 4} {
		rows := make([][]float64, 300)
		for i := range rows {
			rows[i] = []float64{r.Float64(), r.Float64()}
		}
		within, err := pointjoin.NewThreshold(0.05)
		if err != nil {
			t.Fatal(err)
		}
		c, _ := sequential{}.Cluster(t.Context(), pointjointest.Store(t, rows, 2), within)
		core, lead := make([]bool, len(rows)), make([]uint32, len(rows))
		for _, step := range []func() (points.Stats, error){
			func() (points.Stats, error) { return c.Cores(t.Context(), minPoints, core) },
			func() (points.Stats, error) { return c.Unite(t.Context(), core, lead) },
			func() (points.Stats, error) { return c.Borders(t.Context(), core, lead) },
		} {
			if _, err := step(); err != nil {
				t.Fatal(err)
			}
		}
		want := printed(c.(*visits).near, minPoints)
		if got := numbered(lead, core); !slices.Equal(got, want) {
			t.Errorf("minPoints %d: %v, want %v", minPoints, got, want)
		}
	}
}

// printed is DBSCAN as in the paper: rows are visited in order, each core row without a cluster begins one, and a row stays
// with the cluster that reaches it first.
func printed(near [][]int, minPoints int) []int {
	labels := slices.Repeat([]int{-1}, len(near))
	next := 0
	for first := range near {
		if labels[first] >= 0 || len(near[first]) < minPoints {
			continue
		}
		labels[first] = next
		for seeds := []int{first}; len(seeds) > 0; seeds = seeds[1:] {
			if len(near[seeds[0]]) < minPoints {
				continue
			}
			for _, other := range near[seeds[0]] {
				if labels[other] < 0 {
					labels[other] = next
					seeds = append(seeds, other)
				}
			}
		}
		next++
	}
	return labels
}

// numbered returns the clusters of rows, numbered in the order of their first core rows.
func numbered(lead []uint32, core []bool) []int {
	numbers, labels := map[uint32]int{}, make([]int, len(lead))
	for row, is := range core {
		if _, known := numbers[lead[row]]; is && !known {
			numbers[lead[row]] = len(numbers)
		}
	}
	for row, l := range lead {
		if labels[row] = -1; l != pointjoin.NoLead {
			labels[row] = numbers[l]
		}
	}
	return labels
}
