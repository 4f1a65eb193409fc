package parquet

import (
	"encoding/binary"
	"runtime"
	"testing"

	pqformat "github.com/parquet-go/parquet-go/format"
)

// TestPrefixes wants text that unpacks to far more than its bytes to be refused: a million ids that
// each begin with the first, of 100 KB.
func TestPrefixes(t *testing.T) {
	const n, long = 1_000_000, 100_000
	sequence := func(first, next int64) []byte {
		b := binary.AppendUvarint(nil, 1<<30)
		b = binary.AppendUvarint(b, 1)
		b = binary.AppendUvarint(b, n)
		b = binary.AppendVarint(b, first)
		b = binary.AppendVarint(b, next-first)
		return append(b, 0)
	}
	var before, after runtime.MemStats
	typ := &Type{Kind: pqformat.ByteArray}
	body := sequence(0, 0)
	body = append(append(body, sequence(long, long)...), make([]byte, long)...)
	r, err := typ.newValueReader(pqformat.DeltaByteArray, body, 1<<20, new(textScratch))
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&before)
	read := 0
	for ok := true; ok; read++ {
		_, ok = r.next(2)
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; read > 20 || bytes > 4<<20 {
		t.Errorf("read %d times, which took %d bytes", read, bytes)
	}
}
