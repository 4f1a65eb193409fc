package output

import (
	"io"
	"os"
	"testing"

	"flyby/internal/testing/formattest"
)

// BenchmarkWritePipe writes ten million hits to a pipe that is read and discarded.
func BenchmarkWritePipe(b *testing.B) {
	s := formattest.BenchStore(b, true)
	h := benchHits(s)
	const times = 10
	for _, name := range []string{"csv", "parquet", "arrow"} {
		b.Run(name, func(b *testing.B) {
			defer formattest.BenchTimes(b, times*formattest.BenchRows)()
			var bytes int64
			for b.Loop() {
				from, to, err := os.Pipe()
				if err != nil {
					b.Fatal(err)
				}
				read := make(chan error)
				go func() {
					n, err := io.Copy(io.Discard, struct{ io.Reader }{from})
					bytes = n
					read <- err
				}()
				w, err := CreateHits("-", s, s, WriteOptions{Stdout: to, Format: name, Threads: 2})
				if err != nil {
					b.Fatal(err)
				}
				for range times {
					if err := w.Write(h); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
				to.Close() //nolint:errcheck // a pipe
				if err := <-read; err != nil {
					b.Fatal(err)
				}
				from.Close() //nolint:errcheck // a pipe
			}
			b.ReportMetric(float64(bytes)/(times*formattest.BenchRows), "B/row")
		})
	}
}
