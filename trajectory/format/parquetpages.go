package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// guardFooter checks the lengths in the footer, see thriftEnd.
func (r *parquetReader) guardFooter() error {
	fail := func(cause string) error {
		return &Error{File: r.src.name, Cause: "not a complete Parquet file (" + cause + ")"}
	}
	size := r.src.total
	var head [4]byte
	var tail [8]byte
	if size < int64(len(head)+len(tail)) {
		return fail("too short")
	}
	if _, err := r.src.at.ReadAt(head[:], 0); err != nil {
		return r.broken("cannot be read", err)
	}
	if _, err := r.src.at.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return r.broken("cannot be read", err)
	}
	switch {
	case string(head[:]) == "PARE" || string(tail[4:]) == "PARE":
		return &Error{File: r.src.name, Cause: "encrypted Parquet, which flyby does not read"}
	case string(head[:]) != "PAR1":
		return fail("it does not begin as one")
	case string(tail[4:]) != "PAR1":
		return fail("it does not end as one")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	if n > size-int64(len(head)+len(tail)) {
		return fail("its footer is longer than the file")
	}
	footer := make([]byte, n)
	if _, err := r.src.at.ReadAt(footer, size-int64(len(tail))-n); err != nil {
		return r.broken("cannot be read", err)
	}
	if _, ok := thriftEnd(footer); !ok {
		return fail("its footer is corrupt")
	}
	return nil
}

// A chunkText is the bytes of a column chunk, read at once, that answer for the
// same part of the file.
type chunkText struct {
	*bytes.Reader
	from int64
}

func (c chunkText) ReadAt(p []byte, off int64) (int, error) {
	return c.Reader.ReadAt(p, off-c.from)
}

// load reads the bytes of the chunk and checks every page's header, so that no
// size in them asks for more memory than its page can need.
func (c *parquetChunk) load() (io.ReaderAt, error) {
	meta := &c.r.file.Metadata().RowGroups[c.group].Columns[c.typ.index].MetaData
	rows := c.r.firsts[c.group+1] - c.r.firsts[c.group]
	from := meta.DataPageOffset
	if meta.DictionaryPageOffset != 0 {
		from = meta.DictionaryPageOffset
	}
	if meta.NumValues != int64(rows) {
		return nil, c.miscounted(int(meta.NumValues), rows)
	}
	if n := meta.TotalCompressedSize; from < 0 || n < 0 || n > c.r.src.total || from > c.r.src.total-n {
		return nil, c.corrupt(fmt.Sprintf("bytes %d to %d are outside of the file", from, from+n))
	}
	b := make([]byte, meta.TotalCompressedSize)
	if _, err := c.r.src.at.ReadAt(b, from); err != nil {
		return nil, c.r.broken("cannot be read", err)
	}
	c.r.src.done.Add(int64(len(b)))
	for rest := b; len(rest) > 0; {
		n, cause := c.checkPage(rest, meta.Codec, &rows)
		if cause != "" {
			return nil, c.corrupt(cause)
		}
		rest = rest[n:]
	}
	return chunkText{bytes.NewReader(b), from}, nil
}

// checkPage checks the page at the start of b and returns its length with its
// header. rows is how many rows are left for it and those after it.
func (c *parquetChunk) checkPage(b []byte, codec format.CompressionCodec, rows *int) (n int, cause string) {
	n, ok := thriftEnd(b)
	if !ok {
		return 0, "a page header is broken"
	}
	var h format.PageHeader
	if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(b[:n])).Decode(&h); err != nil {
		return 0, err.Error()
	}
	size, values, levels := int64(h.CompressedPageSize), int64(0), int64(0)
	if size < 0 || size > int64(len(b)-n) {
		return 0, fmt.Sprintf("a page of %d bytes where %d are left", size, len(b)-n)
	}
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		if values = int64(h.DictionaryPageHeader.V.NumValues); values > int64(h.UncompressedPageSize) {
			return 0, fmt.Sprintf("a dictionary of %d values in %d bytes", values, h.UncompressedPageSize)
		}
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		values = int64(h.DataPageHeader.V.NumValues)
		*rows -= int(values)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		values = int64(h.DataPageHeaderV2.V.NumValues)
		*rows -= int(values)
		levels = int64(h.DataPageHeaderV2.V.DefinitionLevelsByteLength) + int64(h.DataPageHeaderV2.V.RepetitionLevelsByteLength)
	}
	if values < 0 || *rows < 0 {
		return 0, "more values in its pages than rows"
	}
	if levels < 0 || levels > size {
		return 0, fmt.Sprintf("%d bytes of levels in a page of %d", levels, size)
	}
	page := b[n : n+int(size)]
	if cause := c.checkSize(page[levels:], int64(h.UncompressedPageSize), values, codec); cause != "" {
		return 0, cause
	}
	return n + int(size), ""
}

// checkSize bounds the size of an unpacked page by what its values may take. A
// number takes at most 10 bytes in any encoding, a name or time of text is not
// far above 1000, nor does a codec pack by more than that but for repetition.
func (c *parquetChunk) checkSize(packed []byte, size, values int64, codec format.CompressionCodec) string {
	each := int64(16)
	if c.typ.kind == parquet.ByteArray || c.typ.kind == parquet.FixedLenByteArray {
		each = 1024
	}
	if most := 1<<20 + each*values + 1024*int64(len(packed)); size < 0 || size > most {
		return fmt.Sprintf("a page of %d values in %d bytes claims to unpack to %d", values, len(packed), size)
	}
	if codec == format.Snappy && len(packed) > 0 { // it allocates what the block itself claims
		if n, err := snappy.DecodedLen(packed); err == nil && int64(n) > max(size, 64) {
			return fmt.Sprintf("a page of %d bytes unpacks to %d", size, n)
		}
	}
	return ""
}

func (c *parquetChunk) corrupt(cause string) error {
	return &Error{File: c.r.src.name, Cause: fmt.Sprintf("column %s of row group %d is corrupt (%s)", c.r.layout.name[c.kind], c.group, cause)}
}
