package packed_test

import (
	"fmt"
	"slices"
	"sort"
	"syscall"
	"testing"
	"time"

	"flyby"
	"flyby/datasets"
	"flyby/internal/packed"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// BenchmarkRuns packs the hits of a search of stars as they come from slabs, and merges them. It reports
// how many bytes a hit takes, and how many millions of hits a second of processor time are packed and
// merged.
func BenchmarkRuns(b *testing.B) {
	for _, d := range []float64{0.5, 5} {
		b.Run(fmt.Sprintf("d=%v", d), func(b *testing.B) {
			hits, runs := slabsOf(b, d, 8)
			folder, err := spill.Open(b.TempDir(), 0)
			if err != nil {
				b.Fatal(err)
			}
			var pack, merge time.Duration
			for b.Loop() {
				s, err := packed.NewRuns(folder, packed.Hits, 1)
				if err != nil {
					b.Fatal(err)
				}
				start := used()
				for _, h := range runs {
					if err := s.Begin(); err != nil {
						b.Fatal(err)
					}
					if err := s.Add(packed.OfHits(h)); err != nil {
						b.Fatal(err)
					}
				}
				if err := s.End(); err != nil {
					b.Fatal(err)
				}
				packedAt := used()
				n := 0
				for r, err := range s.Merged(b.Context(), 64<<20) {
					if err != nil {
						b.Fatal(err)
					}
					n += r.Len()
				}
				if n != hits {
					b.Fatalf("%d hits, want %d", n, hits)
				}
				pack, merge = pack+packedAt-start, merge+used()-packedAt
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			million := float64(hits) * float64(b.N) / 1e6
			b.ReportMetric(float64(folder.Written())/(million*1e6), "B/hit")
			b.ReportMetric(million/pack.Seconds(), "Mhits/s-packed")
			b.ReportMetric(million/merge.Seconds(), "Mhits/s-merged")
			b.ReportMetric(0, "ns/op")
		})
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

// slabsOf joins stars at a distance, and returns the hits of each of n slabs of their time.
func slabsOf(b *testing.B, d float64, n int) (hits int, runs []trajectory.Hits) {
	b.Helper()
	s, err := datasets.Generate("galaxy", 1, 0.2)
	if err != nil {
		b.Fatal(err)
	}
	db, err := flyby.Open(b.Context(), s, flyby.Options{Device: "cpu"})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(b.Context(), flyby.Search{Distance: d})
	if err != nil {
		b.Fatal(err)
	}
	all, err := found.Collect()
	if err != nil {
		b.Fatal(err)
	}
	runs = make([]trajectory.Hits, n)
	start := func(traj, seg uint32) float64 { first, _ := s.Range(int(traj)); return s.T()[first+int(seg)] }
	e := s.Extent()
	var edges []float64
	for k := 1; k < n; k++ {
		edges = append(edges, e.Start+(e.End-e.Start)*float64(k)/float64(n))
	}
	for i := range all.Len() {
		at := max(start(all.QueryTraj[i], all.QuerySeg[i]), start(all.EntryTraj[i], all.EntrySeg[i]))
		h := &runs[sort.Search(len(edges), func(k int) bool { return edges[k] > at })]
		h.QueryTraj, h.QuerySeg = append(h.QueryTraj, all.QueryTraj[i]), append(h.QuerySeg, all.QuerySeg[i])
		h.EntryTraj, h.EntrySeg = append(h.EntryTraj, all.EntryTraj[i]), append(h.EntrySeg, all.EntrySeg[i])
		h.Enter, h.Exit = append(h.Enter, all.Enter[i]), append(h.Exit, all.Exit[i])
	}
	return all.Len(), slices.DeleteFunc(runs, func(h trajectory.Hits) bool { return h.Len() == 0 })
}
