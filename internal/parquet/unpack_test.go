package parquet

import (
	"bytes"
	"slices"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
)

// TestUnpackAfterCorrupt: a page that does not unpack leaves no state in its decoder, and the next
// page is read as by a new Unpacker.
func TestUnpackAfterCorrupt(t *testing.T) {
	page := bytes.Repeat([]byte("two ships pass "), 40)
	for _, codec := range []compress.Codec{&pq.Snappy, &pq.Lz4Raw, &pq.Zstd, &pq.Gzip, &pq.Brotli} {
		packed, err := codec.Encode(nil, page)
		if err != nil {
			t.Fatal(err)
		}
		var u Unpacker
		fails := func(b []byte, size int) bool {
			_, err := u.Unpack(codec.CompressionCodec(), b, size)
			if got, again := u.Unpack(codec.CompressionCodec(), packed, len(page)); again != nil || !bytes.Equal(got, page) {
				t.Fatalf("%v: after %x of %d bytes (%v): %.40q, %v", codec, b, size, err, got, again)
			}
			return err != nil
		}
		failed := 0
		for i := range packed {
			changed := slices.Clone(packed)
			changed[i] ^= 1 << (i % 8)
			for _, b := range [][]byte{changed, packed[:i], slices.Insert(slices.Clone(packed), i, 0xa5)} {
				if fails(b, len(page)) {
					failed++
				}
			}
		}
		if fails(append(slices.Clone(packed), packed...), len(page)); failed == 0 || !fails(packed, len(page)-1) {
			t.Errorf("%v: %d corrupt pages, and one that is longer than its header says, are no errors", codec, failed)
		}
	}
}
