package json

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// BenchmarkRows decodes the columns of positions of 100,000 lines of NDJSON on one core.
func BenchmarkRows(b *testing.B) {
	var text strings.Builder
	const rows = 100_000
	for i := range rows {
		fmt.Fprintf(&text, `{"id":"object %d","t":%d,"x":%d.%d,"y":-%d.25,"speed":12.5}`+"\n", i%1000, i/1000, i, i%97, i)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		src := &infile.Source{Name: "f.ndjson", Data: strings.NewReader(text.String()), Total: int64(text.Len())}
		r, err := Open(context.Background(), src, 1)
		if err != nil {
			b.Fatal(err)
		}
		r.Want([]int{0, 1, 2, 3}, nil)
		var batch codec.Batch
		n := 0
		for err = r.Next(context.Background(), &batch); err == nil; err = r.Next(context.Background(), &batch) {
			if batch.Rest() != nil {
				b.Fatal("a row is broken")
			}
			n += batch.Rows
		}
		if err != io.EOF || n != rows {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
