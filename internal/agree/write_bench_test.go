//go:build unix

package agree_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/output"
	"flyby/trajectory"
)

// writing is a result to be written: the rows gal-5 and join-gal-0.5 of flyby-bench.
type writing struct {
	name             string
	queries, entries *trajectory.Store
	hits             *flyby.Hits
	encounters       *flyby.Encounters
}

// BenchmarkWriting writes the hits of gal-5 and of join-gal-0.5, and the encounters of the latter, from
// memory to files: rows/s by the clock, and the processor time of a row.
func BenchmarkWriting(b *testing.B) {
	for _, w := range writings(b) {
		b.Run(w.name+"/chunks", func(b *testing.B) {
			measureRows(b, w.rows(), func() error { return w.each(func(trajectory.Hits) error { return nil }, nil) })
		})
		for _, ext := range []string{".csv", ".ndjson", ".parquet"} {
			b.Run(w.name+"/"+ext[1:], func(b *testing.B) {
				path := filepath.Join(b.TempDir(), "rows"+ext)
				measureRows(b, w.rows(), func() error { return w.write(path) })
				info, err := os.Stat(path)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(info.Size())/float64(w.rows()), "B/row")
			})
		}
	}
}

// measureRows times write, which writes the given number of rows.
func measureRows(b *testing.B, rows int, write func() error) {
	b.Helper()
	user, system := processorTime()
	for b.Loop() {
		if err := write(); err != nil {
			b.Fatal(err)
		}
	}
	all := float64(rows) * float64(b.N)
	b.ReportMetric(all/b.Elapsed().Seconds()/1e6, "Mrows/s")
	userAfter, systemAfter := processorTime()
	b.ReportMetric(float64(userAfter-user)/all, "user-ns/row")
	b.ReportMetric(float64(systemAfter-system)/all, "system-ns/row")
}

// writings searches and joins the results to write.
func writings(b *testing.B) []writing {
	b.Helper()
	gal, err := datasets.Disc(2500, 400, 2)
	if err != nil {
		b.Fatal(err)
	}
	first := make([]int, 100)
	for i := range first {
		first[i] = i
	}
	some := gal.Subset(first)
	db, err := flyby.Open(context.Background(), gal, flyby.Options{Method: flyby.MethodSpatiotemporal, Device: "cpu"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	five, err := db.Hits(context.Background(), flyby.Search{Queries: some, Distance: 5, ExcludeSameID: true})
	if err != nil {
		b.Fatal(err)
	}
	half, err := db.Hits(context.Background(), flyby.Search{Distance: 0.5})
	if err != nil {
		b.Fatal(err)
	}
	met, err := db.Encounters(context.Background(), flyby.Search{Distance: 0.5})
	if err != nil {
		b.Fatal(err)
	}
	return []writing{{"gal-5", some, gal, five, nil}, {"join-gal-0.5", gal, gal, half, nil}, {"join-gal-0.5-encounters", gal, gal, nil, met}}
}

func (w writing) rows() int {
	if w.hits != nil {
		return int(w.hits.Stats().Hits)
	}
	all, _ := w.encounters.Collect()
	return all.Len()
}

// each hands out all rows, in chunks.
func (w writing) each(hits func(trajectory.Hits) error, encounters func(trajectory.Encounters) error) error {
	if w.hits == nil {
		for chunk, err := range w.encounters.Chunks() {
			if err != nil {
				return err
			}
			if encounters == nil {
				continue
			}
			if err := encounters(chunk); err != nil {
				return err
			}
		}
		return nil
	}
	for chunk, err := range w.hits.Chunks() {
		if err != nil {
			return err
		}
		if err := hits(chunk); err != nil {
			return err
		}
	}
	return nil
}

// write writes all rows to a file.
func (w writing) write(path string) error {
	if w.hits == nil {
		to, err := output.CreateEncounters(path, w.queries, w.entries, output.WriteOptions{})
		if err != nil {
			return err
		}
		defer to.Abort()
		if err := w.each(nil, to.Write); err != nil {
			return err
		}
		return to.Close()
	}
	to, err := output.CreateHits(path, w.queries, w.entries, output.WriteOptions{})
	if err != nil {
		return err
	}
	defer to.Abort()
	if err := w.each(to.Write, nil); err != nil {
		return err
	}
	return to.Close()
}
