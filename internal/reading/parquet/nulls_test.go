package parquet

import (
	"context"
	"strings"
	"testing"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// nulls returns a column of a page of version 2 with n nulls, whose values have no bytes, however they are packed and encoded.
func nulls(n int64, codec pqformat.CompressionCodec, encoding pqformat.Encoding) craftedColumn {
	levels := []byte{byte(n << 1), 0} // a run of n levels 0
	return craftedColumn{optional: true, codec: codec, pages: []craftedPage{{kind: pqformat.DataPageV2, encoding: encoding, values: n, levels: int64(len(levels)), body: levels}}}
}

// TestNullsWithoutData: a page of nulls needs no bytes for its values, in any codec and encoding: the rows are read, and lack the value.
func TestNullsWithoutData(t *testing.T) {
	for _, codec := range []pqformat.CompressionCodec{pqformat.Uncompressed, pqformat.Snappy, pqformat.Gzip, pqformat.Brotli, pqformat.Zstd, pqformat.Lz4Raw} {
		for _, encoding := range []pqformat.Encoding{pqformat.Plain, pqformat.RLEDictionary, pqformat.DeltaBinaryPacked, pqformat.ByteStreamSplit} {
			file := with(3, nulls(3, codec, encoding)).bytes()
			_, err := Read(context.Background(), formattest.InMemory(file), &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2}}})
			if err == nil || !strings.HasSuffix(err.Error(), `row 0 (row group 0): column y: "": missing`) {
				t.Errorf("%v, %v: %v", codec, encoding, err)
			}
			o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: true}}}
			if p, err := Read(context.Background(), formattest.InMemory(file), &o); err != nil || p.Rows != 3 || p.Skipped != 3 {
				t.Errorf("%v, %v, bad rows left out: %v", codec, encoding, err)
			}
		}
	}
}

// TestNoCorruptionOfWholeFiles: a file whose footer leaves counting to its row groups is read, and of a codec or an encoding that is not read
// no error says that the file is corrupt.
func TestNoCorruptionOfWholeFiles(t *testing.T) {
	file := runs(5)
	file.uncounted = true
	p, err := Read(context.Background(), formattest.InMemory(file.bytes()), &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: true}}})
	if err != nil || p.Rows != 5 {
		t.Errorf("rows that only a row group counts: %v", err)
	}
	for _, name := range []string{"codec", "delta of doubles"} {
		if _, err := cost(crafted(t)[name].file.bytes()); err == nil || strings.Contains(err.Error(), "corrupt") || !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
