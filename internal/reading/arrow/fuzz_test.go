package arrow

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// FuzzArrow: no bytes lead to a panic, nor to more memory than they justify, and a stream or file that is read has the reported number of
// rows.
func FuzzArrow(f *testing.F) {
	text := arrow.BinaryTypes.String
	named := append(numbers(), made{"id", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: text}, `["a", "b", "a"]`})
	batches := []arrow.RecordBatch{batchOf(f, named...)}
	f.Add(streamOf(f, batches), true)
	f.Add(streamOf(f, batches, ipc.WithLZ4()), true)
	f.Add(streamOf(f, batches, ipc.WithZstd()), false)
	f.Add(streamOf(f, []arrow.RecordBatch{batchOf(f, append(numbers(), made{"id", arrow.BinaryTypes.StringView, `["a", null, "a name that is longer than twelve bytes"]`}, made{"l", arrow.ListOf(text), `[["a"], [], null]`})...)}), false)
	path := fileOf(f, "seed.arrow", batches)
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, false)
	f.Add(streamOf(f, []arrow.RecordBatch{placedBatch(f, arrow.BinaryTypes.Binary, `{"crs":"OGC:CRS84"}`, append(pointsAt(3), nil, formattest.LineM(1, 2, 3))...)}), true)
	f.Fuzz(func(t *testing.T, data []byte, skip bool) {
		path := filepath.Join(t.TempDir(), "fuzzed.arrow")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o := format.Options{Reading: format.Reading{SkipBadRows: skip}, SortTimes: true}
		p, err := readPath(path, o)
		runtime.ReadMemStats(&after)
		const fixed, ratio = 64 << 20, 1 << 12 // LZ4 and zstd stand for far more bytes than they take
		if took := after.TotalAlloc - before.TotalAlloc; took > fixed+ratio*uint64(len(data)) {
			t.Errorf("%d bytes for %d", took, len(data))
		}
		if err == nil && p.Rows != len(p.Columns.T)+p.Skipped+p.Left.Repeats {
			t.Errorf("%d rows of %d", p.Rows, len(p.Columns.T))
		}
		if _, other := readBytes(data, o); other == nil && err != nil && !strings.Contains(err.Error(), "Arrow file") {
			t.Errorf("a pipe has it, a file has not: %v", err)
		}
	})
}
