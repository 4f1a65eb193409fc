package arrow

import (
	"encoding/binary"
	"fmt"
)

// A section is the place of a message in a file.
type section struct{ at, size int64 }

// openFooter reads the footer of a file, which has its schema and the places of its messages; npm's apache-arrow writes the schema nowhere
// else.
func (r *Reader) openFooter() error {
	const tail = 4 + len(FileMagic)
	if r.src.At == nil {
		return r.fail("an Arrow file cannot be read from here")
	}
	end, size := make([]byte, tail), r.src.Total-int64(tail)
	if size < 0 {
		return r.fail(shortFile)
	}
	if _, err := r.src.At.ReadAt(end, size); err != nil {
		return r.src.Broken(err)
	}
	length := int64(binary.LittleEndian.Uint32(end))
	if string(end[4:]) != FileMagic || length > size {
		return r.fail(shortFile)
	}
	footer := make([]byte, length)
	if _, err := r.src.At.ReadAt(footer, size-length); err != nil {
		return r.src.Broken(err)
	}
	var cause string
	if r.footed, r.sections, cause = readFooter(footer, size-length); cause != "" {
		return r.fail(cause)
	}
	return nil
}

// shortFile is the fault of a file without its footer.
const shortFile = "cut short: it does not end as an Arrow file"

// readFooter returns the metadata of a message of the schema, and the places of dictionaries and batches before the footer. cause says what
// is wrong.
func readFooter(footer []byte, before int64) (schema []byte, all []section, cause string) {
	w := flatbuffer{b: footer, where: inMetadata}
	defer recoverLie(&cause, &w.where)
	root := w.tableAt(w.u32(0))
	of, ok := root.child(1)
	if !ok {
		panic(lie("a footer without a schema"))
	}
	for _, slot := range []int{2, 3} {
		const block = 24
		at, n := root.vector(slot, block)
		for i := range n {
			s := section{w.i64(at + block*i), int64(int32(w.u32(at+block*i+8))) + w.i64(at+block*i+16)}
			if s.at < 0 || s.size <= 0 || s.at > before-s.size {
				panic(lie(fmt.Sprintf("a message of %d bytes at %d of %d", s.size, s.at, before)))
			}
			all = append(all, s)
		}
	}
	return schemaMetadata(footer, of.at), all, ""
}

// schemaMetadata returns the metadata of a message whose schema is a table of a footer: offsets in a flatbuffer count from their own place.
func schemaMetadata(footer []byte, schema int) []byte {
	const before, vtable, message, newest = 32, 4, 16, 4
	b := make([]byte, before, before+len(footer))
	binary.LittleEndian.PutUint32(b, message)
	for i, v := range []uint16{10, 12, 8, 10, 4} { // the sizes of vtable and table, then where version, kind and schema stand in the table
		binary.LittleEndian.PutUint16(b[vtable+2*i:], v)
	}
	binary.LittleEndian.PutUint32(b[message:], message-vtable)
	binary.LittleEndian.PutUint32(b[message+4:], uint32(before+schema-(message+4)))
	binary.LittleEndian.PutUint16(b[message+8:], newest)
	b[message+10] = schemaMessage
	return append(b, footer...)
}

// nextOfFile goes to the next message of a file. schema has the metadata of the first, and done says that there is no further message.
func (m *messages) nextOfFile() (schema []byte, done bool) {
	if schema, m.footed = m.footed, nil; schema != nil {
		return schema, false
	}
	if len(m.sections) == 0 {
		m.src.Done.Store(m.src.Total)
		return nil, true
	}
	s := m.sections[0]
	m.sections = m.sections[1:]
	m.at, m.pos, m.limit = m.src.At, s.at, s.at+s.size
	m.src.Done.Store(m.limit)
	return nil, false
}
