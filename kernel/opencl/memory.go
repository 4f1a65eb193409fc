package opencl

import (
	"bytes"
	"errors"
	"fmt"

	hostmemory "flyby/internal/memory"
	"flyby/kernel/cl"
)

// ErrMemory says that a device has no room for a buffer.
var ErrMemory = errors.New("out of device memory")

// memory makes the buffers of one device.
type memory struct {
	context  *cl.Context
	stream   *stream
	host     bool // the device has none but the host's
	maxAlloc uint64
	canary   int // bytes after every buffer that tests look at
	held     map[*cl.Buffer]struct{}
}

// buffer makes a buffer of size bytes; size 0 makes the smallest there is. The
// error wraps ErrMemory where there is no room.
func (m *memory) buffer(name string, size int) (*cl.Buffer, error) {
	size = max(size, 16)
	if m.maxAlloc > 0 && uint64(size) > m.maxAlloc {
		return nil, fmt.Errorf("opencl: buffer %q of %d bytes, %d at most: %w", name, size, m.maxAlloc, ErrMemory)
	}
	if m.host {
		if err := hostmemory.Need("bytes of buffer "+name, uint64(size)); err != nil {
			return nil, fmt.Errorf("opencl: %w: %w", ErrMemory, err)
		}
	}
	b, err := m.context.CreateBuffer(name, cl.ReadWrite, size+m.canary)
	if err == nil {
		err = m.touch(b)
	}
	if err != nil {
		if cl.IsAllocation(err) {
			err = fmt.Errorf("%w: %w", ErrMemory, err)
		}
		return nil, m.join(fmt.Errorf("opencl: buffer %q of %d bytes: %w", name, size, err), b)
	}
	m.held[b] = struct{}{}
	return b, nil
}

// touch makes the driver allocate a buffer now: many wait until its first use,
// where a failure would look like one of the search.
func (m *memory) touch(b *cl.Buffer) error {
	zero := []byte{0, 0, 0, 0}
	if err := m.stream.queue.EnqueueFillBuffer(b, zero, 0, 4, nil, nil); err != nil {
		return err
	}
	if m.canary > 0 { // written: NVIDIA's driver fails to fill past 2 GB
		tail := bytes.Repeat([]byte{canaryByte}, m.canary)
		if err := m.stream.queue.EnqueueWriteBuffer(b, cl.Blocking, b.Size()-m.canary, tail, nil, nil); err != nil {
			return err
		}
	}
	return m.stream.queue.Finish()
}

// canaryByte fills what lies past a buffer's end in tests.
const canaryByte = 0xa5

// release gives buffers back; nil ones are allowed.
func (m *memory) release(buffers ...*cl.Buffer) error {
	return m.join(nil, buffers...)
}

// join releases buffers and adds what went wrong to an error.
func (m *memory) join(err error, buffers ...*cl.Buffer) error {
	for _, b := range buffers {
		if b == nil {
			continue
		}
		delete(m.held, b)
		if failed := b.Release(); failed != nil && err == nil {
			err = failed
		}
	}
	return err
}

// array is a buffer that is kept between uses and made anew where it is too
// small.
type array struct {
	name   string
	buffer *cl.Buffer
	size   int
}

// ensure makes room for size bytes; what the array held is lost if it grows.
func (m *memory) ensure(a *array, size int) error {
	if a.buffer != nil && size <= a.size {
		return nil
	}
	if a.buffer != nil { // it grew before, and may again
		size += size / 2
	}
	return m.replace(a, size)
}

// replace makes an array of size bytes.
func (m *memory) replace(a *array, size int) error {
	if err := m.drop(a); err != nil {
		return err
	}
	b, err := m.buffer(a.name, size)
	if err != nil {
		return err
	}
	a.buffer, a.size = b, size
	return nil
}

// drop frees an array.
func (m *memory) drop(a *array) error {
	b := a.buffer
	a.buffer, a.size = nil, 0
	return m.release(b)
}

// releaseArrays frees arrays.
func (m *memory) releaseArrays(arrays ...*array) error {
	var errs []error
	for _, a := range arrays {
		errs = append(errs, m.drop(a))
	}
	return errors.Join(errs...)
}

// plane is an array of so many bytes an item, after so many at the start.
type plane struct {
	*array
	item, head int
}

// shrink makes arrays of n items, of half as many where the device refuses, and
// so on down to least. It returns the number of items there is room for.
func (m *memory) shrink(n, least int, planes ...plane) (int, error) {
	for {
		err := m.replaceAll(n, planes)
		if err == nil || !errors.Is(err, ErrMemory) || n <= least {
			return n, err
		}
		n = max(n/2, least)
	}
}

// replaceAll makes all arrays, or none.
func (m *memory) replaceAll(n int, planes []plane) error {
	for _, p := range planes {
		if err := m.replace(p.array, p.head+n*p.item); err != nil {
			for _, p := range planes {
				err = m.join(err, p.buffer)
				p.buffer, p.size = nil, 0
			}
			return err
		}
	}
	return nil
}
