package cl

import (
	"fmt"
	"unsafe"
)

// Buffer is memory of the device.
type Buffer struct {
	handle
	context *Context
	name    string
	size    int
}

// MemFlags is a set of options of a buffer.
type MemFlags uint64

// The options of a buffer: the first three give the access of kernels, at most one of them; the last three the access
// of the host, again at most one.
const (
	ReadWrite     MemFlags = 1 << 0
	WriteOnly     MemFlags = 1 << 1
	ReadOnly      MemFlags = 1 << 2
	AllocHostPtr  MemFlags = 1 << 4 // in memory that the host can map, pinned on GPUs
	HostWriteOnly MemFlags = 1 << 7
	HostReadOnly  MemFlags = 1 << 8
	HostNoAccess  MemFlags = 1 << 9
)

const createTypeRegion = 0x1220

// CreateBuffer makes a buffer of size bytes, size > 0, whose contents are undefined. name appears in errors. Drivers
// may defer the allocation, and its failure, to the first command that uses the buffer.
func (c *Context) CreateBuffer(name string, flags MemFlags, size int) (*Buffer, error) {
	const call = "CreateBuffer"
	if err := c.usable(call); err != nil {
		return nil, err
	}
	on := fmt.Sprintf("buffer %q", name)
	sized := fmt.Sprintf("%s of %d bytes on %q", on, size, c.name)
	if size <= 0 {
		return nil, &Error{Call: call, On: sized, Status: InvalidValue}
	}
	var status int32
	id := c.lib.fn.CreateBuffer(c.id, uint64(flags), uintptr(size), nil, &status)
	if err := created(call, sized, id, status); err != nil {
		return nil, err
	}
	return &Buffer{newHandle(c.lib, id, on), c, name, size}, nil
}

// CreateSubBuffer makes a buffer of bytes [offset, offset+size) of b, which must not be a sub-buffer itself. offset
// must be a multiple of DeviceInfo.MemBaseAddrAlign bits. OpenCL keeps b's memory until the sub-buffer is released.
func (b *Buffer) CreateSubBuffer(name string, flags MemFlags, offset, size int) (*Buffer, error) {
	const call = "CreateSubBuffer"
	if err := b.check(call, offset, size); err != nil {
		return nil, err
	}
	on := fmt.Sprintf("buffer %q", name)
	if offset%b.context.align != 0 { // NVIDIA's driver lets it pass
		return nil, &Error{Call: call, On: on + " of " + b.span(offset, size), Status: MisalignedSubBufferOffset}
	}
	region := struct{ origin, size uintptr }{uintptr(offset), uintptr(size)} // cl_buffer_region
	var status int32
	id := b.lib.fn.CreateSubBuffer(b.id, uint64(flags), createTypeRegion, unsafe.Pointer(&region), &status)
	if err := created(call, on+" of "+b.span(offset, size), id, status); err != nil {
		return nil, err
	}
	return &Buffer{newHandle(b.lib, id, on), b.context, name, size}, nil
}

// Name is the name given to CreateBuffer or CreateSubBuffer.
func (b *Buffer) Name() string { return b.name }

// Size is the buffer's size in bytes.
func (b *Buffer) Size() int { return b.size }

// Release releases the buffer once the commands that use it are complete; nil is allowed.
func (b *Buffer) Release() error {
	if b == nil {
		return nil
	}
	return b.release("ReleaseMemObject", b.lib.fn.ReleaseMemObject)
}

// check refuses released buffers and ranges that are empty or leave the buffer. OpenCL would refuse them too, but
// drivers differ on empty ones, and a negative number would reach them as a huge one.
func (b *Buffer) check(call string, offset, size int) error {
	if err := b.usable(call); err != nil {
		return err
	}
	if offset < 0 || size <= 0 || size > b.size || offset > b.size-size {
		return &Error{Call: call, On: fmt.Sprintf("%s, which has %d bytes", b.span(offset, size), b.size), Status: InvalidValue}
	}
	return nil
}

// span names a range of the buffer.
func (b *Buffer) span(offset, size int) string {
	return fmt.Sprintf("%s bytes [%d, %d)", b.on, offset, offset+size)
}
