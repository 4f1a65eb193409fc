package cl

import (
	"fmt"
	"unsafe"
)

// Mode determines when the call of a transfer returns.
type Mode uint32

// The modes of a transfer. After NonBlocking, host memory belongs to the command until it is complete: see the
// package's notes on Go memory.
const (
	NonBlocking Mode = 0 // at once
	Blocking    Mode = 1 // when the transfer is complete
)

// MapFlags is the host's use of mapped memory.
type MapFlags uint64

// The uses of mapped memory.
const (
	MapRead            MapFlags = 1 << 0
	MapWrite           MapFlags = 1 << 1
	MapWriteInvalidate MapFlags = 1 << 2 // MapWrite without the old contents, which are not copied to the host
)

// EnqueueWriteBuffer copies src to b from byte offset on. src must not be empty. Like all Enqueue methods it waits for
// the events in wait first, which may be nil, and fills event unless that is nil.
func (q *Queue) EnqueueWriteBuffer(b *Buffer, m Mode, offset int, src []byte, wait []*Event, event *Event) error {
	c, err := q.transfer("EnqueueWriteBuffer", b, offset, len(src), wait, event)
	if err != nil {
		return err
	}
	status := q.lib.fn.EnqueueWriteBuffer(q.id, b.id, uint32(m), uintptr(offset), uintptr(len(src)),
		unsafe.Pointer(&src[0]), c.waits, c.wait, c.out)
	return c.endOn(b, offset, len(src), status)
}

// EnqueueReadBuffer copies len(dst) bytes of b from byte offset on to dst, which must not be empty.
func (q *Queue) EnqueueReadBuffer(b *Buffer, m Mode, offset int, dst []byte, wait []*Event, event *Event) error {
	c, err := q.transfer("EnqueueReadBuffer", b, offset, len(dst), wait, event)
	if err != nil {
		return err
	}
	status := q.lib.fn.EnqueueReadBuffer(q.id, b.id, uint32(m), uintptr(offset), uintptr(len(dst)),
		unsafe.Pointer(&dst[0]), c.waits, c.wait, c.out)
	return c.endOn(b, offset, len(dst), status)
}

// EnqueueFillBuffer repeats pattern over size bytes of b from byte offset on. The pattern's length is 1, 2, 4, ... or
// 128 bytes, and offset and size are multiples of it. pattern may be reused at once.
func (q *Queue) EnqueueFillBuffer(b *Buffer, pattern []byte, offset, size int, wait []*Event, event *Event) error {
	const call = "EnqueueFillBuffer"
	c, err := q.transfer(call, b, offset, size, wait, event)
	if err != nil {
		return err
	}
	if len(pattern) == 0 {
		return &Error{Call: call, On: b.span(offset, size) + " with an empty pattern", Status: InvalidValue}
	}
	status := q.lib.fn.EnqueueFillBuffer(q.id, b.id, unsafe.Pointer(&pattern[0]), uintptr(len(pattern)),
		uintptr(offset), uintptr(size), c.waits, c.wait, c.out)
	return c.endOn(b, offset, size, status)
}

// EnqueueCopyBuffer copies size bytes of src to dst. Within one buffer the two ranges must not overlap.
func (q *Queue) EnqueueCopyBuffer(src, dst *Buffer, srcOffset, dstOffset, size int, wait []*Event, event *Event) error {
	const call = "EnqueueCopyBuffer"
	if err := src.check(call, srcOffset, size); err != nil {
		return err
	}
	c, err := q.transfer(call, dst, dstOffset, size, wait, event)
	if err != nil {
		return err
	}
	status := q.lib.fn.EnqueueCopyBuffer(q.id, src.id, dst.id, uintptr(srcOffset), uintptr(dstOffset), uintptr(size),
		c.waits, c.wait, c.out)
	if status != 0 {
		return c.end(fmt.Sprintf("%s to %s", src.span(srcOffset, size), dst.span(dstOffset, size)), status)
	}
	return c.end(dst.on, 0)
}

// EnqueueMapBuffer makes bytes [offset, offset+size) of b readable or writable by the host, in memory that OpenCL
// owns. After NonBlocking the memory may be touched only once event is complete. EnqueueUnmapMemObject ends its use.
func (q *Queue) EnqueueMapBuffer(b *Buffer, m Mode, f MapFlags, offset, size int, wait []*Event, event *Event) ([]byte, error) {
	c, err := q.transfer("EnqueueMapBuffer", b, offset, size, wait, event)
	if err != nil {
		return nil, err
	}
	var status int32
	p := q.lib.fn.EnqueueMapBuffer(q.id, b.id, uint32(m), uint64(f), uintptr(offset), uintptr(size),
		c.waits, c.wait, c.out, &status)
	if err := c.endOn(b, offset, size, status); err != nil {
		return nil, err
	}
	if p == nil {
		return nil, &Error{Call: c.call, On: b.span(offset, size), Status: MapFailure}
	}
	return unsafe.Slice((*byte)(p), size), nil
}

// EnqueueUnmapMemObject ends the mapping of memory, and the device gets the bytes that the host wrote. mapped is the
// slice that EnqueueMapBuffer returned for b, or any slice with the same start; it must not be touched afterwards.
func (q *Queue) EnqueueUnmapMemObject(b *Buffer, mapped []byte, wait []*Event, event *Event) error {
	const call = "EnqueueUnmapMemObject"
	c, err := q.command(call, wait, event)
	if err != nil {
		return err
	}
	if err := b.usable(call); err != nil {
		return err
	}
	status := q.lib.fn.EnqueueUnmapMemObject(q.id, b.id, unsafe.Pointer(unsafe.SliceData(mapped)), c.waits, c.wait, c.out)
	return c.end(b.on, status)
}

// transfer is command for a transfer, and checks the range of the buffer.
func (q *Queue) transfer(call string, b *Buffer, offset, size int, wait []*Event, event *Event) (command, error) {
	if err := b.check(call, offset, size); err != nil {
		return command{}, err
	}
	return q.command(call, wait, event)
}

// endOn is end with the range in the error's text; events only know the buffer, so that success allocates nothing.
func (c *command) endOn(b *Buffer, offset, size int, status int32) error {
	if status != 0 {
		return c.end(b.span(offset, size), status)
	}
	return c.end(b.on, 0)
}
