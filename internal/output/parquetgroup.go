package output

import (
	"fmt"
	"hash/crc32"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"
)

// An encodedGroup is a row group as a file has it. Offsets count from its first byte.
type encodedGroup struct {
	rows    int
	body    []byte
	columns []encodedColumn
}

// An encodedColumn has the footer's fields of a column of a row group.
type encodedColumn struct {
	meta   pqformat.ColumnMetaData
	pages  []pqformat.PageLocation
	bounds []valueBounds // of each page; empty ones where they are not known
}

// valueBounds are the least and the greatest value, as Parquet's statistics hold them; nil
// where they are not known.
type valueBounds struct {
	least, greatest []byte
	nulls           int64
	none            bool // there are nulls alone; least and greatest are empty, and not nil
}

// A groupEncoder encodes row groups. It is for one goroutine at a time.
type groupEncoder struct {
	encoders []columnEncoder
	zstd     *zstd.Encoder
	samples  bool // see content

	group  *encodedGroup
	column *encodedColumn // being written
	row    int            // of the next page
	known  bool           // how the column is encoded, which shorter finds out:
	plain  bool           // as numbers stand in memory
	packed bool           // text is raw, packed

	seen  distinct
	ints  []int64 // of a page
	raw   []byte  // a page before it is packed
	text  []byte
	codes []int32

	levels, defined   []byte // of a page of an optional column or of lists: encoded, and one for each value
	repeats, repeated []byte // of lists
}

// A columnEncoder encodes a column of a row group, page by page.
type columnEncoder interface {
	encode(to *groupEncoder, from *blockColumn) error
}

// encode encodes rows to a group, whose memory it uses again.
func (g *groupEncoder) encode(to *encodedGroup, b *rowBlock) error {
	to.rows, to.body, to.columns = b.n, to.body[:0], to.columns[:0]
	g.group = to
	for i, e := range g.encoders {
		to.columns = append(to.columns, encodedColumn{meta: pqformat.ColumnMetaData{
			Codec: pqformat.Zstd, DataPageOffset: -1, DictionaryPageOffset: -1,
		}})
		g.column, g.row, g.known, g.plain = &to.columns[i], 0, g.samples, g.samples
		start := len(to.body)
		if err := e.encode(g, &b.columns[i]); err != nil {
			return err
		}
		g.column.meta.TotalCompressedSize = int64(len(to.body) - start)
	}
	return nil
}

// dictionary writes a dictionary page of n values.
func (g *groupEncoder) dictionary(raw []byte, n int) error {
	g.column.meta.DictionaryPageOffset = int64(len(g.group.body))
	h := pqformat.PageHeader{Type: pqformat.DictionaryPage, DictionaryPageHeader: thrift.New(pqformat.DictionaryPageHeader{NumValues: int32(n), Encoding: pqformat.Plain})}
	_, err := g.page(&h, nil, raw)
	g.note(pqformat.DictionaryPage, pqformat.Plain)
	return err
}

// data writes a page of n rows.
func (g *groupEncoder) data(e pqformat.Encoding, raw []byte, n int, bounds valueBounds) error {
	return g.levelled(e, nil, raw, n, bounds)
}

// levelled is data with definition levels, which stand before the packed values.
func (g *groupEncoder) levelled(e pqformat.Encoding, levels, raw []byte, n int, bounds valueBounds) error {
	return g.dataPage(pqformat.DataPageHeaderV2{
		NumValues: int32(n), NumNulls: int32(bounds.nulls), NumRows: int32(n), Encoding: e, DefinitionLevelsByteLength: int32(len(levels)),
	}, levels, raw, bounds)
}

// dataPage writes a page of data.
func (g *groupEncoder) dataPage(head pqformat.DataPageHeaderV2, levels, raw []byte, bounds valueBounds) error {
	at := int64(len(g.group.body))
	if g.column.meta.DataPageOffset < 0 {
		g.column.meta.DataPageOffset = at
	}
	head.IsCompressed = thrift.New(!bounds.none)
	size, err := g.page(&pqformat.PageHeader{Type: pqformat.DataPageV2, DataPageHeaderV2: thrift.New(head)}, levels, raw)
	g.column.pages = append(g.column.pages, pqformat.PageLocation{Offset: at, CompressedPageSize: size, FirstRowIndex: int64(g.row)})
	g.column.bounds = append(g.column.bounds, bounds)
	g.column.meta.NumValues += int64(head.NumValues)
	g.row += int(head.NumRows)
	g.note(pqformat.DataPageV2, head.Encoding)
	return err
}

// page packs a page and writes it after its header and its levels; size is the size of all three.
func (g *groupEncoder) page(h *pqformat.PageHeader, levels, raw []byte) (size int32, err error) {
	if len(levels)+len(raw) > math.MaxInt32 {
		return 0, fmt.Errorf("format: a page of %d bytes: Parquet has at most %d, and each list in one page", len(levels)+len(raw), math.MaxInt32)
	}
	switch {
	case g.packed:
		g.packed = false
	case len(raw) > 0 || len(levels) == 0:
		g.text = g.zstd.EncodeAll(raw, g.text[:0])
	default: // there are nulls alone
		g.text = g.text[:0]
	}
	h.UncompressedPageSize, h.CompressedPageSize = int32(len(levels)+len(raw)), int32(len(levels)+len(g.text))
	h.CRC = int32(crc32.Update(crc32.ChecksumIEEE(levels), crc32.IEEETable, g.text))
	head, err := thrift.Marshal(new(thrift.CompactProtocol), h)
	if err != nil {
		return 0, err
	}
	g.column.meta.TotalUncompressedSize += int64(len(head) + len(levels) + len(raw))
	g.group.body = append(append(append(g.group.body, head...), levels...), g.text...)
	return int32(len(head)) + h.CompressedPageSize, nil
}

// note counts a page by its type and encoding.
func (g *groupEncoder) note(t pqformat.PageType, e pqformat.Encoding) {
	m := &g.column.meta
	for i := range m.EncodingStats {
		if s := &m.EncodingStats[i]; s.PageType == t && s.Encoding == e {
			s.Count++
			return
		}
	}
	m.EncodingStats = append(m.EncodingStats, pqformat.PageEncodingStats{PageType: t, Encoding: e, Count: 1})
	m.Encoding = append(m.Encoding, e)
}
