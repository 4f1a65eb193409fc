package format

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
)

// FuzzPointArrow: no bytes cause a panic or take more memory than they justify, and each row of a stream or file that is read is a point or was left
// out.
func FuzzPointArrow(f *testing.F) {
	d, text := arrow.PrimitiveTypes.Float64, arrow.BinaryTypes.String
	word := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: text}
	f.Add(arrowStream(f, arrowBatch(f, arrowCells{"id", word, `["a", "b"]`}, arrowCells{"v", arrow.FixedSizeListOf(2, d), `[[1, 2], [3, null]]`})), false)
	f.Add(arrowStream(f, arrowBatch(f, arrowCells{"v", arrow.ListOf(arrow.PrimitiveTypes.Int16), `[[1, 2], null, []]`}, arrowCells{"s", text, `["a", "b", null]`})), true)
	f.Add(arrowStream(f, arrowBatch(f, arrowCells{"v", arrow.LargeListOf(arrow.PrimitiveTypes.Float32), `[[1], [2]]`}, arrowCells{"id", arrow.PrimitiveTypes.Uint64, `[1, 2]`})), false)
	f.Add(arrowStream(f, arrowBatch(f, arrowCells{"x", d, `[1, null]`}, arrowCells{"user_id", arrow.PrimitiveTypes.Int8, `[1, 2]`})), true)
	f.Fuzz(func(t *testing.T, data []byte, skip bool) {
		path := filepath.Join(t.TempDir(), "fuzzed.arrow")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		o := Options{Reading: Reading{SkipBadRows: skip, Threads: 1}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s, r, err := Read(t.Context(), path, o)
		runtime.ReadMemStats(&after)
		const fixed, ratio = 64 << 20, 1 << 12 // LZ4 and zstd expand to far more bytes than they take
		if took := after.TotalAlloc - before.TotalAlloc; took > fixed+ratio*uint64(len(data)) {
			t.Errorf("%d bytes for %d", took, len(data))
		}
		if err == nil && r.Rows != s.Len()+r.Skipped {
			t.Errorf("%d rows, %d points and %d left out", r.Rows, s.Len(), r.Skipped)
		}
		if _, _, other := readStream(data, o); other == nil && err != nil && !strings.Contains(err.Error(), "Arrow file") {
			t.Errorf("a pipe has it, a file has not: %v", err)
		}
	})
}
