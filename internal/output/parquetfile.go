package output

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/outfile"
	"flyby/internal/reading"
)

// A parquetFile is a Parquet file being written, row group by row group. It keeps some 50 bytes for
// a thousand rows until the end.
type parquetFile struct {
	out *outfile.File
	content
	at      int64 // bytes written
	meta    pqformat.FileMetaData
	minima  []byte // column indexes, which stand before the footer
	offsets []byte // offset indexes, after them
}

func newParquetFile(out *outfile.File, c content) *parquetFile {
	f := &parquetFile{out: out, content: c, meta: pqformat.FileMetaData{
		Version: 2, Schema: parquetSchema(c), CreatedBy: "flyby version 1(build 0)", KeyValueMetadata: c.notes(),
	}}
	for range c.columns {
		f.meta.ColumnOrders = append(f.meta.ColumnOrders, pqformat.ColumnOrder{Value: &pqformat.TypeDefinedOrder{}})
	}
	f.write([]byte(reading.ParquetMagic)) //nolint:errcheck // sticks
	return f
}

func (f *parquetFile) write(b []byte) error {
	n, err := f.out.Write(b)
	f.at += int64(n)
	return err
}

// add writes a row group.
func (f *parquetFile) add(g *encodedGroup) error {
	group := pqformat.RowGroup{
		NumRows: int64(g.rows), FileOffset: f.at, TotalCompressedSize: int64(len(g.body)),
		Ordinal: int16(min(len(f.meta.RowGroups), math.MaxInt16)),
	}
	for i := range g.columns {
		chunk, err := f.columnChunk(i, &g.columns[i])
		if err != nil {
			return err
		}
		group.TotalByteSize += chunk.MetaData.TotalUncompressedSize
		group.Columns = append(group.Columns, chunk)
	}
	f.meta.RowGroups = append(f.meta.RowGroups, group)
	f.meta.NumRows += int64(g.rows)
	return f.write(g.body)
}

// columnChunk returns the footer's entry of a column of the next row group. Offsets of its indexes
// count from the beginning of all indexes of their kind, until finish knows where that is.
func (f *parquetFile) columnChunk(i int, c *encodedColumn) (pqformat.ColumnChunk, error) {
	m := c.meta
	m.Type, m.PathInSchema = f.columns[i].schemaElement(f.parquetTimes).Type.V, f.columns[i].path()
	m.KeyValueMetadata = f.timeNote(f.columns[i])
	m.DataPageOffset += f.at
	if m.DictionaryPageOffset < 0 {
		m.DictionaryPageOffset = 0
	} else {
		m.DictionaryPageOffset += f.at
	}
	for k := range c.pages {
		c.pages[k].Offset += f.at
	}
	chunk := pqformat.ColumnChunk{}
	index, known := c.index()
	if known {
		b := c.all(comparing(m.Type))
		m.Statistics = pqformat.Statistics{MinValue: b.least, MaxValue: b.greatest, NullCount: b.nulls}
		text, err := thrift.Marshal(new(thrift.CompactProtocol), &index)
		if err != nil {
			return chunk, err
		}
		chunk.ColumnIndexOffset, chunk.ColumnIndexLength = int64(len(f.minima)), int32(len(text))
		f.minima = append(f.minima, text...)
	}
	text, err := thrift.Marshal(new(thrift.CompactProtocol), &pqformat.OffsetIndex{PageLocations: c.pages})
	if err != nil {
		return chunk, err
	}
	chunk.OffsetIndexOffset, chunk.OffsetIndexLength = int64(len(f.offsets)), int32(len(text))
	f.offsets = append(f.offsets, text...)
	chunk.MetaData = m
	return chunk, nil
}

// index returns the column index; known is false where the bounds of some page are not known.
func (c *encodedColumn) index() (index pqformat.ColumnIndex, known bool) {
	for _, b := range c.bounds {
		if b.least == nil {
			return index, false
		}
		index.NullPages = append(index.NullPages, b.none)
		index.NullCounts = append(index.NullCounts, b.nulls)
		index.MinValues, index.MaxValues = append(index.MinValues, b.least), append(index.MaxValues, b.greatest)
	}
	return index, true
}

// all returns the bounds of all pages together, empty ones where no page has a value.
func (c *encodedColumn) all(compare func(a, b []byte) int) (all valueBounds) {
	all.none = true
	for _, b := range c.bounds {
		all.nulls += b.nulls
		if b.none {
			continue
		}
		if all.none || compare(b.least, all.least) < 0 {
			all.least = b.least
		}
		if all.none || compare(b.greatest, all.greatest) > 0 {
			all.greatest = b.greatest
		}
		all.none = false
	}
	return all
}

// comparing returns the comparison of PLAIN values of a type.
func comparing(t pqformat.Type) func(a, b []byte) int {
	bits := binary.LittleEndian.Uint64
	switch t {
	case pqformat.Int64:
		return func(a, b []byte) int { return cmp.Compare(int64(bits(a)), int64(bits(b))) }
	case pqformat.Double:
		return func(a, b []byte) int {
			return cmp.Compare(math.Float64frombits(bits(a)), math.Float64frombits(bits(b)))
		}
	}
	return bytes.Compare
}

// finish writes the indexes and the footer.
func (f *parquetFile) finish() error {
	if err := f.noteGeometry(); err != nil {
		return err
	}
	minima := f.at
	offsets := minima + int64(len(f.minima))
	for _, g := range f.meta.RowGroups {
		for i := range g.Columns {
			c := &g.Columns[i]
			if c.ColumnIndexLength > 0 {
				c.ColumnIndexOffset += minima
			}
			c.OffsetIndexOffset += offsets
		}
	}
	text, err := thrift.Marshal(new(thrift.CompactProtocol), &f.meta)
	if err != nil {
		return err
	}
	tail := append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), reading.ParquetMagic...)
	for _, b := range [][]byte{f.minima, f.offsets, text, tail} {
		if err := f.write(b); err != nil {
			return err
		}
	}
	return nil
}
