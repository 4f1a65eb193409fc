package pointpapers

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"

	"flyby"
	"flyby/cluster"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/internal/memory"
	"flyby/points"
)

// clusters returns a case that finds clusters by a method: each eps with each minpts, on all cores, in one
// search.
func clusters(s Set, method string, eps []float64, minPoints ...int) Case {
	return Case{Set: s, Threshold: Threshold{Eps: eps[0]}, Also: eps[1:], MinPoints: minPoints, Method: method, Level: Together}
}

// oneVariant returns a case of one eps and one minpts.
func oneVariant(s Set, method string, eps float64, minPoints int) Case {
	return clusters(s, method, []float64{eps}, minPoints)
}

// runClusters measures a case of clusters, whose eps are widened for the scale.
func (l *lab) runClusters(ctx context.Context, c Case, entries *points.Store) (run journal.Run, err error) {
	var eps []float64
	for _, e := range append([]float64{c.Threshold.Eps}, c.Also...) {
		here, err := l.eps(ctx, c.Set, Threshold{Eps: e})
		if err != nil {
			return run, err
		}
		eps = append(eps, here)
	}
	o := flyby.Options{Device: l.device, Threads: c.Threads}
	if baseline(c.Method) {
		o.Device, o.Method = hostDevice, flyby.Method(c.Method)
	}
	p, err := flyby.OpenPoints(ctx, entries, o)
	if err != nil {
		return run, err
	}
	defer p.Close() // no error is lost: all results are read
	runtime.GC()    // now rather than while the search is timed
	run.Join = &journal.Join{Eps: eps[0], Clusters: &journal.Clusters{}}
	before := measure.ProcessorTime()
	switch c.Level {
	case Sequential:
		err = sequentially(ctx, p, c, &run)
	case PeakMemory:
		run.Join.Clusters.Memory, err = peakGrowth(func() error { return search(ctx, p, c, eps, &run) })
	default:
		if err := warm(ctx, p, c, eps[0], o.Device); err != nil {
			return run, err
		}
		before = measure.ProcessorTime()
		err = search(ctx, p, c, eps, &run)
	}
	run.Join.Processors = (measure.ProcessorTime() - before).Seconds()
	return run, err
}

// warm lets a device build its programs, which the first search of a process waits for.
func warm(ctx context.Context, p *flyby.Points, c Case, eps float64, device string) error {
	if device == hostDevice {
		return nil
	}
	const few = 16 // times closer, so that hardly a pair is found
	for _, err := range p.Clusters(ctx, cluster.Search{Eps: []float64{eps / few}, MinPoints: c.MinPoints[:1], Method: c.Method}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// searches returns the searches of a case, in the order they run.
func (c Case) searches(eps []float64) (all []cluster.Search) {
	if c.Level != Separate {
		return []cluster.Search{{Eps: eps, MinPoints: c.MinPoints, Method: c.Method}}
	}
	for i := range eps {
		for j := range c.MinPoints {
			all = append(all, cluster.Search{Eps: eps[i : i+1], MinPoints: c.MinPoints[j : j+1], Method: c.Method})
		}
	}
	return all
}

// search finds the clusters of a case. Their labels are dropped as they come.
func search(ctx context.Context, p *flyby.Points, c Case, eps []float64, run *journal.Run) error {
	start := time.Now()
	for _, s := range c.searches(eps) {
		for v, err := range p.Clusters(ctx, s) {
			if err != nil {
				return err
			}
			note(run, v)
		}
	}
	run.Seconds = time.Since(start).Seconds() - run.Join.Index
	return nil
}

// note adds the times and counts of a variant to a run.
func note(run *journal.Run, v cluster.Variant) {
	j := run.Join
	j.Index += v.Stats.Index.Seconds()
	j.Cells, j.Candidates, j.Float64, j.Exact = j.Cells+v.Stats.Cells, j.Candidates+v.Stats.Candidates, j.Float64+v.Stats.Float64, j.Exact+v.Stats.Exact
	j.Clusters.Search += v.Stats.Search.Seconds()
	j.Clusters.Labels += v.Stats.Cluster.Seconds()
	j.Clusters.Noise += v.Labels.Noise
	run.Hits += uint64(v.Labels.Clusters)
}

// sequentially makes a neighbour table, then clusters row by row, with the first eps and minpts.
func sequentially(ctx context.Context, p *flyby.Points, c Case, run *journal.Run) error {
	table, stats, err := p.Neighbours(ctx, flyby.PointSearch{Eps: run.Join.Eps})
	if err != nil {
		return err
	}
	start := time.Now()
	labels, err := cluster.Sequential(ctx, table, c.MinPoints[0])
	v := cluster.Variant{Labels: labels, Stats: cluster.Stats{Stats: stats.Stats, Index: stats.Index, Search: stats.Search, Cluster: time.Since(start)}}
	note(run, v)
	run.Seconds = run.Join.Clusters.Search + run.Join.Clusters.Labels
	return err
}

// peakGrowth returns how far the process's memory rises above its level before do, while do runs; it looks every
// millisecond.
func peakGrowth(do func() error) (most uint64, err error) {
	debug.FreeOSMemory()
	before, done, looked := memory.Resident(), make(chan struct{}), make(chan uint64)
	go func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for peak := before; ; {
			peak = max(peak, memory.Resident())
			select {
			case <-tick.C:
			case <-done:
				looked <- peak
				return
			}
		}
	}()
	err = do()
	close(done)
	return <-looked - before, err
}
