package spool

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"
	"golang.org/x/sys/unix"

	"flyby/internal/spill"
	"flyby/trajectory/format"
)

const benchRows = 4_000_000

type benchRow struct {
	ID int64   `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
	Z  float64 `parquet:"z"`
}

// benchRowsOf yields rows of objects of 400 samples each, all of them at the same times, one object
// after the other or in turn.
func benchRowsOf(rows int, inTurn bool, row func(benchRow)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range rows {
		object, step := i/400, i%400
		if inTurn {
			object, step = i%(rows/400), i/(rows/400)
		}
		row(benchRow{int64(object), float64(step), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
	}
}

func benchFile(b *testing.B, ext string, inTurn bool) string {
	b.Helper()
	return benchFileOf(b, benchRows, 1<<20, ext, inTurn)
}

// benchFileOf writes n rows, perGroup of them in a row group.
func benchFileOf(b *testing.B, n, perGroup int, ext string, inTurn bool) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "bench"+ext)
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if ext == ".csv" {
		w := bufio.NewWriter(f)
		defer w.Flush()
		w.WriteString("id,t,x,y,z\n")
		benchRowsOf(n, inTurn, func(r benchRow) {
			line := strconv.AppendInt(nil, r.ID, 10)
			for _, v := range []float64{r.T, r.X, r.Y, r.Z} {
				line = strconv.AppendFloat(append(line, ','), v, 'g', -1, 64)
			}
			w.Write(append(line, '\n'))
		})
		return path
	}
	w := parquet.NewGenericWriter[benchRow](f, parquet.MaxRowsPerRowGroup(int64(perGroup)))
	rows := make([]benchRow, 0, 4096)
	benchRowsOf(n, inTurn, func(r benchRow) {
		if rows = append(rows, r); len(rows) == cap(rows) {
			if _, err := w.Write(rows); err != nil {
				b.Fatal(err)
			}
			rows = rows[:0]
		}
	})
	if _, err := w.Write(rows); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkRead is one pass over a file that does not fit memory, parsed by two goroutines.
func BenchmarkRead(b *testing.B) {
	for name, inTurn := range map[string]bool{"byTrajectory": false, "byTime": true} {
		for _, ext := range []string{".parquet", ".csv"} {
			b.Run(ext[1:]+"/"+name, func(b *testing.B) {
				path := benchFile(b, ext, inTurn)
				info, err := os.Stat(path)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(info.Size())
				b.ReportAllocs()
				start := coreTime(b)
				for b.Loop() {
					s := benchRead(b, path)
					b.ReportMetric(float64(s.Spilled())/float64(s.Whole().Segments), "B/segment")
					s.Close()
				}
				b.ReportMetric(float64(coreTime(b)-start)/float64(benchRows*b.N), "core-ns/row")
			})
		}
	}
}

// coreTime returns the time that cores have spent on this process, in nanoseconds: time of other
// processes does not count.
func coreTime(b *testing.B) int64 {
	b.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

func benchRead(b *testing.B, path string) *Spool {
	b.Helper()
	folder, err := spill.Open(b.TempDir(), 0)
	if err != nil {
		b.Fatal(err)
	}
	s, _, err := Read(context.Background(), path, Options{Format: format.Options{Reading: format.Reading{Threads: 2}}, Memory: 128 << 20, Folder: folder})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkSlabs gathers slabs of some 20 MB.
func BenchmarkSlabs(b *testing.B) {
	for name, inTurn := range map[string]bool{"byTrajectory": false, "byTime": true} {
		b.Run(name, func(b *testing.B) {
			s := benchRead(b, benchFile(b, ".parquet", inTurn))
			defer s.Close()
			plan, err := Cut(20<<20, s)
			if err != nil {
				b.Fatal(err)
			}
			start := coreTime(b)
			for b.Loop() {
				for _, err := range s.Slabs(context.Background(), Range{Edges: plan.Edges}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(coreTime(b)-start)/(float64(s.Whole().Segments)*float64(b.N)), "core-ns/segment")
		})
	}
}

// BenchmarkRowGroups reads a file in order of time twice, in row groups of 2^17 rows: its times, and
// slabs of some 20 MB. The same slabs by way of reels are measured, too.
func BenchmarkRowGroups(b *testing.B) {
	const rows = 10_000_000
	path := benchFileOf(b, rows, 1<<17, ".parquet", true)
	for name, how := range map[string]way{"rowGroups": byTimes, "reels": byReels} {
		b.Run(name, func(b *testing.B) {
			var read, gathered, spilled float64
			for b.Loop() {
				folder, err := spill.Open(b.TempDir(), 0)
				if err != nil {
					b.Fatal(err)
				}
				start := coreTime(b)
				s, _, err := Read(context.Background(), path, Options{Format: format.Options{Reading: format.Reading{Threads: 2}}, Memory: 128 << 20, Folder: folder, way: how})
				if err != nil || s.Direct() != (how == byTimes) {
					b.Fatal(err, s.Direct())
				}
				plan, err := Cut(20<<20, s)
				if err != nil || !s.TellsApart(plan.Edges) {
					b.Fatal(err, plan)
				}
				between := coreTime(b)
				if err := errorOfSlabs(s, Range{Edges: plan.Edges}); err != nil {
					b.Fatal(err)
				}
				read, gathered = read+float64(between-start), gathered+float64(coreTime(b)-between)
				spilled = float64(s.Spilled())
				s.Close()
			}
			b.ReportMetric(read/float64(rows*b.N), "core-ns/row-read")
			b.ReportMetric(gathered/float64(rows*b.N), "core-ns/row-gathered")
			b.ReportMetric(spilled/rows, "B/row-spilled")
		})
	}
}
