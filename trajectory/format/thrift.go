package format

import "encoding/binary"

// thriftEnd returns the length of the struct in Thrift's compact protocol that b
// begins with; ok is false if it is not one that b can hold.
//
// The Parquet library allocates what lengths in the file claim before it reads
// what they count. Nothing catches running out of memory, so every length is
// checked here first: it must fit in the bytes that are left, since no element
// takes less than one.
func thriftEnd(b []byte) (n int, ok bool) {
	w := thriftWalker{rest: b}
	ok = w.structure(0)
	return len(b) - len(w.rest), ok
}

type thriftWalker struct{ rest []byte }

// Types of the compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// structure passes over fields up to the stop byte.
func (w *thriftWalker) structure(depth int) bool {
	const deepest = 64
	for depth < deepest {
		head, ok := w.take(1)
		if !ok {
			return false
		}
		kind := head[0] & 15
		if kind == 0 {
			return true
		}
		if head[0]>>4 == 0 { // the field's number follows
			if _, ok := w.varint(); !ok {
				return false
			}
		}
		if kind != thriftTrue && kind != thriftFalse && !w.value(kind, depth) { // a bool is its own type
			return false
		}
	}
	return false
}

// value passes over a value outside of a field's head.
func (w *thriftWalker) value(kind byte, depth int) bool {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		_, ok := w.take(1)
		return ok
	case thriftByte + 1, thriftByte + 2, thriftByte + 3: // int16, int32, int64
		_, ok := w.varint()
		return ok
	case thriftDouble:
		_, ok := w.take(8)
		return ok
	case thriftBinary:
		n, ok := w.varint()
		if ok && n <= uint64(len(w.rest)) {
			_, ok = w.take(int(n))
			return ok
		}
	case thriftList, thriftSet:
		return w.list(depth)
	case thriftMap:
		n, ok := w.varint()
		return ok && n == 0 // Parquet has no maps
	case thriftStruct:
		return w.structure(depth + 1)
	}
	return false
}

func (w *thriftWalker) list(depth int) bool {
	head, ok := w.take(1)
	if !ok {
		return false
	}
	n := uint64(head[0] >> 4)
	if n == 15 {
		if n, ok = w.varint(); !ok {
			return false
		}
	}
	if n > uint64(len(w.rest)) {
		return false
	}
	for range n {
		if !w.value(head[0]&15, depth+1) {
			return false
		}
	}
	return true
}

func (w *thriftWalker) take(n int) (b []byte, ok bool) {
	if n > len(w.rest) {
		return nil, false
	}
	b, w.rest = w.rest[:n], w.rest[n:]
	return b, true
}

func (w *thriftWalker) varint() (v uint64, ok bool) {
	v, n := binary.Uvarint(w.rest)
	if n <= 0 {
		return 0, false
	}
	w.rest = w.rest[n:]
	return v, true
}
