//go:build linux && (amd64 || arm64)

package cl

import (
	"math"
	"runtime"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Flags of clone(2), and of dlopen(3) that finds libraries which are loaded already.
const (
	cloneMemory = 0x100
	cloneFiles  = 0x400
	onlyLoaded  = 0x4
)

const (
	// detachedSleep is how long the process that Detach makes outlasts the call, in microseconds. The caller has ended well before.
	detachedSleep = 50_000
	detachedStack = 1 << 15
	signalWords   = 16 // of the C library's set of signals
	allSignals    = 2  // SIG_SETMASK
)

// Detach is called last in a process, in place of waiting for the kernel to give back what a driver and the data hold: on an NVIDIA H200 it takes 0.1 s for 10^7 segments, 0.3 s for
// 10^8. Where an OpenCL library is loaded Detach makes another process that shares memory and open files with this one, and so holds them until this one has ended, and gives them back by ending,
// too. It reports whether it did. Afterwards the caller closes streams that others read to their end, and exits; its exit status is its own. Contexts must be released before:
// a device that takes one process at a time is then free for the next.
func Detach() bool {
	if !isLoaded() {
		return false
	}
	clone, failed := libcFunction("clone")
	sleep, noSleep := libcFunction("usleep")
	mask, noMask := libcFunction("pthread_sigmask")
	if failed != nil || noSleep != nil || noMask != nil {
		return false
	}
	runtime.LockOSThread() // whose signals are blocked, for the other process to have them blocked: handlers are of this one
	var signals [signalWords]uint64
	for i := range signals {
		signals[i] = math.MaxUint64
	}
	purego.SyscallN(mask, allSignals, uintptr(unsafe.Pointer(&signals)), 0)
	stack, err := syscall.Mmap(-1, 0, detachedStack, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON) // which no garbage collection frees
	if err != nil {
		return false
	}
	id, _, _ := purego.SyscallN(clone, sleep, uintptr(unsafe.Pointer(unsafe.SliceData(stack)))+detachedStack, cloneMemory|cloneFiles, detachedSleep)
	return int32(id) > 0
}

// isLoaded reports whether an OpenCL library is loaded.
func isLoaded() bool {
	for _, name := range libraryNames() {
		if _, err := purego.Dlopen(name, onlyLoaded|purego.RTLD_NOW); err == nil {
			return true
		}
	}
	return false
}

// libcFunction returns a function of the C library, which is loaded in every process that can load others.
func libcFunction(name string) (uintptr, error) { return purego.Dlsym(purego.RTLD_DEFAULT, name) }
