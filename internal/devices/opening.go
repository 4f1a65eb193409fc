package devices

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"flyby/internal/selector"
	"flyby/internal/trial"
	"flyby/kernel"
)

// errGivenUp is the error of a device that nobody needs any more.
var errGivenUp = errors.New("devices: open: given up")

// An Opening is the opening of the devices of a selector, beside other work. A provider of Through hands each device out once, as soon as it is open, to the first
// caller who opens it with as much memory. The caller of Begin closes the Opening. A nil Opening opens nothing.
type Opening[D driver] struct {
	begun   time.Time
	listed  chan struct{} // closed once err and devices are set
	err     error
	devices []*opened[D]
	givenUp atomic.Bool
}

// opened is a device of an Opening, and once it is open its driver.
type opened[D driver] struct {
	kernel.Device
	memory uint64
	taken  atomic.Bool
	done   chan struct{} // closed once driver and err are set
	driver D
	err    error
}

// OpensBeside reports whether the devices of a selector are opened whatever the data are, so that their opening may begin before these are read. "" means $FLYBY_DEVICE, or auto.
// The cores of the host are there at once.
func (p Providers) OpensBeside(text string) bool {
	s, _, err := p.resolve(text)
	return err == nil && !s.Auto() && s.Provider != selector.HostName
}

// Begin begins to open the devices of a selector, of auto the first GPU. prepare is called with each of them once it is open.
func Begin[D driver](p Providers, u Use[D], text string, o kernel.OpenOptions, prepare func(D)) *Opening[D] {
	b := &Opening[D]{begun: time.Now(), listed: make(chan struct{})}
	go func() {
		o.Memory = b.list(p, u, text, o.Memory)
		for _, one := range b.devices {
			if one.err = errGivenUp; !b.givenUp.Load() {
				one.driver, one.err = u.openOne(p, one.Device, o)
			}
			if one.err == nil && !b.givenUp.Load() {
				prepare(one.driver)
			}
			close(one.done)
		}
	}()
	return b
}

// list looks for the devices, and returns the bytes of memory of each.
func (b *Opening[D]) list(p Providers, u Use[D], text string, memory uint64) uint64 {
	defer close(b.listed)
	s, _, err := p.resolve(text)
	auto := err == nil && s.Auto()
	if auto {
		s = oneGPU()
	}
	var picked []kernel.Device
	if err == nil {
		picked, err = u.pick(p, s)
	}
	memory /= max(uint64(len(picked)), 1)
	for _, d := range picked {
		b.devices = append(b.devices, &opened[D]{Device: d, memory: memory, done: make(chan struct{})})
	}
	if !auto {
		b.err = err
	}
	return memory
}

// Listed returns why the selector has no device, once that is known. It returns nil for auto, which needs no GPU, and where the context ends before.
func (b *Opening[D]) Listed(ctx context.Context) error {
	if b == nil {
		return nil
	}
	select {
	case <-b.listed:
		return b.err
	case <-ctx.Done():
		return nil
	}
}

// Take returns a device once it is open, or the error of its opening; ok is false where the device is not of the opening, or was taken.
func (b *Opening[D]) Take(d kernel.Device, o kernel.OpenOptions) (driver D, ok bool, err error) {
	<-b.listed
	for _, one := range b.devices {
		if one.Selector == d.Selector && one.memory == o.Memory && one.taken.CompareAndSwap(false, true) {
			<-one.done
			return one.driver, true, one.err
		}
	}
	return driver, false, nil
}

// pending reports whether a device that nobody has taken is not open yet.
func (b *Opening[D]) pending() bool {
	select {
	case <-b.listed:
	default:
		return true
	}
	for _, one := range b.devices {
		select {
		case <-one.done:
		default:
			return !one.taken.Load()
		}
	}
	return false
}

// Close has the devices closed that nobody took, each once it is open. It does not wait for that: no driver can be stopped while it opens a device.
func (b *Opening[D]) Close() {
	if b == nil || b.givenUp.Swap(true) {
		return
	}
	go func() {
		<-b.listed
		for _, one := range b.devices {
			if one.taken.CompareAndSwap(false, true) {
				if <-one.done; one.err == nil {
					one.driver.Close() //nolint:errcheck // nobody is left who could be told
				}
			}
		}
	}()
}

// waiting is a provider whose devices may be open already.
type waiting struct {
	kernel.Provider
	opening *Opening[kernel.Driver]
}

// Open takes the device from the opening, or opens it.
func (w waiting) Open(d kernel.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	if driver, ok, err := w.opening.Take(d, o); ok {
		return driver, err
	}
	return w.Provider.Open(d, o)
}

// Through returns providers that hand out the devices of an opening.
func Through(p Providers, b *Opening[kernel.Driver]) Providers {
	return p.Each(func(one kernel.Provider) kernel.Provider { return waiting{one, b} })
}

// Pending reports whether a provider of Through waits for a device, so that work without one is better done first.
func (p Providers) Pending() bool {
	return slices.ContainsFunc(p, func(one kernel.Provider) bool {
		w, ok := one.(waiting)
		return ok && w.opening.pending()
	})
}

// Begun returns how long ago a provider of Through began to open a device; ok is false where none did.
func (p Providers) Begun() (ago time.Duration, ok bool) {
	for _, one := range p {
		if w, ok := one.(waiting); ok {
			return time.Since(w.opening.begun), true
		}
	}
	return 0, false
}

// Each returns what a function makes of each provider that has other devices than the cores of the host, beside the remaining providers.
func (p Providers) Each(made func(kernel.Provider) kernel.Provider) (all Providers) {
	for _, one := range p {
		if _, settings := one.(trial.Provider); !settings && one.Name() != selector.HostName {
			one = made(one)
		}
		all = append(all, one)
	}
	return all
}
