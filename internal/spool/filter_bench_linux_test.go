package spool

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/spill"
	"flyby/trajectory/format"
)

// benchMove is a row of a moving object.
type benchMove struct {
	ID int64   `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
	Z  float64 `parquet:"z"`
}

// movesFile writes rows of 10,000 objects on small circles, in order of time, in row groups of 2^17.
func movesFile(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "moves.parquet")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	const objects, radius, turn = 10_000, 0.02, 0.05
	w := parquet.NewGenericWriter[benchMove](f, parquet.MaxRowsPerRowGroup(1<<17))
	rows := make([]benchMove, objects)
	for step := range benchRows / objects {
		for object := range rows {
			sin, cos := math.Sincos(turn * float64(step+object))
			rows[object] = benchMove{int64(object), float64(step), 0.1*float64(object%100) + radius*cos, 0.1*float64(object/100) + radius*sin, 1000 + 10*sin}
		}
		if _, err := w.Write(rows); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkRules reads slabs of some 20 MB of a file in order of time under rules that need positions, from row groups and by way of reels.
func BenchmarkRules(b *testing.B) {
	path := movesFile(b)
	for _, c := range []struct {
		name string
		o    format.Options
	}{
		{"none", format.Options{}}, {"vertical", format.Options{Upright: true}}, {"max-speed", format.Options{MaxSpeed: 1}},
	} {
		for name, how := range map[string]way{"rowGroups": byTimes, "reels": byReels} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				start := coreTime(b)
				spilled, direct := uint64(0), false
				for b.Loop() {
					folder, err := spill.Open(b.TempDir(), 0)
					if err != nil {
						b.Fatal(err)
					}
					o := c.o
					o.Threads = 2
					s, _, err := Read(context.Background(), path, Options{Format: o, Memory: 128 << 20, Folder: folder, way: how})
					if err != nil {
						b.Fatal(err)
					}
					plan, err := Cut(20<<20, s)
					if err != nil {
						b.Fatal(err)
					}
					if err := errorOfSlabs(s, Range{Edges: plan.Edges}); err != nil {
						b.Fatal(err)
					}
					spilled, direct = s.Spilled(), s.Direct()
					s.Close()
				}
				if direct != (how == byTimes) {
					b.Fatalf("by row groups: %v", direct)
				}
				b.ReportMetric(float64(coreTime(b)-start)/float64(benchRows*b.N), "core-ns/row")
				b.ReportMetric(float64(spilled)/benchRows, "B/row-spilled")
			})
		}
	}
}
