package opencl

import (
	"errors"
	"log/slog"

	"flyby/kernel/cl"
)

// Device is an open device: its queues, its memory and its programs. It belongs to
// one goroutine.
type Device struct {
	name       string   // in errors
	identity   []string // what a compiled program depends on beside its text
	mostGroups int      // work-groups that keep the device busy
	log        *slog.Logger

	context *cl.Context
	stream  *stream
	memory  *memory
	pool    *pool
	cache   *cache
}

// Setup says how a device is opened.
type Setup struct {
	Name         string   // of the device, in errors
	Identity     []string // what a compiled program depends on beside its text
	MostGroups   int      // work-groups that keep the device busy
	SharesMemory bool     // the device has no memory but the host's
	MaxAlloc     uint64   // bytes of one buffer, at most; 0: no bound
	CacheDir     string   // the user's cache directory; "": programs are not kept
	Log          *slog.Logger
}

// OpenDevice opens a device. What it returns beside an error wants to be closed too.
func OpenDevice(dev cl.Device, s Setup) (*Device, error) {
	d := &Device{name: s.Name, identity: s.Identity, mostGroups: s.MostGroups, log: s.Log, cache: newCache(s.CacheDir, s.Log), stream: &stream{}}
	var err error
	if d.context, err = dev.CreateContext(); err != nil {
		return d, err
	}
	d.memory = &memory{
		context: d.context, stream: d.stream, host: s.SharesMemory, maxAlloc: s.MaxAlloc, held: map[*cl.Buffer]struct{}{},
	}
	d.pool = newPool(d.context)
	return d, d.stream.open(d.context)
}

// Close waits for all commands and releases the buffers, the queues and the context.
// Programs, and memory that was taken from the pool, are released before.
func (d *Device) Close() error {
	if d == nil || d.context == nil {
		return nil
	}
	var errs []error
	if d.stream.queue != nil {
		errs = append(errs, d.stream.finish())
	}
	for b := range d.memory.held {
		errs = append(errs, d.memory.release(b))
	}
	return errors.Join(append(errs, d.pool.close(), d.stream.release(), d.context.Release())...)
}
