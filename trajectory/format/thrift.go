package format

import "encoding/binary"

// A thriftReader reads Thrift's compact protocol, in which Parquet's footer and
// page headers are written.
//
// The Parquet library's decoder allocates what lengths in the file claim before
// it reads what they count, and hundreds of bytes for each element of a list that
// takes one. This reader allocates nothing: what a struct's fields go to is
// given, and a list is handed over element by element.
type thriftReader struct{ rest []byte }

// Types of the compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftInt16  = 4
	thriftInt64  = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// A thriftField reads the value of a field, which lies depth structs deep.
type thriftField func(kind byte, depth int) bool

// structure reads a struct. into[i] takes field i+1: an *int64, *[]byte, *bool
// or thriftField; nil and what is not listed are passed over. It reports whether
// the bytes hold such a struct.
func (r *thriftReader) structure(depth int, into ...any) bool {
	const deepest = 64
	id := 0
	for depth < deepest {
		head, ok := r.take(1)
		if !ok {
			return false
		}
		kind := head[0] & 15
		if kind == 0 {
			return true
		}
		if delta := int(head[0] >> 4); delta > 0 {
			id += delta
		} else if id, ok = r.id(); !ok {
			return false
		}
		var to any
		if id >= 1 && id <= len(into) {
			to = into[id-1]
		}
		if !r.field(kind, depth, to) {
			return false
		}
	}
	return false
}

// id reads the number of a field that is written in full.
func (r *thriftReader) id() (int, bool) {
	var v int64
	ok := r.integer(thriftInt16, &v)
	return int(int16(v)), ok
}

// field reads the value of a field to where it belongs.
func (r *thriftReader) field(kind byte, depth int, to any) bool {
	isBool := kind == thriftTrue || kind == thriftFalse // a bool is its own type
	switch to := to.(type) {
	case *int64:
		return r.integer(kind, to)
	case *[]byte:
		return r.binary(kind, to)
	case *bool:
		*to = kind == thriftTrue
		return isBool
	case thriftField:
		return to(kind, depth)
	}
	return isBool || r.skip(kind, depth)
}

// nested reads a struct in a field.
func (r *thriftReader) nested(into ...any) thriftField {
	return func(kind byte, depth int) bool {
		return kind == thriftStruct && r.structure(depth+1, into...)
	}
}

// each calls f for every struct of a list in a field.
func (r *thriftReader) each(f func(depth int) bool) thriftField {
	return func(kind byte, depth int) bool {
		return kind == thriftList && r.list(func(kind byte) bool {
			return kind == thriftStruct && f(depth+1)
		})
	}
}

// skip passes over a value outside of a field's head.
func (r *thriftReader) skip(kind byte, depth int) bool {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		_, ok := r.take(1)
		return ok
	case thriftInt16, thriftInt16 + 1, thriftInt64:
		_, ok := r.varint()
		return ok
	case thriftDouble:
		_, ok := r.take(8)
		return ok
	case thriftBinary:
		var b []byte
		return r.binary(kind, &b)
	case thriftList, thriftSet:
		return r.list(func(kind byte) bool { return r.skip(kind, depth+1) })
	case thriftMap:
		n, ok := r.varint()
		return ok && n == 0 // Parquet has no maps
	case thriftStruct:
		return r.structure(depth + 1)
	}
	return false
}

// list calls f for each element, which takes a byte at least.
func (r *thriftReader) list(f func(kind byte) bool) bool {
	head, ok := r.take(1)
	if !ok {
		return false
	}
	n := uint64(head[0] >> 4)
	if n == 15 {
		if n, ok = r.varint(); !ok {
			return false
		}
	}
	if n > uint64(len(r.rest)) {
		return false
	}
	for range n {
		if !f(head[0] & 15) {
			return false
		}
	}
	return true
}

// binary reads bytes, which stay where they are.
func (r *thriftReader) binary(kind byte, to *[]byte) bool {
	n, ok := r.varint()
	if !ok || kind != thriftBinary || n > uint64(len(r.rest)) {
		return false
	}
	*to, ok = r.take(int(n))
	return ok
}

// integer reads an int16, int32 or int64.
func (r *thriftReader) integer(kind byte, to *int64) bool {
	v, ok := r.varint()
	*to = int64(v>>1) ^ -int64(v&1)
	return ok && kind >= thriftInt16 && kind <= thriftInt64
}

func (r *thriftReader) take(n int) (b []byte, ok bool) {
	if n > len(r.rest) {
		return nil, false
	}
	b, r.rest = r.rest[:n], r.rest[n:]
	return b, true
}

func (r *thriftReader) varint() (v uint64, ok bool) {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		return 0, false
	}
	r.rest = r.rest[n:]
	return v, true
}
