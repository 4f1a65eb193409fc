package arrow

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// FuzzArrow: no bytes lead to a panic, nor to more memory than they justify, and a stream or file that is read has the same values.
func FuzzArrow(f *testing.F) {
	text := arrow.BinaryTypes.String
	named := append(numbers(), made{"id", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: text}, `["a", "b", "a"]`})
	batches := []arrow.RecordBatch{batchOf(f, named...)}
	f.Add(streamOf(f, batches))
	f.Add(streamOf(f, batches, ipc.WithLZ4()))
	f.Add(streamOf(f, batches, ipc.WithZstd()))
	f.Add(streamOf(f, []arrow.RecordBatch{batchOf(f, append(numbers(), made{"id", arrow.BinaryTypes.StringView, `["a", null, "a name that is longer than twelve bytes"]`}, made{"l", arrow.ListOf(text), `[["a"], [], null]`})...)}))
	path := fileOf(f, "seed.arrow", batches)
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "fuzzed.arrow")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := readPath(path)
		runtime.ReadMemStats(&after)
		const fixed, ratio = 64 << 20, 1 << 12 // LZ4 and zstd stand for far more bytes than they take
		if took := after.TotalAlloc - before.TotalAlloc; took > fixed+ratio*uint64(len(data)) {
			t.Errorf("%d bytes for %d", took, len(data))
		}
		q, other := readBytes(data)
		if err == nil && other == nil && !reflect.DeepEqual(p, q) {
			t.Errorf("%d rows of a file, %d of a pipe", len(p.rows), len(q.rows))
		}
		if other == nil && err != nil && !strings.Contains(err.Error(), "Arrow file") {
			t.Errorf("a pipe has it, a file has not: %v", err)
		}
	})
}

// TestClaims: lengths that a stream claims, of metadata and of a body, take no memory before bytes arrive.
func TestClaims(t *testing.T) {
	batch := batchOf(t, append(numbers(), made{"id", arrow.PrimitiveTypes.Int8, `[1, 2, 3]`})...)
	stream := streamOf(t, []arrow.RecordBatch{batch})
	metadata := append([]byte{255, 255, 255, 255, 255, 255, 255, 127}, stream[8:]...) // 2^31 - 1 bytes
	for what, lie := range map[string][]byte{"metadata": metadata, "body": bodyOf(t, stream, 1<<40)} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readBytes(lie)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > 16<<20 {
			t.Errorf("%s: %d bytes, %v", what, took, err)
		}
	}
}

// bodyOf makes the batch of a stream claim a body of n bytes.
func bodyOf(t *testing.T, stream []byte, n uint64) []byte {
	t.Helper()
	r := ipc.NewMessageReader(bytes.NewReader(stream))
	for {
		m, err := r.Message()
		if err != nil {
			t.Fatal(err)
		}
		if m.Type() == ipc.MessageRecordBatch {
			return lieOf(t, stream, uint64(m.BodyLen()), n, 0)
		}
	}
}
