//go:build (linux || darwin) && (amd64 || arm64)

package cl

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// libraryNames lists what to try, in order: the name that the loader's ABI fixes, then the one that only
// development packages install.
func libraryNames() []string {
	if runtime.GOOS == "darwin" {
		return []string{"/System/Library/Frameworks/OpenCL.framework/OpenCL"}
	}
	return []string{"libOpenCL.so.1", "libOpenCL.so"}
}

// load opens the first of names that the dynamic linker finds. The library stays open for the life of the process:
// drivers start threads, which closing it would leave without code.
func load(names []string) (handle uintptr, path string, err error) {
	var tried error
	for _, name := range names {
		handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err == nil {
			return handle, name, nil
		}
		tried = errors.Join(tried, err)
	}
	return 0, "", tried
}

// bind points every field of f at its function in the library.
func bind(f *functions, handle uintptr) error {
	fields := reflect.ValueOf(f).Elem()
	for i := range fields.NumField() {
		name := "cl" + fields.Type().Field(i).Name
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			return fmt.Errorf("%s is missing (OpenCL 1.2 is needed): %w", name, err)
		}
		purego.RegisterFunc(fields.Field(i).Addr().Interface(), symbol)
		bindHot(f, name, symbol)
	}
	return nil
}

// bindHot calls the functions of a search without reflection: RegisterFunc costs 350 ns and five allocations a
// call, SyscallN 85 ns and one, and a launch sets a dozen arguments.
func bindHot(f *functions, name string, symbol uintptr) {
	switch name {
	case "clSetKernelArg":
		f.SetKernelArg = func(kernel uintptr, index uint32, size uintptr, value unsafe.Pointer) int32 {
			status, _, _ := purego.SyscallN(symbol, kernel, uintptr(index), size, uintptr(value))
			return int32(status)
		}
	case "clEnqueueNDRangeKernel":
		f.EnqueueNDRangeKernel = func(queue, kernel uintptr, dim uint32, offset, global, local *uintptr, waits uint32, wait, event *uintptr) int32 {
			status, _, _ := purego.SyscallN(symbol, queue, kernel, uintptr(dim),
				uintptr(unsafe.Pointer(offset)), uintptr(unsafe.Pointer(global)), uintptr(unsafe.Pointer(local)),
				uintptr(waits), uintptr(unsafe.Pointer(wait)), uintptr(unsafe.Pointer(event)))
			return int32(status)
		}
	case "clEnqueueReadBuffer":
		f.EnqueueReadBuffer = transferCall(symbol)
	case "clEnqueueWriteBuffer":
		f.EnqueueWriteBuffer = transferCall(symbol)
	case "clFlush":
		f.Flush = handleCall(symbol)
	case "clFinish":
		f.Finish = handleCall(symbol)
	case "clReleaseEvent":
		f.ReleaseEvent = handleCall(symbol)
	}
}

// transferCall calls a function that copies between a buffer and the host.
func transferCall(symbol uintptr) func(queue, buffer uintptr, blocking uint32, offset, size uintptr, ptr unsafe.Pointer, waits uint32, wait, event *uintptr) int32 {
	return func(queue, buffer uintptr, blocking uint32, offset, size uintptr, ptr unsafe.Pointer, waits uint32, wait, event *uintptr) int32 {
		status, _, _ := purego.SyscallN(symbol, queue, buffer, uintptr(blocking), offset, size, uintptr(ptr),
			uintptr(waits), uintptr(unsafe.Pointer(wait)), uintptr(unsafe.Pointer(event)))
		return int32(status)
	}
}

// handleCall calls a function of one object.
func handleCall(symbol uintptr) func(object uintptr) int32 {
	return func(object uintptr) int32 {
		status, _, _ := purego.SyscallN(symbol, object)
		return int32(status)
	}
}
