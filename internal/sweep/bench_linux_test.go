package sweep_test

import (
	"fmt"
	"log/slog"
	"syscall"
	"testing"
	"time"

	"flyby/batching"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/sweep"
	"flyby/internal/testing/slabtest"
	"flyby/kernel/host"
)

// BenchmarkSlabs joins 500 stars, in one slab and in several. It reports the processor time and the
// spilled bytes of a hit.
func BenchmarkSlabs(b *testing.B) {
	s, err := datasets.Generate("galaxy", 1, 0.2)
	if err != nil {
		b.Fatal(err)
	}
	d := host.New(2)
	defer d.Close() //nolint:errcheck // the host's memory
	search := sweep.OnDevices([]engine.Device{{Driver: d}}, engine.Config{Method: "spatiotemporal", Threads: 2, Logger: slog.New(slog.DiscardHandler)}, batching.Periodic{Size: 120}).Search
	for _, distance := range []float64{0.5, 5} {
		for _, slabs := range []int{1, 4, 16} {
			b.Run(fmt.Sprintf("d=%v/slabs=%d", distance, slabs), func(b *testing.B) {
				folder, edges := folderOf(b), slabtest.Even(s, slabs)
				hits, begun := 0, used()
				for b.Loop() {
					w := sweep.Sweep{Sides: sweep.Once(nil, slabtest.Cut(s, edges)), Rule: interaction.Rule{Distance: distance, Window: interaction.Unbounded()}, Search: search, Folder: folder, Threads: 2}
					for h, err := range w.Hits(b.Context()) {
						if err != nil {
							b.Fatal(err)
						}
						hits += h.Len()
					}
				}
				b.ReportMetric(float64((used()-begun).Nanoseconds())/float64(hits), "ns/hit")
				b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
				b.ReportMetric(float64(folder.Written())/float64(hits), "B/hit")
			})
		}
	}
}

// used returns the processor time of the process.
func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
