//go:build (linux || darwin || windows) && (amd64 || arm64)

package cl

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/ebitengine/purego"
)

// bind points every field of f at its function in the library.
func bind(f *functions, handle uintptr) error {
	fields := reflect.ValueOf(f).Elem()
	for i := range fields.NumField() {
		name := "cl" + fields.Type().Field(i).Name
		symbol, err := find(handle, name)
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
