package pointengine

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/push"
	"flyby/kernel"
	"flyby/points"
)

// Clusters yields the variants of a search that has been checked, in the order of its eps, and for each eps in the order of its minpts. The caller
// may keep them. An index for joins is closed first.
func (e *Engine) Clusters(ctx context.Context, s cluster.Search) iter.Seq2[cluster.Variant, error] {
	return push.Seq(func(give func(cluster.Variant) error) error {
		done, all := 0, float64(s.Variants())
		return e.cluster(ctx, s, func(v cluster.Variant) error {
			e.config.Logger.Info("clusters found", "eps", v.Eps, "minpts", v.MinPoints, "clusters", v.Labels.Clusters, "noise", v.Labels.Noise, "took", v.Stats.Cluster)
			done++
			e.report(clusterPhase, float64(done), all)
			return give(v)
		})
	})
}

// clusterPhase names the phase of clusters in reports of progress; it counts variants.
const clusterPhase = "cluster"

// cluster gives variants by the method that is asked for, or chosen.
func (e *Engine) cluster(ctx context.Context, s cluster.Search, give func(cluster.Variant) error) error {
	if err := e.drop(); err != nil {
		return err
	}
	if s.Method == cluster.Hybrid || !e.clustersHere(s.Eps, len(s.MinPoints)) {
		e.openFurther()
	}
	at := slices.IndexFunc(e.places, func(p place) bool {
		_, ok := p.driver.(pointjoin.Clusterer)
		return ok
	})
	device := e.places[max(at, 0)].driver.Device().Name
	if e.why != "" {
		e.config.Logger.Info("device chosen", "device", device, "why", e.why)
	}
	switch {
	case s.Method == cluster.Hybrid:
		return e.hybrid(ctx, s, give)
	case at >= 0:
		if s.Method != cluster.Fused {
			e.config.Logger.Info("method chosen", "method", cluster.Fused, "why", "it keeps no table of neighbours", "device", device)
		}
		return e.fused(ctx, at, s, give)
	case s.Method == cluster.Fused:
		return &cluster.MethodError{Method: cluster.Fused, Device: device}
	}
	e.config.Logger.Info("method chosen", "method", cluster.Hybrid, "why", cluster.Fused+" does not run on "+device)
	return e.hybrid(ctx, s, give)
}

// fused clusters by dense cells, indexed for one eps after another.
func (e *Engine) fused(ctx context.Context, at int, s cluster.Search, give func(cluster.Variant) error) error {
	if n := e.store.Len(); n > 0 {
		const each = 5 + 9 // bytes a point: core and lead, and its label
		if err := e.config.need(memory.Count(n)+" labels", memory.Of(n, each)); err != nil {
			return err
		}
	}
	for _, eps := range s.Eps {
		if err := e.fusedOf(ctx, at, eps, s.MinPoints, give); err != nil {
			return err
		}
	}
	return nil
}

// fusedOf gives the variants of one eps, whose index they share.
func (e *Engine) fusedOf(ctx context.Context, at int, eps float64, minPoints []int, give func(cluster.Variant) error) (err error) {
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		return err
	}
	e.report("index", 0, 1)
	start, place := time.Now(), e.places[at]
	f := fusedSearch{threads: e.config.Threads, points: e.store.Len()}
	if place.driver.Device().Kind == kernel.GPU {
		f.made = f.newLabels()
	}
	c, err := place.slabs.Cluster(ctx, e.store, within)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	index := time.Since(start)
	e.config.Logger.Info("points indexed", "method", cluster.Fused, "eps", eps, "index", index)
	f.clusters = c
	for _, n := range minPoints {
		v, err := f.variant(ctx, n)
		if err != nil {
			return err
		}
		v.Eps, v.Stats.Index, index = eps, index, 0
		v.Stats.Points, v.Stats.Method, v.Stats.Device = e.store.Len(), cluster.Fused, place.driver.Device().Name
		v.Stats.Why = e.why
		if err := give(v); err != nil {
			return err
		}
	}
	return nil
}

// fusedSearch holds an index of dense cells, and the core flag and lead of each row while clusters are found.
type fusedSearch struct {
	clusters pointjoin.Clusters
	threads  int
	points   int
	core     []bool                // nil until verbs are called
	lead     []uint32              // nil until verbs are called
	made     func() cluster.Labels // of the first variant, in the making while points are indexed; then nil
}

// newLabels begins to make memory of labels, and returns a function that waits for it: the system takes as long as a device's work to make this
// many pages.
func (f *fusedSearch) newLabels() func() cluster.Labels {
	made := sync.OnceValue(func() cluster.Labels {
		l := cluster.Labels{Numbers: make([]int64, f.points), Kinds: make([]cluster.Kind, f.points)}
		const page, few = 4096, 4 // bytes, and threads that the sending of points does not miss
		parallel.Ranges(f.points, max(1, min(parallel.Threads(f.threads)/few, f.points/page)), func(_, first, last int) {
			for row := first; row < last; row += page / 8 {
				l.Numbers[row] = 0
				l.Kinds[row] = 0
			}
		})
		return l
	})
	go made()
	return made
}

// variant finds the clusters of one minpts: in one go where the device can and no borderline pair asks for the host.
func (f *fusedSearch) variant(ctx context.Context, minPoints int) (v cluster.Variant, err error) {
	v.MinPoints = minPoints
	if by, ok := f.clusters.(pointjoin.Labeller); ok {
		if done, err := f.label(ctx, by, &v); done || err != nil {
			return v, err
		}
	}
	return v, f.verbs(ctx, &v)
}

// label has the labels of a variant made in one go. done is false if the verbs have to find them.
func (f *fusedSearch) label(ctx context.Context, by pointjoin.Labeller, v *cluster.Variant) (done bool, err error) {
	start, noise, made := time.Now(), atomic.Int64{}, f.made
	if f.made = nil; made == nil {
		made = f.newLabels()
	}
	clusters, stats, done, err := by.Label(ctx, min(v.MinPoints, f.points+1), func(first int, some []uint32) {
		labels := made()
		noise.Add(int64(labels.Fill(first, some)))
	})
	if v.Stats.Add(stats); !done || err != nil {
		return false, err
	}
	labels := made()
	labels.Clusters, labels.Noise = clusters, int(noise.Load())
	v.Labels, v.Stats.Cluster = labels, time.Since(start)
	return true, nil
}

// verbs finds the core points, the clusters and the border points of a variant, one after the other.
func (f *fusedSearch) verbs(ctx context.Context, v *cluster.Variant) error {
	start := time.Now()
	if f.core == nil {
		f.core, f.lead = make([]bool, f.points), make([]uint32, f.points)
	}
	cost, err := f.clusters.Cores(ctx, min(v.MinPoints, f.points+1), f.core)
	if v.Stats.Add(cost); err != nil {
		return err
	}
	v.Stats.Search, start = time.Since(start), time.Now()
	for _, verb := range []func(context.Context, []bool, []uint32) (points.Stats, error){f.clusters.Unite, f.clusters.Borders} {
		cost, err := verb(ctx, f.core, f.lead)
		if v.Stats.Add(cost); err != nil {
			return err
		}
	}
	v.Labels = cluster.FromLeads(f.core, f.lead, f.threads)
	v.Stats.Cluster = time.Since(start)
	return nil
}
