package output

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// BenchmarkWriteStore writes benchRows rows in full precision.
func BenchmarkWriteStore(b *testing.B) {
	s := formattest.BenchStore(b, false)
	for _, ext := range []string{".csv", ".csv.gz", ".csv.zst", ".parquet", ".arrows"} {
		b.Run(ext, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "bench"+ext)
			for b.Loop() {
				if err := WriteStore(context.Background(), path, s, WriteOptions{Threads: 2}); err != nil {
					b.Fatal(err)
				}
			}
			benchSize(b, path, formattest.BenchRows)
			b.ReportMetric(formattest.BenchRows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkWriteHits writes a million hits, to Parquet with timestamps too.
func BenchmarkWriteHits(b *testing.B) {
	s := formattest.BenchStore(b, false)
	h := benchHits(s)
	for _, ext := range []string{".csv", ".parquet", ".ndjson", ".arrows"} {
		b.Run(ext, func(b *testing.B) { benchHitsTo(b, filepath.Join(b.TempDir(), "hits"+ext), s, h) })
	}
	const start = 1.7e9 // of this century
	for i := range h.Enter {
		h.Enter[i], h.Exit[i] = h.Enter[i]+start, h.Exit[i]+start
	}
	extent := trajectory.Extent{Start: start, End: start + 1000}
	for _, times := range []trajectory.TimeKind{trajectory.Number, trajectory.Timestamp} {
		of := s.IDs().Named(times, s.Space(), extent)
		b.Run(".parquet of this century, "+times.String(), func(b *testing.B) { benchHitsTo(b, filepath.Join(b.TempDir(), "hits.parquet"), of, h) })
	}
}

func benchHitsTo(b *testing.B, path string, s *trajectory.Store, h trajectory.Hits) {
	b.Helper()
	defer formattest.BenchTimes(b, h.Len())()
	defer benchSize(b, path, h.Len())
	for b.Loop() {
		w, err := CreateHits(path, s, s, WriteOptions{Threads: 2})
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Write(h); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// benchSize reports the size of a file of the given number of rows.
func benchSize(b *testing.B, path string, rows int) {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/float64(rows), "B/row")
}

func benchHits(s *trajectory.Store) trajectory.Hits {
	rng := rand.New(rand.NewPCG(3, 4))
	h := trajectory.Hits{}
	for i := range formattest.BenchRows {
		enter := 400 * rng.Float64()
		h.QueryTraj, h.QuerySeg = append(h.QueryTraj, uint32(i/400)), append(h.QuerySeg, uint32(i%400))
		h.EntryTraj, h.EntrySeg = append(h.EntryTraj, uint32(rng.IntN(s.Trajectories()))), append(h.EntrySeg, uint32(enter))
		h.Enter, h.Exit = append(h.Enter, enter), append(h.Exit, enter+rng.Float64())
	}
	return h
}

// BenchmarkWritePairs writes a million pairs of data with timestamps.
func BenchmarkWritePairs(b *testing.B) {
	s := formattest.BenchStore(b, false)
	of := s.IDs().Named(trajectory.Timestamp, s.Space(), trajectory.Extent{Start: 1.7e9, End: 1.7e9 + 1000})
	h := benchHits(s)
	p := trajectory.Pairs{QueryTraj: h.QueryTraj, EntryTraj: h.EntryTraj, Encounters: h.QuerySeg}
	for i := range h.Enter {
		p.First, p.Last = append(p.First, 1.7e9+h.Enter[i]), append(p.Last, 1.7e9+h.Exit[i])
		p.Duration, p.Closest = append(p.Duration, p.Last[i]-p.First[i]), append(p.Closest, p.First[i])
		p.Distance, p.Speed = append(p.Distance, h.Enter[i]), append(p.Speed, h.Exit[i])
	}
	for _, ext := range []string{".csv", ".parquet", ".arrows"} {
		b.Run(ext, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "pairs"+ext)
			defer formattest.BenchTimes(b, p.Len())()
			defer benchSize(b, path, p.Len())
			for b.Loop() {
				w, err := CreatePairs(path, of, of, WriteOptions{Threads: 2})
				if err != nil {
					b.Fatal(err)
				}
				if err := w.Write(p); err != nil {
					b.Fatal(err)
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
