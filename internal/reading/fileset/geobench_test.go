package fileset

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"flyby/internal/testing/formattest"
)

// BenchmarkReadGeometry reads points as columns of numbers, as well-known binary, and as lines with M, without building a store, on two goroutines.
func BenchmarkReadGeometry(b *testing.B) {
	type flat struct {
		ID int64   `parquet:"id"`
		T  float64 `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	type place struct {
		ID       int64   `parquet:"id"`
		T        float64 `parquet:"t"`
		Geometry []byte  `parquet:"geometry,optional"`
	}
	const each = 400 // samples of a trajectory
	rng := rand.New(rand.NewPCG(3, 4))
	var plain []flat
	var points []place
	var lines []formattest.Travelled
	var numbers []float64
	for row := range formattest.BenchRows {
		f := flat{int64(row / each), float64(row % each), 500_000 + 1000*rng.Float64(), 5_000_000 + 1000*rng.Float64()}
		plain, points = append(plain, f), append(points, place{f.ID, f.T, formattest.Geometry(formattest.WKBPoint, nil, f.X, f.Y)})
		if numbers = append(numbers, f.X, f.Y, f.T); (row+1)%each == 0 {
			lines = append(lines, formattest.Travelled{ID: string(rune('A' + row/each)), Geometry: formattest.LineM(numbers...)})
			numbers = numbers[:0]
		}
	}
	b.Run("columns", func(b *testing.B) { benchRead(b, parquetOf(b, plain, false, &parquetgo.Zstd)) })
	b.Run("pointsAsTheyAre", func(b *testing.B) { benchRead(b, parquetOf(b, points, true, &parquetgo.Uncompressed)) })
	b.Run("points", func(b *testing.B) { benchRead(b, parquetOf(b, points, true, &parquetgo.Zstd)) })
	b.Run("lines", func(b *testing.B) { benchRead(b, parquetOf(b, lines, true, &parquetgo.Zstd)) })
}

// parquetOf writes rows to a file, packed in some way, with a geometry in metres or without one.
func parquetOf[T any](t testing.TB, rows []T, geo bool, packing compress.Codec) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "rows.parquet")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := parquetgo.NewGenericWriter[T](out, parquetgo.Compression(packing), parquetgo.MaxRowsPerRowGroup(1<<17))
	if geo {
		w.SetKeyValueMetadata("geo", `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"WKB","geometry_types":[]`+utm()+`}}}`)
	}
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
