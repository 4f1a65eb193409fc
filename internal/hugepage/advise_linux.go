package hugepage

import (
	"syscall"
	"unsafe"
)

// advise hands all large pages that overlap memory to madvise(2), the pages at its
// ends, too: consecutive columns meet there, and pages that stay small can take as
// long as all others.
func advise(memory []byte) {
	const size = 1 << 21
	first := uintptr(unsafe.Pointer(unsafe.SliceData(memory))) / size * size
	end := uintptr(unsafe.Pointer(unsafe.SliceData(memory))) + uintptr(len(memory))
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, first, (end-first+size-1)/size*size, syscall.MADV_HUGEPAGE) // a hint: where it is refused pages stay small
}
