package pointengine_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pointjointest"
	"flyby/kernel"
	"flyby/points"
)

// clusters returns all variants of a search, found by an engine of its own.
func clusters(t testing.TB, s *points.Store, search cluster.Search, c pointengine.Config, drivers ...pointjoin.Driver) (all []cluster.Variant, err error) {
	t.Helper()
	for v, err := range engine(t, s, c, drivers...).Clusters(t.Context(), search) {
		if err != nil {
			return all, err
		}
		all = append(all, v)
	}
	return all, nil
}

// sameVariants holds variants to the wanted ones: eps, minpts and labels.
func sameVariants(t *testing.T, how string, got, want []cluster.Variant) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d variants, want %d", how, len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		if g.Eps != w.Eps || g.MinPoints != w.MinPoints || !slices.Equal(g.Labels.Numbers, w.Labels.Numbers) || !slices.Equal(g.Labels.Kinds, w.Labels.Kinds) ||
			g.Labels.Clusters != w.Labels.Clusters || g.Labels.Noise != w.Labels.Noise {
			t.Errorf("%s: variant %d: eps %v, minpts %d: %d clusters, %d of noise; want eps %v, minpts %d: %d and %d", how, i,
				g.Eps, g.MinPoints, g.Labels.Clusters, g.Labels.Noise, w.Eps, w.MinPoints, w.Labels.Clusters, w.Labels.Noise)
		}
	}
}

// asked is a search of many variants, out of order, some twice.
var asked = cluster.Search{Eps: []float64{0.05, 0.02, 0, 0.3, 0.05, 0.01, 5}, MinPoints: []int{4, 1, 12, 4, 2000}}

// TestClusters: both methods, on any number of threads and with any room, give the variants in the order they are asked for, each
// as if it were searched alone.
func TestClusters(t *testing.T) {
	s := cloud(t, 300, 2)
	var want []cluster.Variant
	for _, eps := range asked.Eps {
		for _, n := range asked.MinPoints {
			alone, err := clusters(t, s, cluster.Search{Eps: []float64{eps}, MinPoints: []int{n}}, pointengine.Config{Threads: 1}, dense{Driver: host.New(1)})
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, alone...)
		}
	}
	for _, threads := range []int{0, 1, 2, 7} {
		for _, method := range []string{"", cluster.Auto, cluster.Fused, cluster.Hybrid} {
			search := asked
			search.Method = method
			got, err := clusters(t, s, search, pointengine.Config{Threads: threads, Room: 5000}, dense{Driver: host.New(2)})
			if err != nil {
				t.Fatal(err)
			}
			sameVariants(t, fmt.Sprintf("%s on %d threads", method, threads), got, want)
			checkStats(t, got, len(search.MinPoints), method)
		}
	}
}

// checkStats: each variant has statistics of its own, and only the first variant of an eps has the costs that all variants of that eps share.
func checkStats(t *testing.T, all []cluster.Variant, each int, method string) {
	t.Helper()
	if method != cluster.Hybrid {
		method = cluster.Fused
	}
	for i, v := range all {
		if v.Stats.Points != 300 || v.Stats.Method != method || v.Stats.Device == "" || v.Stats.Cluster <= 0 {
			t.Errorf("%s: variant %d: %+v", method, i, v.Stats)
		}
		if first := i%each == 0; first != (v.Stats.Index > 0) {
			t.Errorf("%s: variant %d: an index of %v", method, i, v.Stats.Index)
		} else if method == cluster.Hybrid && first != (v.Stats.Search > 0) {
			t.Errorf("%s: variant %d: a table of %v", method, i, v.Stats.Search)
		}
		if method == cluster.Fused && v.Stats.Candidates != 111 {
			t.Errorf("variant %d: %d candidates", i, v.Stats.Candidates)
		}
	}
}

// TestClustersOfScenes: hybrid finds the clusters of scenes that are hard for joins, and for clusters, as comparing all points
// with all does.
func TestClustersOfScenes(t *testing.T) {
	for _, scene := range append(pointjointest.Scenes(), pointjointest.ClusterScenes()...) {
		if len(scene.Rows) == 0 || len(scene.Rows) > 150 {
			continue
		}
		s := pointjointest.Store(t, scene.Rows, len(scene.Rows[0]))
		search := cluster.Search{Eps: scene.Eps, MinPoints: []int{1, 2, 3, 5}, Method: cluster.Fused}
		want, err := clusters(t, s, search, pointengine.Config{Threads: 2}, dense{Driver: host.New(2)})
		if err != nil {
			t.Fatal(err)
		}
		search.Method = cluster.Hybrid
		got, err := clusters(t, s, search, pointengine.Config{Threads: 2}, host.New(2))
		if err != nil {
			t.Fatal(err)
		}
		sameVariants(t, scene.Name, got, want)
	}
}

// TestClustersOfNone: no points have variants without labels.
func TestClustersOfNone(t *testing.T) {
	for _, method := range []string{cluster.Fused, cluster.Hybrid} {
		search := cluster.Search{Eps: []float64{1}, MinPoints: []int{3}, Method: method}
		got, err := clusters(t, cloud(t, 0, 2), search, pointengine.Config{Threads: 2}, dense{Driver: host.New(2)})
		if err != nil || len(got) != 1 || len(got[0].Labels.Numbers) != 0 || got[0].Labels.Clusters != 0 {
			t.Errorf("%s: %v, %v", method, got, err)
		}
	}
}

// plain is a device that finds no clusters.
type plain struct{ pointjoin.Driver }

func (plain) Device() kernel.Device { return kernel.Device{Selector: "opencl:0", Name: "plain"} }

// TestClustersWhere: the choice is the fused method where a device has dense cells, and otherwise the hybrid one. The fused method by name
// is an error on a device without dense cells.
func TestClustersWhere(t *testing.T) {
	s := cloud(t, 200, 2)
	for _, c := range []struct {
		method  string
		drivers []pointjoin.Driver
		want    string // method and device, or the error
	}{
		{cluster.Auto, []pointjoin.Driver{plain{host.New(1)}, dense{Driver: host.New(1)}}, "fused on " + host.New(1).Device().Name},
		{cluster.Auto, []pointjoin.Driver{plain{host.New(1)}}, "hybrid on plain"},
		{cluster.Hybrid, []pointjoin.Driver{plain{host.New(1)}, dense{Driver: host.New(1)}}, "hybrid on plain"},
		{cluster.Fused, []pointjoin.Driver{plain{host.New(1)}}, "cluster: fused does not run on plain: use method hybrid, or another device"},
	} {
		search := cluster.Search{Eps: []float64{0.05}, MinPoints: []int{4}, Method: c.method}
		var log strings.Builder
		all, err := clusters(t, s, search, pointengine.Config{Threads: 1, Logger: slog.New(slog.NewTextHandler(&log, nil))}, c.drivers...)
		got := ""
		if err != nil {
			var wrong *cluster.MethodError
			if got = err.Error(); !errors.As(err, &wrong) {
				t.Errorf("%v is no error of a method", err)
			}
		} else {
			got = all[0].Stats.Method + " on " + all[0].Stats.Device
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.method, got, c.want)
		}
		if chosen := strings.Contains(log.String(), "method chosen"); chosen != (c.method == cluster.Auto) {
			t.Errorf("%s: %s", c.method, log.String())
		}
	}
}

// TestClustersFail: an error of a driver's verb, or of making a table, ends a search after the variants before it.
func TestClustersFail(t *testing.T) {
	s := cloud(t, 200, 2)
	for _, verb := range []string{"cluster", "cores", "unite", "borders", "close"} {
		got, err := clusters(t, s, cluster.Search{Eps: []float64{0.1}, MinPoints: []int{4}}, pointengine.Config{Threads: 1}, dense{host.New(1), verb})
		if !errors.Is(err, errBroken) || len(got) != 0 != (verb == "close") {
			t.Errorf("%s: %v after %d variants", verb, err, len(got))
		}
	}
	if got, err := clusters(t, cloud(t, 3000, 2), cluster.Search{Eps: []float64{0.001, 9, 0.1}, MinPoints: []int{4}, Method: cluster.Hybrid},
		pointengine.Config{Threads: 3, Memory: 1}, host.New(1)); !errors.Is(err, memory.ErrNoRoom) || len(got) != 1 {
		t.Errorf("a table without room: %v after %d variants", err, len(got))
	}
}

// gpusjSetting returns a setting of method gpusj; without choices where the method lacks it.
func gpusjSetting(name string) pointjoin.Setting {
	for _, m := range host.Methods() {
		for _, s := range m.Settings {
			if m.Name == "gpusj" && s.Name == name {
				return s
			}
		}
	}
	return pointjoin.Setting{}
}

// TestClustersKernels: every kernel gives the same labels.
func TestClustersKernels(t *testing.T) {
	if of := gpusjSetting("kernel"); !slices.Equal(of.Choices, cluster.Kernels()) {
		t.Errorf("kernels %v, want %v", of.Choices, cluster.Kernels())
	}
	s := cloud(t, 400, 2)
	want, err := clusters(t, s, cluster.Search{Eps: asked.Eps, MinPoints: asked.MinPoints}, pointengine.Config{Threads: 2}, dense{Driver: host.New(1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range cluster.Kernels() {
		search := asked
		search.Method, search.Kernel = cluster.Hybrid, kernel
		got, err := clusters(t, s, search, pointengine.Config{Threads: 2}, host.New(2))
		if err != nil {
			t.Fatal(err)
		}
		sameVariants(t, kernel, got, want)
	}
}

// TestClustersEnd: a caller that stops, or a context that ends, ends all goroutines; the engine stays usable.
func TestClustersEnd(t *testing.T) {
	s := cloud(t, 600, 2)
	for _, method := range []string{cluster.Fused, cluster.Hybrid} {
		e := engine(t, s, pointengine.Config{Threads: 3, Method: "grid"}, dense{Driver: host.New(2)})
		search := asked
		search.Method = method
		n := 0
		for _, err := range e.Clusters(t.Context(), search) {
			if n++; err != nil || n == 3 {
				break
			}
		}
		if n != 3 {
			t.Errorf("%s: %d variants", method, n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		n = 0
		for _, err := range e.Clusters(ctx, search) {
			if n++; n == 2 {
				cancel()
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		if cancel(); method == cluster.Hybrid && n >= search.Variants() {
			t.Errorf("%s: %d variants", method, n)
		}
		if err := e.Prepare(t.Context(), 0, threshold(t, 0.05), 0); err != nil {
			t.Fatal(err)
		}
		if pairs, _ := all(t, e, nil); len(pairs) == 0 {
			t.Error("no pairs after clusters")
		}
	}
}

// TestClustersProgress: progress ends with all variants, and is never reported by two goroutines at once.
func TestClustersProgress(t *testing.T) {
	for _, search := range []cluster.Search{asked, {Eps: []float64{0.05}, MinPoints: []int{1, 2, 3}}} {
		for _, method := range []string{cluster.Fused, cluster.Hybrid} {
			var telling sync.Mutex
			last := 0.0
			c := pointengine.Config{Threads: 3, Progress: func(phase string, done, total float64) {
				if !telling.TryLock() {
					t.Error("told twice at once")
					return
				}
				defer telling.Unlock()
				if phase == "cluster" {
					if done < last || total != float64(search.Variants()) {
						t.Errorf("%s: %v of %v after %v", method, done, total, last)
					}
					last = done
				}
			}}
			search.Method = method
			if _, err := clusters(t, cloud(t, 600, 2), search, c, dense{Driver: host.New(3)}); err != nil {
				t.Fatal(err)
			}
			if last != float64(search.Variants()) {
				t.Errorf("%s: the last that was told: %v", method, last)
			}
		}
	}
}

// TestTablesWait: a table waits for memory while other tables are in memory that will be freed, and no longer.
func TestTablesWait(t *testing.T) {
	e := engine(t, cloud(t, 10, 2), pointengine.Config{Threads: 3, Memory: 1}, host.New(1))
	const large = 1 << 30
	await, free, _ := e.Waiting(2)
	ended := make(chan error)
	go func() { ended <- await(t.Context(), large) }()
	free(1)
	select {
	case err := <-ended:
		t.Errorf("ended with a table in memory: %v", err)
	default:
	}
	free(0)
	if err := <-ended; !errors.Is(err, memory.ErrNoRoom) {
		t.Errorf("without a table in memory: %v", err)
	}
	await, _, _ = e.Waiting(1)
	if err := await(t.Context(), 100); err != nil {
		t.Errorf("what is small: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := await(ctx, large); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended: %v", err)
	}
}
