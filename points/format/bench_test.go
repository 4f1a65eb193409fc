package format

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"flyby/points"
	"flyby/trajectory/format"
)

// benchPoints is the number of points in each file of BenchmarkRead.
const benchPoints = 200_000

// benchFile writes points with ids into a file.
func benchFile(b *testing.B, name, id string) string {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	columns := make([][]float64, 3)
	names := make([]string, benchPoints)
	for row := range names {
		names[row] = fmt.Sprintf(id, row)
		for k := range columns {
			columns[k] = append(columns[k], rng.NormFloat64()*1500)
		}
	}
	ids, err := points.NameIDs(names)
	if err != nil {
		b.Fatal(err)
	}
	s, err := points.New(columns, ids)
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), name)
	if err := WriteStore(context.Background(), path, s, WriteOptions{}); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkRead reads files of points.
func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		name, file, id string
		o              Options
	}{
		{"CSV", "p.csv", "%d", Options{}},
		{"CSVNames", "p.csv", "object %d", Options{}},
		{"CSVWhere", "p.csv", "%d", Options{Reading: Reading{Where: []format.Condition{{Column: "x1", Operator: ">", Value: "0"}}}}},
		{"Parquet", "p.parquet", "%d", Options{}},
		{"Arrow", "p.arrows", "%d", Options{}},
		{"ArrowNames", "p.arrows", "object %d", Options{}},
		{"NPY", "p.npy", "%d", Options{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			path := benchFile(b, c.file, c.id)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Read(context.Background(), path, c.o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
