package opencl

import (
	"context"
	"slices"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/rig"
	"flyby/kernel"
	"flyby/trajectory"
)

// gal is the workload GAL (datasets.Disc): 2,500 stars of 400 segments as entries, 100 of
// them as queries, pairs of a star with itself excluded.
type gal struct {
	entries, queries *trajectory.Store
	excluded         []uint32
}

func newGal(b *testing.B) gal {
	b.Helper()
	entries, err := datasets.Disc(2500, 400, 2)
	rig.Must(b, err)
	g := gal{entries: entries}
	first := make([]int, 100)
	for i := range first {
		first[i] = i
		g.excluded = append(g.excluded, uint32(i))
	}
	g.queries = entries.Subset(first)
	return g
}

// rules returns the rules of the searches of docs/baseline.md by name.
func (g gal) rules() map[string]interaction.Rule {
	rules := map[string]interaction.Rule{}
	for name, d := range map[string]float64{"d=0.05": 0.05, "d=0.5": 0.5, "d=5": 5} {
		rules[name] = interaction.Rule{Distance: d, Window: interaction.Unbounded(), Excluded: g.excluded}
	}
	return rules
}

// onEachDevice runs f as a sub-benchmark for every device.
func onEachDevice(b *testing.B, f func(b *testing.B, d *clDriver)) {
	for _, dev := range cltest.Devices(b) {
		d, err := newOn(dev, Options{})
		rig.Must(b, err)
		b.Run(d.Device().Name, func(b *testing.B) { f(b, d) })
		rig.Must(b, d.Close())
	}
}

// report reports the counts of a search.
func report(b *testing.B, s kernel.Stats) {
	b.ReportMetric(float64(s.Hits), "hits")
	b.ReportMetric(float64(s.BoxTests), "boxtests")
	b.ReportMetric(float64(s.Interactions), "interactions")
	b.ReportMetric(float64(s.KernelTime)/1e6, "kernel-ms")
}

// BenchmarkWalkGAL is the spatiotemporal search with the entries resident: the query
// pyramid is on the device already ("warm"), or sent ("cold"), or made and sent
// ("whole"), or the device makes the query side itself ("bare").
func BenchmarkWalkGAL(b *testing.B) {
	g := newGal(b)
	entries := binindex.NewPyramid(g.entries, nil, binindex.ChooseSetting(g.entries, 2), 2)
	set := entries.Setting.OfQueries(g.queries)
	onEachDevice(b, func(b *testing.B, d *clDriver) {
		r, err := d.Load(context.Background(), kernel.Database{Store: g.entries, Pyramid: entries})
		rig.Must(b, err)
		for name, rule := range g.rules() {
			queries := binindex.NewPyramid(g.queries, entries.Frame, set, 2)
			other := kernel.Built(binindex.NewPyramid(g.queries, entries.Frame, set, 2))
			w := kernel.WalkWork{Rule: rule, Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: kernel.Root(entries)}
			for kind, before := range map[string]func(){
				"warm": func() {},
				"cold": func() { w.Queries, other = other, w.Queries },
				"whole": func() {
					w.Queries = kernel.Built(binindex.NewPyramid(g.queries, entries.Frame, set, 2))
				},
			} {
				b.Run(name+"/"+kind, func(b *testing.B) { benchWalk(b, d, r.(kernel.Walker), &w, before) })
			}
			bare := kernel.WalkWork{Rule: rule, Queries: kernel.Side{Store: g.queries}, Entry: kernel.Root(entries)}
			b.Run(name+"/bare", func(b *testing.B) { benchWalk(b, d, r.(kernel.Walker), &bare, func() {}) })
		}
		for name, rule := range g.rules() {
			if rule.Distance > 1 {
				continue
			}
			rule.Join, rule.Excluded = true, nil
			join := kernel.WalkWork{Rule: rule, Queries: kernel.Built(entries), Query: kernel.Root(entries), Entry: kernel.Root(entries)}
			b.Run("join/"+name, func(b *testing.B) { benchWalk(b, d, r.(kernel.Walker), &join, func() {}) })
		}
	})
}

func benchWalk(b *testing.B, d *clDriver, r kernel.Walker, w *kernel.WalkWork, before func()) {
	var out kernel.Hits
	var stats kernel.Stats
	defer out.Truncate(0)
	perKernel := map[string]float64{}
	d.dev.Queues.Watch = func(kernel string, p cl.Profile) { perKernel[kernel] += float64(p.Duration()) / 1e3 }
	defer func() { d.dev.Queues.Watch = nil }()
	for b.Loop() {
		before()
		out.Truncate(0)
		var err error
		stats, err = r.Walk(context.Background(), *w, &out)
		rig.Must(b, err)
	}
	report(b, stats)
	for kernel, us := range perKernel {
		b.ReportMetric(us/float64(b.N), kernel+"-us")
	}
}

// BenchmarkInteractGAL is the temporal search, Periodic, with the entries
// resident.
func BenchmarkInteractGAL(b *testing.B) {
	g := newGal(b)
	bins := binindex.NewBins(g.entries, 0)
	rows, starts, ends := binindex.SortedByStart(g.queries, interaction.Unbounded().From, interaction.Unbounded().To)
	profile := batching.Profile{Start: starts, End: ends, Candidates: bins.Count}
	onEachDevice(b, func(b *testing.B, d *clDriver) {
		r, err := d.Load(context.Background(), kernel.Database{Store: g.entries, Order: bins.Rows})
		rig.Must(b, err)
		for name, rule := range g.rules() {
			for spec, size := range map[string]int{"s=60": 60, "s=120": 120, "s=480": 480} {
				batches, err := batching.Periodic{Size: size}.Batches(profile)
				rig.Must(b, err)
				w := kernel.RangeWork{Rule: rule, Queries: g.queries}
				for _, batch := range batches {
					start, end := profile.Extent(batch)
					w.Invocations = append(w.Invocations, kernel.Invocation{Batch: batch, Ranges: bins.Candidates(start, end, nil)})
				}
				b.Run(name+"/"+spec, func(b *testing.B) {
					var stats kernel.Stats
					var out kernel.Hits
					for b.Loop() {
						w.Rows = slices.Clone(rows) // another search: the query segments are sent again
						out.Truncate(0)
						stats, err = r.(kernel.Ranger).Interact(context.Background(), w, &out)
						rig.Must(b, err)
					}
					report(b, stats)
				})
			}
		}
	})
}
