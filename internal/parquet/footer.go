package parquet

import (
	"encoding/binary"
	"fmt"

	"flyby/internal/memory"
)

// footer returns the bytes of the footer.
func (f *File) footer() ([]byte, error) {
	size := f.src.Total
	var head [4]byte
	var tail [8]byte
	if size < int64(len(head)+len(tail)) {
		return nil, f.incomplete("too short")
	}
	if err := f.readAt(head[:], 0); err != nil {
		return nil, err
	}
	if err := f.readAt(tail[:], size-int64(len(tail))); err != nil {
		return nil, err
	}
	switch {
	case string(head[:]) == "PARE" || string(tail[4:]) == "PARE":
		return nil, f.errorf("encrypted Parquet, which flyby does not read")
	case string(head[:]) != "PAR1":
		return nil, f.incomplete("it does not begin as one")
	case string(tail[4:]) != "PAR1":
		return nil, f.incomplete("it does not end as one")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	if n > size-int64(len(head)+len(tail)) {
		return nil, f.incomplete("its footer is longer than the file")
	}
	if err := memory.Need("the bytes of the footer", uint64(n)); err != nil {
		return nil, f.Outgrown(err)
	}
	text := make([]byte, n)
	f.end = size - int64(len(tail)) - n
	return text, f.readAt(text, f.end)
}

// parse reads a FileMetaData. ok is false where text is not one, or lacks a required field.
func (f *File) parse(text []byte) (ok bool) {
	r := &ThriftReader{Rest: text}
	sealed := func(kind byte, depth int) bool {
		f.encrypted = true
		return r.Skip(kind, depth)
	}
	notes := func(kind byte, depth int) bool {
		text := r.Rest
		ok := r.Each(func(depth int) bool { return note(r, depth) })(kind, depth)
		f.notes = text[:len(text)-len(r.Rest)]
		return ok
	}
	ok = r.Structure(0,
		nil, r.Each(func(depth int) bool { return f.element(r, depth) }), &f.rows,
		r.Each(func(depth int) bool { return f.group(r, depth) }),
		ThriftField(notes), nil, nil, ThriftField(sealed))
	return ok && len(r.Rest) == 0 && f.rows >= 0 && len(f.schema) > 0
}

// element reads a SchemaElement.
func (f *File) element(r *ThriftReader, depth int) bool {
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
func (f *File) group(r *ThriftReader, depth int) bool {
	g := Group{Rows: -1}
	ok := r.Structure(depth, r.Each(func(depth int) bool { return g.chunk(r, depth) }), nil, &g.Rows)
	f.Groups = append(f.Groups, g)
	return ok && g.Rows >= 0
}

// note reads a KeyValue, which File.Note reads again.
func note(r *ThriftReader, depth int) bool {
	var key, value []byte
	return r.Structure(depth, &key, &value)
}

// chunk reads a ColumnChunk, which takes some 20 bytes of the file at least: not much more of it is
// kept.
func (g *Group) chunk(r *ThriftReader, depth int) bool {
	m := chunkMeta{codec: -1, values: -1, size: -1, data: -1}
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
	meta := r.Nested(nil, nil, nil, &m.codec, &m.values, nil, &m.size, nil, &m.data, nil, &m.dictionary, ThriftField(statistics))
	ok := r.Structure(depth, &path, nil, meta, nil, nil, nil, nil, ThriftField(sealed))
	m.elsewhere = len(path) > 0
	g.chunks = append(g.chunks, m)
	return ok && (m.encrypted || m.codec >= 0 && m.values >= 0 && m.size >= 0 && m.data >= 0 && m.dictionary >= 0)
}

// findColumns finds the children of the root. cause says why the schema is not valid.
func (f *File) findColumns() (cause string) {
	const few, many = "its schema has fewer columns than it says", "its schema has more columns than it says"
	leaves, next := 0, 1
	for range f.schema[0].children {
		if next >= len(f.schema) {
			return few
		}
		f.columns = append(f.columns, Column{schemaElement: f.schema[next], index: leaves, at: next})
		for open := int64(1); open > 0; next++ { // all elements below it
			if next >= len(f.schema) {
				return few
			}
			if open += f.schema[next].children - 1; f.schema[next].kind >= 0 {
				leaves++
			}
		}
	}
	if next < len(f.schema) {
		return many
	}
	for i, g := range f.Groups {
		if len(g.chunks) != leaves {
			return fmt.Sprintf("row group %d has %d columns, the schema %d", i, len(g.chunks), leaves)
		}
	}
	f.findParts()
	return ""
}
