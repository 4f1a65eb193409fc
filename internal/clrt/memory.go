package clrt

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"flyby/internal/cl"
	hostmemory "flyby/internal/memory"
)

// ErrMemory says that a device has no room for a buffer.
var ErrMemory = errors.New("out of device memory")

// Memory makes the buffers of one device.
type Memory struct {
	context  *cl.Context
	queues   *Queues
	host     bool // the device has only the host's memory
	maxAlloc uint64
	Canary   int                // bytes after every buffer that Overrun checks, for tests
	held     map[*cl.Buffer]int // all buffers, each with its canary
	Keep     int                // bytes of released buffers that are kept for later ones, at most; an NVIDIA H200 takes 0.2 ms for a new one
	spare    []*cl.Buffer       // released buffers that are kept, the latest last
}

// Buffer makes a buffer of size bytes; size 0 makes the smallest there is. The
// error wraps ErrMemory where there is no room.
func (m *Memory) Buffer(name string, size int) (*cl.Buffer, error) {
	size = max(size, 16)
	if m.maxAlloc > 0 && uint64(size) > m.maxAlloc {
		return nil, fmt.Errorf("opencl: buffer %q of %d bytes, %d at most: %w", name, size, m.maxAlloc, ErrMemory)
	}
	if m.host {
		if err := hostmemory.Need("bytes of buffer "+name, uint64(size)); err != nil {
			return nil, fmt.Errorf("opencl: %w: %w", ErrMemory, err)
		}
	}
	if b := m.reuse(size); b != nil {
		m.held[b] = 0
		return b, nil
	}
	b, err := m.create(name, size)
	if err != nil && len(m.spare) > 0 {
		if err = m.drain(0); err == nil {
			b, err = m.create(name, size)
		}
	}
	if err != nil {
		if cl.IsAllocation(err) {
			err = fmt.Errorf("%w: %w", ErrMemory, err)
		}
		return nil, fmt.Errorf("opencl: buffer %q of %d bytes: %w", name, size, err)
	}
	m.held[b] = m.Canary
	return b, nil
}

// create makes a buffer that the driver has allocated.
func (m *Memory) create(name string, size int) (*cl.Buffer, error) {
	b, err := m.context.CreateBuffer(name, cl.ReadWrite, size+m.Canary)
	if err == nil {
		err = m.touch(b)
	}
	if err != nil {
		return nil, errors.Join(err, b.Release())
	}
	return b, nil
}

// reuse takes a spare buffer of size bytes, or up to a quarter more; nil if no spare buffer fits. The buffer keeps the name of its first use.
func (m *Memory) reuse(size int) *cl.Buffer {
	if m.Canary > 0 {
		return nil
	}
	for i := len(m.spare) - 1; i >= 0; i-- {
		if b := m.spare[i]; b.Size() >= size && b.Size() <= size+size/4 {
			m.spare = slices.Delete(m.spare, i, i+1)
			return b
		}
	}
	return nil
}

// drain releases spare buffers, the oldest first, until they have most bytes together.
func (m *Memory) drain(most int) (err error) {
	bytes := 0
	for _, b := range m.spare {
		bytes += b.Size()
	}
	for ; bytes > most; m.spare = m.spare[1:] {
		bytes -= m.spare[0].Size()
		err = errors.Join(err, m.spare[0].Release())
	}
	return err
}

// touch makes the driver allocate a buffer now: many allocate at the first use,
// where a failure would look like a failure of the search.
func (m *Memory) touch(b *cl.Buffer) error {
	zero := []byte{0, 0, 0, 0}
	if err := m.queues.queue.EnqueueFillBuffer(b, zero, 0, 4, nil, nil); err != nil {
		return err
	}
	if m.Canary > 0 { // written: NVIDIA's driver fails to fill past 2 GB
		tail := bytes.Repeat([]byte{canaryByte}, m.Canary)
		if err := m.queues.queue.EnqueueWriteBuffer(b, cl.Blocking, b.Size()-m.Canary, tail, nil, nil); err != nil {
			return err
		}
	}
	return m.queues.queue.Finish()
}

// canaryByte fills the memory past a buffer's end in tests.
const canaryByte = 0xa5

// Overrun reads the bytes past the end of every buffer and returns an error where some
// were written. Buffers made before Canary was set are left out.
func (m *Memory) Overrun() error {
	for b, canary := range m.held {
		if canary == 0 {
			continue
		}
		tail := make([]byte, canary)
		if err := ReadNow(m.queues, b, b.Size()-canary, tail); err != nil {
			return err
		}
		for i, v := range tail {
			if v != canaryByte {
				return fmt.Errorf("opencl: buffer %q: byte %d past its end was written", b.Name(), i)
			}
		}
	}
	return nil
}

// Count returns the number of buffers.
func (m *Memory) Count() int { return len(m.held) }

// Release gives buffers back; nil ones are allowed.
func (m *Memory) Release(buffers ...*cl.Buffer) error {
	return m.join(nil, buffers...)
}

// join releases buffers and adds their errors to an error.
func (m *Memory) join(err error, buffers ...*cl.Buffer) error {
	for _, b := range buffers {
		if b == nil {
			continue
		}
		if failed := m.release(b); failed != nil && err == nil {
			err = failed
		}
	}
	return err
}

// release keeps a buffer as a spare one, or gives it back.
func (m *Memory) release(b *cl.Buffer) error {
	canary, held := m.held[b]
	delete(m.held, b)
	if !held || canary > 0 || b.Size() > m.Keep {
		return b.Release()
	}
	m.spare = append(m.spare, b)
	return m.drain(m.Keep)
}

// Array is a buffer that is kept between uses and made anew where it is too
// small.
type Array struct {
	Name   string
	Buffer *cl.Buffer
	Size   int
}

// Ensure makes room for size bytes; the content of the array is lost if it grows.
func (m *Memory) Ensure(a *Array, size int) error {
	if a.Buffer != nil && size <= a.Size {
		return nil
	}
	if a.Buffer != nil { // it grew before, and may grow again
		size += size / 2
	}
	return m.replace(a, size)
}

// Fill makes room for words and enqueues a copy of them. They must stay as they are until
// Finish.
func (m *Memory) Fill(a *Array, words []uint32) error {
	if err := m.Ensure(a, 4*len(words)); err != nil {
		return err
	}
	return Write(m.queues, a.Buffer, 0, words)
}

// replace makes an array of size bytes.
func (m *Memory) replace(a *Array, size int) error {
	if err := m.Drop(a); err != nil {
		return err
	}
	b, err := m.Buffer(a.Name, size)
	if err != nil {
		return err
	}
	a.Buffer, a.Size = b, size
	return nil
}

// Drop frees an array.
func (m *Memory) Drop(a *Array) error {
	b := a.Buffer
	a.Buffer, a.Size = nil, 0
	return m.Release(b)
}

// ReleaseArrays frees arrays.
func (m *Memory) ReleaseArrays(arrays ...*Array) error {
	var errs []error
	for _, a := range arrays {
		errs = append(errs, m.Drop(a))
	}
	return errors.Join(errs...)
}

// Plane is an array of items, Item bytes each, after Head bytes at the start.
type Plane struct {
	*Array
	Item, Head int
}

// MinItems is the number of items that Shrink stops halving at, unless more are
// needed.
const MinItems = 1 << 10

// Shrink makes arrays of n items, of half as many where the device refuses, and so on down to least, or to
// MinItems if it is more. It returns the number of items that the arrays have room for.
func (m *Memory) Shrink(n, least int, planes ...Plane) (int, error) {
	least = max(least, min(n, MinItems))
	for {
		err := m.replaceAll(n, planes)
		if err == nil || !errors.Is(err, ErrMemory) || n <= least {
			return n, err
		}
		n = max(n/2, least)
	}
}

// replaceAll makes all arrays, or none.
func (m *Memory) replaceAll(n int, planes []Plane) error {
	for _, p := range planes {
		if err := m.replace(p.Array, p.Head+n*p.Item); err != nil {
			for _, p := range planes {
				err = m.join(err, p.Buffer)
				p.Buffer, p.Size = nil, 0
			}
			return err
		}
	}
	return nil
}
