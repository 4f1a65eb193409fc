package clrt

import (
	"errors"
	"log/slog"

	"flyby/internal/cl"
)

// Device is an open device: its queues, its memory and its programs. It belongs to
// one goroutine.
type Device struct {
	Name       string   // in errors
	identity   []string // names the device and its driver: a compiled program depends on them, beside its text
	MostGroups int      // work-groups that keep the device busy
	Log        *slog.Logger

	Context *cl.Context
	Queues  *Queues
	Memory  *Memory
	Pool    *Pool
	cache   *cache
}

// Setup holds the options of Open.
type Setup struct {
	Name         string   // of the device, in errors
	Identity     []string // names the device and its driver: a compiled program depends on them, beside its text
	MostGroups   int      // work-groups that keep the device busy
	SharesMemory bool     // the device has no memory but the host's
	MaxAlloc     uint64   // the most bytes of one buffer; 0: no bound
	CacheDir     string   // the user's cache directory; "": programs are not kept
	Log          *slog.Logger
}

// Open opens a device. A device that is returned beside an error must be closed,
// too.
func Open(dev cl.Device, s Setup) (*Device, error) {
	d := &Device{Name: s.Name, identity: s.Identity, MostGroups: s.MostGroups, Log: s.Log, cache: newCache(s.CacheDir, s.Log), Queues: &Queues{}}
	var err error
	if d.Context, err = dev.CreateContext(); err != nil {
		return d, err
	}
	d.Memory = &Memory{
		context: d.Context, queues: d.Queues, host: s.SharesMemory, maxAlloc: s.MaxAlloc, held: map[*cl.Buffer]int{},
	}
	d.Pool = newPool(d.Context)
	return d, d.Queues.open(d.Context)
}

// Close waits for all commands and releases the buffers, the queues and the context.
// Programs, and memory taken from the pool, must be released before.
func (d *Device) Close() error {
	if d == nil || d.Context == nil {
		return nil
	}
	var errs []error
	if d.Queues.queue != nil {
		errs = append(errs, d.Queues.Finish())
	}
	d.Memory.Keep = 0
	errs = append(errs, d.Memory.drain(0))
	for b := range d.Memory.held {
		errs = append(errs, d.Memory.Release(b))
	}
	return errors.Join(append(errs, d.Pool.close(), d.Queues.release(), d.Context.Release())...)
}
