package sweep_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"

	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/slab"
	"flyby/internal/sweep"
	"flyby/internal/testing/slabtest"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
	"flyby/trajectory"
)

// tight is a driver whose databases have up to most segments each, and held of them together; 0: any number.
type tight struct {
	kernel.Driver
	most, held int
	now        *atomic.Int64
}

// tightResident is a database of a tight driver.
type tightResident struct {
	kernel.Joiner
	segments int
	now      *atomic.Int64
}

func (d tight) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	n := db.Store.Segments()
	if d.most > 0 && n > d.most || d.held > 0 && n+int(d.now.Load()) > d.held {
		return nil, fmt.Errorf("tight: %d segments: %w", n, kernel.ErrMemory)
	}
	r, err := d.Driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	d.now.Add(int64(n))
	return tightResident{r.(kernel.Joiner), n, d.now}, nil
}

func (r tightResident) Close() error {
	r.now.Add(-int64(r.segments))
	return r.Joiner.Close()
}

// BenchmarkPartsRangesSlabs searches 10^6 segments of GAL that fit a device, in parts of the entries, in ranges of the queries and in slabs of
// time: on the host, and on each GPU (docs/decisions/0133).
func BenchmarkPartsRangesSlabs(b *testing.B) {
	gal, err := datasets.Disc(2500, 400, 2)
	if err != nil {
		b.Fatal(err)
	}
	few := gal.Slice(0, 100)
	b.Run("host", func(b *testing.B) { comparePartsRangesSlabs(b, host.New(2), gal, few) })
	all, err := opencl.Provider{}.List()
	if err != nil {
		b.Log(err)
	}
	for _, device := range all {
		if device.Kind != kernel.GPU {
			continue
		}
		d, err := opencl.Provider{}.Open(device, kernel.OpenOptions{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(device.Name, func(b *testing.B) { comparePartsRangesSlabs(b, d, gal, few) })
	}
}

func comparePartsRangesSlabs(b *testing.B, d kernel.Driver, gal, few *trajectory.Store) {
	n := gal.Segments()
	for _, q := range []struct {
		name     string
		queries  *trajectory.Store
		distance float64
	}{{"few", few, 0.5}, {"join", gal, 0.5}, {"join", gal, 2}} {
		rule := interaction.Rule{Distance: q.distance, Window: interaction.Unbounded(), Join: q.name == "join"}
		for _, c := range []struct {
			name       string
			most, held int
			ranges     int
		}{{"whole", 0, 0, 1}, {"parts=4", n/4 + 1, 0, 1}, {"pagedparts=4", n/4 + 1, n/4 + 1, 1}, {"ranges=4", 0, 0, 4}} {
			b.Run(fmt.Sprintf("%s/d=%v/%s", q.name, q.distance, c.name), func(b *testing.B) {
				config := engine.Config{Method: "spatiotemporal", Threads: 2, Logger: slog.New(slog.DiscardHandler)}
				if c.ranges > 1 {
					config.Rows = q.queries.Samples() / c.ranges
				}
				e, err := engine.Open(b.Context(), gal, []engine.Device{{Driver: tight{lent{d}, c.most, c.held, new(atomic.Int64)}}}, config)
				if err != nil {
					b.Fatal(err)
				}
				defer e.Close()
				hits, begun := 0, used()
				for b.Loop() {
					f, err := e.Search(b.Context(), engine.Task{Rule: rule, Queries: q.queries})
					if err != nil {
						b.Fatal(err)
					}
					for part, err := range f.Parts(b.Context(), engine.NewTurn(nil)) {
						if err != nil {
							b.Fatal(err)
						}
						hits += part.Count
					}
					if f.Release != nil {
						f.Release()
					}
				}
				b.ReportMetric(used().Seconds()*1e3/float64(b.N)-begun.Seconds()*1e3/float64(b.N), "cpu-ms/op")
				b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
			})
		}
		for _, slabs := range []int{1, 4} {
			b.Run(fmt.Sprintf("%s/d=%v/slabs=%d", q.name, q.distance, slabs), func(b *testing.B) {
				search := sweep.OnDevices([]engine.Device{{Driver: d}}, engine.Config{Method: "spatiotemporal", Threads: 2, Logger: slog.New(slog.DiscardHandler)}, nil)
				folder, edges := folderOf(b), slabtest.Even(gal, slabs)
				hits, begun := 0, used()
				for b.Loop() {
					var queries slab.Source
					if !rule.Join {
						queries = slabtest.Cut(q.queries, edges)
					}
					w := sweep.Sweep{Sides: sweep.Once(queries, slabtest.Cut(gal, edges)), Rule: rule, Search: search.Search, Folder: folder, Threads: 2}
					for h, err := range w.Hits(b.Context()) {
						if err != nil {
							b.Fatal(err)
						}
						hits += h.Len()
					}
				}
				b.ReportMetric(used().Seconds()*1e3/float64(b.N)-begun.Seconds()*1e3/float64(b.N), "cpu-ms/op")
				b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
				b.ReportMetric(search.Cost().Index.Seconds()*1e3/float64(b.N), "index-ms/op")
				b.ReportMetric(float64(folder.Written())/float64(max(hits, 1)), "B/hit")
			})
		}
	}
}

// lent is a driver that an engine does not close.
type lent struct{ kernel.Driver }

func (lent) Close() error { return nil }
