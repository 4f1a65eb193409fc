package cl

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// Program is a set of kernels, as source or as the device's machine code.
type Program struct {
	handle
	context *Context
	label   string
}

const (
	programBinarySizes = 0x1165
	programBinaries    = 0x1166
	programBuildLog    = 0x1183
)

// CreateProgramWithSource takes OpenCL C source; BuildProgram compiles it. label appears in errors.
func (c *Context) CreateProgramWithSource(label, source string) (*Program, error) {
	const call = "CreateProgramWithSource"
	if err := c.usable(call); err != nil {
		return nil, err
	}
	text := unsafe.StringData(source)
	var pin runtime.Pinner // OpenCL gets a pointer to a pointer
	pin.Pin(text)
	defer pin.Unpin()
	length := uintptr(len(source))
	var status int32
	id := c.lib.fn.CreateProgramWithSource(c.id, 1, unsafe.Pointer(&text), &length, &status)
	return c.program(call, label, id, status)
}

// CreateProgramWithBinary takes a binary that GetProgramBinary returned on the same device and driver; others refuse it
// with [InvalidBinary]. BuildProgram is still needed.
func (c *Context) CreateProgramWithBinary(label string, binary []byte) (*Program, error) {
	const call = "CreateProgramWithBinary"
	if err := c.usable(call); err != nil {
		return nil, err
	}
	code := unsafe.SliceData(binary)
	var pin runtime.Pinner
	pin.Pin(code)
	defer pin.Unpin()
	length := uintptr(len(binary))
	var loaded, status int32
	id := c.lib.fn.CreateProgramWithBinary(c.id, 1, &c.device.id, &length, unsafe.Pointer(&code), &loaded, &status)
	if status == 0 && loaded != 0 {
		return nil, errors.Join(fail(call, fmt.Sprintf("program %q", label), loaded),
			fail("ReleaseProgram", "", c.lib.fn.ReleaseProgram(id)))
	}
	return c.program(call, label, id, status)
}

// program returns a new program, or the error of the call that created it.
func (c *Context) program(call, label string, id uintptr, status int32) (*Program, error) {
	on := fmt.Sprintf("program %q", label)
	if err := created(call, on, id, status); err != nil {
		return nil, err
	}
	return &Program{newHandle(c.lib, id, on), c, label}, nil
}

// BuildProgram compiles and links the program with the compiler's options ("-D WG=64"), and returns when it is built. A
// failure is a [*BuildError] with the build log.
func (p *Program) BuildProgram(options string) error {
	const call = "BuildProgram"
	if err := p.usable(call); err != nil {
		return err
	}
	err := fail(call, p.on, p.lib.fn.BuildProgram(p.id, 1, &p.context.device.id, options, nil, nil))
	if err == nil {
		return nil
	}
	log, unread := p.GetProgramBuildLog()
	return &BuildError{p.label, p.context.name, options, log, errors.Join(err, unread)}
}

// GetProgramBuildLog returns the compiler's messages; after a successful build these are warnings.
func (p *Program) GetProgramBuildLog() (string, error) {
	const call = "GetProgramBuildInfo"
	if err := p.usable(call); err != nil {
		return "", err
	}
	i := info{call: call, on: p.on, ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return p.lib.fn.GetProgramBuildInfo(p.id, p.context.device.id, param, size, value, sizeRet)
	}}
	return i.text(programBuildLog), i.err
}

// GetProgramBinary returns the built program in the form that CreateProgramWithBinary takes.
func (p *Program) GetProgramBinary() ([]byte, error) {
	const call = "GetProgramInfo"
	if err := p.usable(call); err != nil {
		return nil, err
	}
	i := info{call: call, on: p.on, ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return p.lib.fn.GetProgramInfo(p.id, param, size, value, sizeRet)
	}}
	size := scalar[uintptr](&i, programBinarySizes)
	if i.err != nil || size == 0 {
		return nil, errors.Join(i.err, fail(call, p.on+" has no binary", int32(InvalidBinary)))
	}
	binary := make([]byte, size)
	code := &binary[0]
	var pin runtime.Pinner // OpenCL gets a pointer to a pointer
	pin.Pin(code)
	defer pin.Unpin()
	i.fail(programBinaries, i.ask(programBinaries, unsafe.Sizeof(code), unsafe.Pointer(&code), nil))
	return binary, i.err
}

// Release releases the program; its kernels stay usable. nil is allowed.
func (p *Program) Release() error {
	if p == nil {
		return nil
	}
	return p.release("ReleaseProgram", p.lib.fn.ReleaseProgram)
}
