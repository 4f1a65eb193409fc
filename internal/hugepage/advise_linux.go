package hugepage

import (
	"syscall"
	"unsafe"
)

// advise hands the whole large pages of memory to madvise(2).
func advise(memory []byte) {
	const size = 1 << 21
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % size
	whole := (uintptr(len(memory)) - skip) / size * size
	_ = syscall.Madvise(memory[skip:skip+whole], syscall.MADV_HUGEPAGE) // a hint: where it is refused pages stay small
}
