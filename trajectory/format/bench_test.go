package format

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

const benchRows = 1_000_000

// benchCSV writes rows of objects with 400 samples each. digits < 0 writes
// coordinates in full, as shortest text.
func benchCSV(b *testing.B, digits int, id func(row int) string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "bench.csv")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	w.WriteString("traj_id,t,x,y,z\n")
	rng := rand.New(rand.NewPCG(1, 2))
	for row := range benchRows {
		line := append([]byte(id(row)), ',')
		line = strconv.AppendInt(line, int64(row%400), 10)
		for range 3 {
			v := rng.NormFloat64() * 1500
			if digits < 0 {
				line = strconv.AppendFloat(append(line, ','), v, 'g', -1, 64)
			} else {
				line = strconv.AppendFloat(append(line, ','), v, 'f', digits, 64)
			}
		}
		w.Write(append(line, '\n'))
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

func benchRead(b *testing.B, path string) {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		src, err := open(path, &Options{})
		if err != nil {
			b.Fatal(err)
		}
		read, err := pick(path)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := read(context.Background(), src, &Options{Threads: 2}); err != nil {
			b.Fatal(err)
		}
		src.close()
	}
	b.ReportMetric(benchRows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkReadCSV reads columns, without building a store, on two goroutines.
func BenchmarkReadCSV(b *testing.B) {
	integer := func(row int) string { return strconv.Itoa(row / 400) }
	name := func(row int) string { return "car" + strconv.Itoa(row/400) }
	mixed := func(row int) string { return "car" + strconv.Itoa(row%2500) }
	b.Run("3decimals", func(b *testing.B) { benchRead(b, benchCSV(b, 3, integer)) })
	b.Run("full", func(b *testing.B) { benchRead(b, benchCSV(b, -1, integer)) })
	b.Run("names", func(b *testing.B) { benchRead(b, benchCSV(b, 3, name)) })
	b.Run("interleaved", func(b *testing.B) { benchRead(b, benchCSV(b, 3, mixed)) })
}
