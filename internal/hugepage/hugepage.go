// Package hugepage asks for large pages where much memory is about to be written:
// faulting in a gigabyte of small pages takes longer than filling it.
package hugepage

import "unsafe"

// least is the number of bytes that are worth a hint: an eighth of a large page,
// since columns are made several at a time.
const least = 1 << 18

// Advise says that all of a slice is about to be written for the first time. It is
// only a hint, and memory right beside the slice may get it, too.
func Advise[T ~uint8 | uint32 | uint64 | int64 | float64](s []T) {
	if n := len(s) * int(unsafe.Sizeof(*new(T))); n >= least {
		advise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), n))
	}
}
