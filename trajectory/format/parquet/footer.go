package parquet

import (
	"encoding/binary"
	"fmt"

	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// A parquetFooter is what flyby needs to know of a file's metadata.
type parquetFooter struct {
	schema    []schemaElement
	rows      int64
	groups    []parquetGroup
	encrypted bool
	framed    bool   // the metadata have format.FrameKey
	frame     []byte // its value
	units     []byte // the value of format.UnitsKey, nil for none
	scale     []byte // the value of format.ScaleKey
	vertical  []byte // the value of format.VerticalKey
}

// A schemaElement is a node of the tree of columns, in the order of a walk that
// goes down first.
type schemaElement struct {
	raw        []byte // a format.SchemaElement
	name       []byte
	kind       int64 // format.Type of a leaf, -1: a group
	repetition int64 // format.FieldRepetitionType
	children   int64
}

// A parquetGroup is a row group.
type parquetGroup struct {
	rows    int64
	columns []parquetMeta // one a leaf
}

// A parquetMeta says where in the file a column chunk is.
type parquetMeta struct {
	codec            int64 // format.CompressionCodec
	values           int64
	size             int64 // bytes in the file
	data, dictionary int64 // offset of the first page of data, and of a dictionary or 0
	encrypted        bool
	elsewhere        bool   // in another file
	statistics       []byte // a format.Statistics
}

// A parquetColumn is a child of the schema's root.
type parquetColumn struct {
	schemaElement
	index int // among the leaf columns, of the first leaf below it
	at    int // among the elements of the schema; those below it follow
}

// readFooter reads and checks the footer of the file.
func (r *parquetReader) readFooter() error {
	text, err := r.footerText()
	if err != nil {
		return err
	}
	f, ok := parseFooter(text)
	if !ok {
		return r.incomplete("its footer is corrupt")
	}
	if f.encrypted {
		return &format.Error{File: r.src.Name, Cause: "encrypted Parquet, which flyby does not read"}
	}
	r.footer = f
	return nil
}

func (r *parquetReader) incomplete(cause string) error {
	return &format.Error{File: r.src.Name, Cause: "not a complete Parquet file (" + cause + ")"}
}

// footerText returns the bytes of the footer.
func (r *parquetReader) footerText() ([]byte, error) {
	size := r.src.Total
	var head [4]byte
	var tail [8]byte
	if size < int64(len(head)+len(tail)) {
		return nil, r.incomplete("too short")
	}
	if err := r.readAt(head[:], 0); err != nil {
		return nil, err
	}
	if err := r.readAt(tail[:], size-int64(len(tail))); err != nil {
		return nil, err
	}
	switch {
	case string(head[:]) == "PARE" || string(tail[4:]) == "PARE":
		return nil, &format.Error{File: r.src.Name, Cause: "encrypted Parquet, which flyby does not read"}
	case string(head[:]) != "PAR1":
		return nil, r.incomplete("it does not begin as one")
	case string(tail[4:]) != "PAR1":
		return nil, r.incomplete("it does not end as one")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	if n > size-int64(len(head)+len(tail)) {
		return nil, r.incomplete("its footer is longer than the file")
	}
	if err := memory.Need("the bytes of the footer", uint64(n)); err != nil {
		return nil, r.outgrown(err)
	}
	text := make([]byte, n)
	r.end = size - int64(len(tail)) - n
	return text, r.readAt(text, r.end)
}

// parseFooter reads a FileMetaData. ok is false where text is not one, or lacks
// what every file has.
func parseFooter(text []byte) (f *parquetFooter, ok bool) {
	f = &parquetFooter{rows: -1}
	r := &parquet.ThriftReader{Rest: text}
	sealed := func(kind byte, depth int) bool {
		f.encrypted = true
		return r.Skip(kind, depth)
	}
	ok = r.Structure(0,
		nil, r.Each(func(depth int) bool { return f.element(r, depth) }), &f.rows,
		r.Each(func(depth int) bool { return f.group(r, depth) }),
		r.Each(func(depth int) bool { return f.note(r, depth) }), nil, nil, parquet.ThriftField(sealed))
	return f, ok && len(r.Rest) == 0 && f.rows >= 0 && len(f.schema) > 0
}

// element reads a SchemaElement.
func (f *parquetFooter) element(r *parquet.ThriftReader, depth int) bool {
	e := schemaElement{kind: -1}
	text := r.Rest
	if !r.Structure(depth, &e.kind, nil, &e.repetition, &e.name, &e.children) || e.name == nil || e.children < 0 {
		return false
	}
	e.raw = text[:len(text)-len(r.Rest)]
	f.schema = append(f.schema, e)
	return true
}

// group reads a RowGroup.
func (f *parquetFooter) group(r *parquet.ThriftReader, depth int) bool {
	g := parquetGroup{rows: -1}
	ok := r.Structure(depth, r.Each(func(depth int) bool { return g.column(r, depth) }), nil, &g.rows)
	f.groups = append(f.groups, g)
	return ok && g.rows >= 0
}

// note reads a KeyValue.
func (f *parquetFooter) note(r *parquet.ThriftReader, depth int) bool {
	var key, value []byte
	ok := r.Structure(depth, &key, &value)
	switch string(key) {
	case format.FrameKey:
		f.frame, f.framed = value, true
	case format.UnitsKey:
		f.units = value
	case format.ScaleKey:
		f.scale = value
	case format.VerticalKey:
		f.vertical = value
	}
	return ok
}

// column reads a ColumnChunk, which takes some 20 bytes at least: what is kept of
// it is not much more.
func (g *parquetGroup) column(r *parquet.ThriftReader, depth int) bool {
	m := parquetMeta{codec: -1, values: -1, size: -1, data: -1}
	var path []byte
	sealed := func(kind byte, depth int) bool {
		m.encrypted = true
		return r.Skip(kind, depth)
	}
	statistics := func(kind byte, depth int) bool {
		text := r.Rest
		ok := r.Field(kind, depth, nil)
		m.statistics = text[:len(text)-len(r.Rest)]
		return ok
	}
	meta := r.Nested(nil, nil, nil, &m.codec, &m.values, nil, &m.size, nil, &m.data, nil, &m.dictionary, parquet.ThriftField(statistics))
	ok := r.Structure(depth, &path, nil, meta, nil, nil, nil, nil, parquet.ThriftField(sealed))
	m.elsewhere = len(path) > 0
	g.columns = append(g.columns, m)
	return ok && (m.encrypted || m.codec >= 0 && m.values >= 0 && m.size >= 0 && m.data >= 0 && m.dictionary >= 0)
}

// columns returns the children of the root. cause says why the schema is none.
func (f *parquetFooter) columns() (columns []parquetColumn, cause string) {
	leaves, next := 0, 1
	for range f.schema[0].children {
		if next >= len(f.schema) {
			return nil, "its schema has fewer columns than it says"
		}
		columns = append(columns, parquetColumn{f.schema[next], leaves, next})
		for open := int64(1); open > 0; next++ { // all below it
			if next >= len(f.schema) {
				return nil, "its schema has fewer columns than it says"
			}
			if open += f.schema[next].children - 1; f.schema[next].kind >= 0 {
				leaves++
			}
		}
	}
	if next < len(f.schema) {
		return nil, "its schema has more columns than it says"
	}
	for i, g := range f.groups {
		if len(g.columns) != leaves {
			return nil, fmt.Sprintf("row group %d has %d columns, the schema %d", i, len(g.columns), leaves)
		}
	}
	return columns, ""
}
