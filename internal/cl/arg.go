package cl

import (
	"fmt"
	"math"
	"unsafe"
)

// Arg is the value of one kernel parameter, made by Mem, Local, Struct or the function named after its type.
type Arg struct {
	kind  argKind
	size  uintptr
	value uint64
	mem   *Buffer
	at    unsafe.Pointer
}

// argKind is the kind of an argument: it determines the place of the value.
type argKind uint8

const (
	argValue argKind = iota
	argMem
	argLocal
	argStruct
)

// Mem is a __global or __constant pointer; nil gives a null pointer.
func Mem(b *Buffer) Arg { return Arg{kind: argMem, size: unsafe.Sizeof(uintptr(0)), mem: b} }

// Local is a __local pointer to size bytes for each work-group.
func Local(size int) Arg { return Arg{kind: argLocal, size: uintptr(max(size, 0))} }

// Struct is a struct by value, of size bytes at p, which are read when the parameter is set. Its fields must have the
// layout of OpenCL C: each at a multiple of its size.
func Struct(p unsafe.Pointer, size uintptr) Arg { return Arg{kind: argStruct, size: size, at: p} }

// Int32 is an int.
func Int32(v int32) Arg { return Uint32(uint32(v)) }

// Uint32 is a uint.
func Uint32(v uint32) Arg { return Arg{size: 4, value: uint64(v)} }

// Int64 is a long.
func Int64(v int64) Arg { return Uint64(uint64(v)) }

// Uint64 is a ulong.
func Uint64(v uint64) Arg { return Arg{size: 8, value: v} }

// Float32 is a float.
func Float32(v float32) Arg { return Uint32(math.Float32bits(v)) }

// Float64 is a double.
func Float64(v float64) Arg { return Uint64(math.Float64bits(v)) }

// SetKernelArg sets parameter i, counted from 0, for the next launches. OpenCL checks sizes and never types: an int
// passed for a float is no error. The buffer must not be released before the last launch that uses it is enqueued.
func (k *Kernel) SetKernelArg(i int, a Arg) error {
	const call = "SetKernelArg"
	if err := k.usable(call); err != nil {
		return err
	}
	pointer, err := k.store(call, a)
	if err != nil {
		return err
	}
	status := k.lib.fn.SetKernelArg(k.id, uint32(i), a.size, pointer)
	if status != 0 {
		return fail(call, fmt.Sprintf("%s parameter %d of %d = %v", k.on, i, k.args, a), status)
	}
	return nil
}

// SetKernelArgs sets all parameters, in the kernel's order.
func (k *Kernel) SetKernelArgs(args ...Arg) error {
	if len(args) != k.args {
		return &Error{"SetKernelArg", fmt.Sprintf("%s has %d parameters, not %d", k.on, k.args, len(args)), InvalidKernelArgs}
	}
	for i, a := range args {
		if err := k.SetKernelArg(i, a); err != nil {
			return err
		}
	}
	return nil
}

// store copies a's value into the kernel for C to read: a local variable would be allocated for each call.
func (k *Kernel) store(call string, a Arg) (unsafe.Pointer, error) {
	k.value = a.value
	switch {
	case a.kind == argLocal:
		return nil, nil
	case a.kind == argStruct:
		return a.at, nil
	case a.kind == argMem && a.mem != nil:
		k.value = uint64(a.mem.id)
		if err := a.mem.usable(call + " of " + k.on); err != nil {
			return nil, err
		}
	case a.size == 4:
		*(*uint32)(unsafe.Pointer(&k.value)) = uint32(a.value)
	}
	return unsafe.Pointer(&k.value), nil
}

// String names the argument in errors.
func (a Arg) String() string {
	switch {
	case a.kind == argMem && a.mem == nil:
		return "null"
	case a.kind == argMem:
		return a.mem.on
	case a.kind == argLocal:
		return fmt.Sprintf("%d bytes of local memory", a.size)
	case a.kind == argStruct:
		return fmt.Sprintf("a struct of %d bytes", a.size)
	}
	return fmt.Sprintf("%#x (%d bytes)", a.value, a.size)
}
