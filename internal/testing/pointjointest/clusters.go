package pointjointest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// RunClusters checks a driver's pointjoin.Clusterer against the definition of DBSCAN: on all scenes and all ClusterScenes of some
// numbers of dimensions, or of any, at each threshold, with several least numbers of points. open opens the driver, which
// RunClusters closes.
func RunClusters(t *testing.T, open func(testing.TB) pointjoin.Driver, dimensions ...int) {
	d := open(t)
	defer func() {
		if err := d.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}()
	by, ok := d.(pointjoin.Clusterer)
	if !ok {
		t.Fatalf("%T finds no clusters", d)
	}
	for _, s := range withDimensions(dimensions, slices.Concat(oracleScenes(), oracleClusterScenes())) {
		t.Run(s.Name, func(t *testing.T) {
			for i := range s.Eps {
				checkClusters(t, by, s, i)
			}
		})
	}
	t.Run("stops", func(t *testing.T) { clustersStop(t, by) })
}

// checkClusters calls the methods of Clusters at a threshold of a scene, one after another, and also with arguments that the
// method before need not have set.
func checkClusters(t *testing.T, d pointjoin.Clusterer, s *scene, i int) {
	t.Helper()
	near, eps := neighboursOf(len(s.Rows), s.self()[i]), s.Eps[i]
	c := cluster(t, d, Store(t, s.Rows, s.dimensions()), eps)
	check := clusterCheck{t, c, near, fmt.Sprintf("%s, eps %v", s.Name, eps)}
	r := rand.New(rand.NewPCG(65, uint64(len(s.Rows))))
	for _, minPoints := range leastPoints(near) {
		core := check.cores(minPoints)
		check.leads(core, fmt.Sprintf("of %d points", minPoints), r)
		check.labels(core, minPoints)
	}
	for _, share := range []int{2, 10} { // only other slabs know that core points of a slab's border are core
		core := make([]bool, len(near))
		for row := range core {
			core[row] = r.IntN(share) == 0
		}
		check.leads(core, "core by chance", r)
	}
}

// cluster indexes points for clusters until the test ends.
func cluster(t testing.TB, d pointjoin.Clusterer, s *points.Store, eps float64) pointjoin.Clusters {
	t.Helper()
	c, err := d.Cluster(t.Context(), s, threshold(t, eps))
	if err != nil {
		t.Fatalf("cluster: %v", err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return c
}

// clusterCheck checks the methods of Clusters against the definition, for points whose neighbours are known.
type clusterCheck struct {
	t    *testing.T
	c    pointjoin.Clusters
	near [][]uint32 // by row, without the point itself
	how  string
}

// cores checks Cores against the oracle, with old flags to overwrite.
func (k clusterCheck) cores(minPoints int) []bool {
	k.t.Helper()
	want, got := coresOf(k.near, minPoints), make([]bool, len(k.near))
	for row := range got {
		got[row] = row%2 == 0
	}
	k.stats(k.c.Cores(k.t.Context(), minPoints, got))
	if at := differ(got, want); at >= 0 {
		k.t.Fatalf("%s: row %d core with %d others and minPoints %d: %t", k.how, at, len(k.near[at]), minPoints, got[at])
	}
	return want
}

// leads checks Unite and Borders against the oracle, and Borders also with leads in which clusters have other numbers.
func (k clusterCheck) leads(core []bool, which string, r *rand.Rand) {
	k.t.Helper()
	united := leadsOf(k.near, core)
	got := make([]uint32, len(core))
	for row := range got {
		got[row] = uint32(row / 2) // an old lead
	}
	k.stats(k.c.Unite(k.t.Context(), core, got))
	if at := differ(got, united); at >= 0 {
		k.t.Fatalf("%s, %s: lead of row %d is %d, want %d", k.how, which, at, got[at], united[at])
	}
	names := r.Perm(len(core))
	for _, renamed := range []bool{false, true} {
		lead := slices.Clone(united)
		for row := range lead {
			switch {
			case !core[row]:
				lead[row] = uint32(row) // an old lead
			case renamed:
				lead[row] = uint32(names[united[row]])
			}
		}
		want := bordersOf(k.near, core, lead)
		k.stats(k.c.Borders(k.t.Context(), core, lead))
		if at := differ(lead, want); at >= 0 {
			k.t.Fatalf("%s, %s: border %d, core %t, has lead %d, want %d", k.how, which, at, core[at], lead[at], want[at])
		}
	}
}

// labels checks the labels of a pointjoin.Labeller against the oracle.
func (k clusterCheck) labels(core []bool, minPoints int) {
	by, ok := k.c.(pointjoin.Labeller)
	if !ok {
		return
	}
	k.t.Helper()
	got, mu := make([]uint32, len(core)), sync.Mutex{}
	for row := range got {
		got[row] = ^uint32(1)
	}
	clusters, stats, ok, err := by.Label(k.t.Context(), minPoints, func(first int, labels []uint32) {
		mu.Lock()
		defer mu.Unlock()
		copy(got[first:], labels)
	})
	if k.stats(stats, err); !ok {
		if stats.Exact == 0 {
			k.t.Fatalf("%s, of %d points: given up without a borderline pair", k.how, minPoints)
		}
		return
	}
	want, all := labelsOf(core, bordersOf(k.near, core, leadsOf(k.near, core)))
	if at := differ(got, want); at >= 0 {
		k.t.Fatalf("%s, of %d points: label of row %d is %#x, want %#x", k.how, minPoints, at, got[at], want[at])
	}
	if clusters != all {
		k.t.Fatalf("%s, of %d points: %d clusters, want %d", k.how, minPoints, clusters, all)
	}
}

// labelsOf returns the labels of rows with leads, and the number of clusters.
func labelsOf(core []bool, lead []uint32) (labels []uint32, clusters int) {
	numbers := map[uint32]uint32{pointjoin.NoLead: pointjoin.NoLead}
	for row, of := range lead {
		if core[row] && of == uint32(row) {
			numbers[of] = uint32(clusters)
			clusters++
		}
	}
	for row, of := range lead {
		label := numbers[of]
		if !core[row] {
			label |= pointjoin.Border
		}
		labels = append(labels, label)
	}
	return labels, clusters
}

func (k clusterCheck) stats(s points.Stats, err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatalf("%s: %v", k.how, err)
	}
	if s.Candidates < s.Float64 || s.Float64 < s.Exact {
		k.t.Fatalf("%s: counted %+v", k.how, s)
	}
}

// differ returns the first index at which two lists differ, -1 for none.
func differ[T comparable](a, b []T) int {
	return slices.IndexFunc(rowsBelow(len(b)), func(row int) bool { return a[row] != b[row] })
}

func rowsBelow(n int) []int {
	all := make([]int, n)
	for row := range all {
		all[row] = row
	}
	return all
}

// clustersStop: a cancelled method returns the cause.
func clustersStop(t *testing.T, d pointjoin.Clusterer) {
	c := cluster(t, d, Store(t, grid(2, 30, func(i int) float64 { return float64(i) }), 2), 1)
	why := errors.New("no longer wanted")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	core, lead := make([]bool, 900), make([]uint32, 900)
	if _, err := c.Cores(ctx, 4, core); !errors.Is(err, why) {
		t.Errorf("Cores, cancelled: %v", err)
	}
	core[7], core[8] = true, true
	if _, err := c.Unite(ctx, core, lead); !errors.Is(err, why) {
		t.Errorf("Unite, cancelled: %v", err)
	}
	if _, err := c.Borders(ctx, core, lead); !errors.Is(err, why) {
		t.Errorf("Borders, cancelled: %v", err)
	}
}
