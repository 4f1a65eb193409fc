package cl

import (
	"bytes"
	"fmt"
	"unsafe"
)

// info reads the properties of one object by its clGet...Info function. The first failure stays in err, and later
// reads return zeros, so that a caller checks once.
type info struct {
	call, on string
	ask      func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32
	err      error
}

// fail records the first failure, with the property's number in cl.h, and reports whether any read failed.
func (i *info) fail(param uint32, status int32) bool {
	if status != 0 && i.err == nil {
		i.err = fail(i.call, fmt.Sprintf("%s property %#x", i.on, param), status)
	}
	return i.err != nil
}

// bytes reads a property of any length: first its size, then its value.
func (i *info) bytes(param uint32) []byte {
	var size uintptr
	if i.err != nil || i.fail(param, i.ask(param, 0, nil, &size)) || size == 0 {
		return nil
	}
	value := make([]byte, size)
	if i.fail(param, i.ask(param, size, unsafe.Pointer(&value[0]), nil)) {
		return nil
	}
	return value
}

// text reads a C string.
func (i *info) text(param uint32) string {
	text, _, _ := bytes.Cut(i.bytes(param), []byte{0})
	return string(bytes.TrimSpace(text))
}

// scalar reads a property whose C type has the size of T, which may be an array.
func scalar[T any](i *info, param uint32) (value T) {
	if i.err == nil {
		i.fail(param, i.ask(param, unsafe.Sizeof(value), unsafe.Pointer(&value), nil))
	}
	return value
}

// optional is scalar for properties that devices may lack: CL_INVALID_VALUE gives zero.
func optional[T any](i *info, param uint32) T {
	probe := info{call: i.call, on: i.on, ask: i.ask, err: i.err}
	value := scalar[T](&probe, param)
	if !isAny(probe.err, InvalidValue) {
		i.err = probe.err
	}
	return value
}

// created turns the pair that clCreate... functions return into an error.
func created(call, on string, id uintptr, status int32) error {
	if status == 0 && id == 0 {
		return fmt.Errorf("cl: %s %s: the driver returned neither an object nor an error", call, on)
	}
	return fail(call, on, status)
}
