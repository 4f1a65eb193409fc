package parquet

import (
	"bytes"
	"encoding/binary"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/parquet"
)

// A crafter writes Thrift's compact protocol, with true or false claims.
type crafter struct {
	bytes.Buffer
	last []int
}

func (c *crafter) head(id, kind int) {
	n := len(c.last) - 1
	if delta := id - c.last[n]; delta > 0 && delta < 16 {
		c.WriteByte(byte(delta<<4 | kind))
	} else {
		c.WriteByte(byte(kind))
		c.Write(binary.AppendVarint(nil, int64(id)))
	}
	c.last[n] = id
}

func (c *crafter) integer(id int, v int64) {
	kind := parquet.ThriftInt64
	if int64(int32(v)) == v {
		kind-- // int32
	}
	c.head(id, kind)
	c.Write(binary.AppendVarint(nil, v))
}

func (c *crafter) text(id int, s string) {
	c.head(id, parquet.ThriftBinary)
	c.Write(binary.AppendUvarint(nil, uint64(len(s))))
	c.WriteString(s)
}

// structure writes the fields that f writes, and their end.
func (c *crafter) structure(f func()) {
	c.last = append(c.last, 0)
	f()
	c.WriteByte(0)
	c.last = c.last[:len(c.last)-1]
}

// list writes the head of a list of n structs in a field.
func (c *crafter) list(id, n int) {
	c.head(id, parquet.ThriftList)
	c.WriteByte(15<<4 | parquet.ThriftStruct)
	c.Write(binary.AppendUvarint(nil, uint64(n)))
}

// A craftedPage is a page and the sizes that it claims.
type craftedPage struct {
	kind     pqformat.PageType
	encoding pqformat.Encoding
	values   int64
	size     int64 // unpacked, 0: the size of body
	levels   int64 // bytes of definition levels at the beginning of the body, of version 2
	body     []byte
}

// A craftedColumn is a column of one chunk, traj_id, t, x or y by its place.
type craftedColumn struct {
	optional bool
	codec    pqformat.CompressionCodec
	pages    []craftedPage
}

// A craftedFile has one row group.
type craftedFile struct {
	rows      int64
	uncounted bool // the footer says 0 rows
	columns   []craftedColumn
}

var craftedNames = []string{"traj_id", "t", "x", "y"}

// bytes returns the file.
func (f *craftedFile) bytes() []byte {
	c := &crafter{}
	c.WriteString("PAR1")
	var starts, sizes []int64
	for _, column := range f.columns {
		start := c.Len()
		for _, p := range column.pages {
			c.page(p)
		}
		starts, sizes = append(starts, int64(start)), append(sizes, int64(c.Len()-start))
	}
	footer := c.Len()
	c.structure(func() {
		c.integer(1, 1)
		c.list(2, 1+len(f.columns))
		c.structure(func() { c.text(4, "root"); c.integer(5, int64(len(f.columns))) })
		for i, column := range f.columns {
			c.structure(func() {
				kind := pqformat.Double
				if i == 0 {
					kind = pqformat.Int64
				}
				c.integer(1, int64(kind))
				if column.optional {
					c.integer(3, int64(pqformat.Optional))
				}
				c.text(4, craftedNames[i])
			})
		}
		if f.uncounted {
			c.integer(3, 0)
		} else {
			c.integer(3, f.rows)
		}
		c.list(4, 1)
		c.group(f, starts, sizes)
	})
	c.Write(binary.LittleEndian.AppendUint32(nil, uint32(c.Len()-footer)))
	c.WriteString("PAR1")
	return c.Bytes()
}

// page writes a page with its header.
func (c *crafter) page(p craftedPage) {
	c.structure(func() {
		if p.size == 0 {
			p.size = int64(len(p.body))
		}
		c.integer(1, int64(p.kind))
		c.integer(2, p.size)
		c.integer(3, int64(len(p.body)))
		id := map[pqformat.PageType]int{pqformat.DataPage: 5, pqformat.DictionaryPage: 7, pqformat.DataPageV2: 8}[p.kind]
		c.head(id, parquet.ThriftStruct)
		c.structure(func() {
			c.integer(1, p.values)
			if p.kind == pqformat.DataPageV2 {
				c.integer(4, int64(p.encoding))
				c.integer(5, p.levels)
				return
			}
			c.integer(2, int64(p.encoding))
			c.integer(3, int64(pqformat.RLE))
		})
	})
	c.Write(p.body)
}

// group writes the one row group.
func (c *crafter) group(f *craftedFile, starts, sizes []int64) {
	c.structure(func() {
		c.list(1, len(f.columns))
		for i, column := range f.columns {
			c.structure(func() {
				c.integer(2, 0)
				c.head(3, parquet.ThriftStruct)
				c.structure(func() {
					c.integer(4, int64(column.codec))
					c.integer(5, f.rows)
					c.integer(7, sizes[i])
					c.integer(9, starts[i])
				})
			})
		}
		c.integer(3, f.rows)
	})
}
