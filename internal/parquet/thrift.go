package parquet

import "encoding/binary"

// A ThriftReader reads Thrift's compact protocol, in which Parquet's footer and page headers are
// written.
//
// The Parquet library's decoder allocates as much as lengths in the file claim before it reads the
// elements, and hundreds of bytes for an element that takes one byte of the file. This reader
// allocates nothing: the caller gives the destinations of a struct's fields, and receives a list
// element by element.
type ThriftReader struct{ Rest []byte }

// Types of the compact protocol.
const (
	ThriftTrue   = 1
	ThriftFalse  = 2
	thriftByte   = 3
	ThriftInt16  = 4
	ThriftInt64  = 6
	thriftDouble = 7
	ThriftBinary = 8
	ThriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	ThriftStruct = 12
)

// A ThriftField reads the value of a field, which lies depth structs deep.
type ThriftField func(kind byte, depth int) bool

// Structure reads a struct. into[i] takes field i+1: an *int64, *[]byte, *bool or ThriftField;
// fields with nil, and fields beyond into, are passed over. It reports whether the bytes hold such
// a struct.
func (r *ThriftReader) Structure(depth int, into ...any) bool {
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
		if !r.Field(kind, depth, to) {
			return false
		}
	}
	return false
}

// id reads a field's number that is written in full.
func (r *ThriftReader) id() (int, bool) {
	var v int64
	ok := r.integer(ThriftInt16, &v)
	return int(int16(v)), ok
}

// Field reads the value of a field into to.
func (r *ThriftReader) Field(kind byte, depth int, to any) bool {
	isBool := kind == ThriftTrue || kind == ThriftFalse // the type of a bool is its value
	switch to := to.(type) {
	case *int64:
		return r.integer(kind, to)
	case *[]byte:
		return r.binary(kind, to)
	case *bool:
		*to = kind == ThriftTrue
		return isBool
	case ThriftField:
		return to(kind, depth)
	}
	return isBool || r.Skip(kind, depth)
}

// Nested reads a struct in a field.
func (r *ThriftReader) Nested(into ...any) ThriftField {
	return func(kind byte, depth int) bool {
		return kind == ThriftStruct && r.Structure(depth+1, into...)
	}
}

// Each calls f for every struct of a list in a field.
func (r *ThriftReader) Each(f func(depth int) bool) ThriftField {
	return func(kind byte, depth int) bool {
		return kind == ThriftList && r.List(func(kind byte) bool {
			return kind == ThriftStruct && f(depth+1)
		})
	}
}

// Skip passes over a value outside of a field's head.
func (r *ThriftReader) Skip(kind byte, depth int) bool {
	switch kind {
	case ThriftTrue, ThriftFalse, thriftByte:
		_, ok := r.take(1)
		return ok
	case ThriftInt16, ThriftInt16 + 1, ThriftInt64:
		_, ok := r.varint()
		return ok
	case thriftDouble:
		_, ok := r.take(8)
		return ok
	case ThriftBinary:
		var b []byte
		return r.binary(kind, &b)
	case ThriftList, thriftSet:
		return r.List(func(kind byte) bool { return r.Skip(kind, depth+1) })
	case thriftMap:
		n, ok := r.varint()
		return ok && n == 0 // Parquet has no maps
	case ThriftStruct:
		return r.Structure(depth + 1)
	}
	return false
}

// List calls f for each element, which takes a byte at least.
func (r *ThriftReader) List(f func(kind byte) bool) bool {
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
	if n > uint64(len(r.Rest)) {
		return false
	}
	for range n {
		if !f(head[0] & 15) {
			return false
		}
	}
	return true
}

// binary reads bytes without a copy.
func (r *ThriftReader) binary(kind byte, to *[]byte) bool {
	n, ok := r.varint()
	if !ok || kind != ThriftBinary || n > uint64(len(r.Rest)) {
		return false
	}
	*to, ok = r.take(int(n))
	return ok
}

// integer reads an int16, int32 or int64.
func (r *ThriftReader) integer(kind byte, to *int64) bool {
	v, ok := r.varint()
	*to = int64(v>>1) ^ -int64(v&1)
	return ok && kind >= ThriftInt16 && kind <= ThriftInt64
}

func (r *ThriftReader) take(n int) (b []byte, ok bool) {
	if n > len(r.Rest) {
		return nil, false
	}
	b, r.Rest = r.Rest[:n], r.Rest[n:]
	return b, true
}

func (r *ThriftReader) varint() (v uint64, ok bool) {
	v, n := binary.Uvarint(r.Rest)
	if n <= 0 {
		return 0, false
	}
	r.Rest = r.Rest[n:]
	return v, true
}
