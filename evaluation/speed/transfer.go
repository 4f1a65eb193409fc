package speed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"flyby/kernel/cl"
)

// link is a device's buffer and one in pinned host memory, to time transfers with.
type link struct {
	context      *cl.Context
	queue        *cl.Queue
	device, host *cl.Buffer
	pinned       []byte
}

// deviceRates measures transfers between pinned host memory and an OpenCL device.
func deviceRates(selector string, r *Rates) (err error) {
	l, err := openLink(selector, transferBytes)
	defer func() { err = errors.Join(err, l.close()) }()
	if err != nil {
		return err
	}
	var failed error
	timed := func(up, down int) float64 {
		return best(func() { failed = errors.Join(failed, l.exchange(up, down)) })
	}
	timed(transferBytes, transferBytes) // the driver allocates on first use
	r.Up = transferBytes / timed(transferBytes, 0)
	r.Down = transferBytes / timed(0, transferBytes)
	r.Latency = timed(HitBytes, HitBytes)
	return failed
}

// openLink opens the device of a selector opencl:N; what it returns must be closed even if it fails.
func openLink(selector string, size int) (l *link, err error) {
	l = &link{}
	lib, err := cl.Open()
	if err != nil {
		return l, err
	}
	all, err := lib.Devices()
	n, bad := strconv.Atoi(strings.TrimPrefix(selector, "opencl:"))
	if bad != nil || n >= len(all) {
		return l, fmt.Errorf("no device %q among %d: %w", selector, len(all), err)
	}
	if l.context, err = all[n].CreateContext(); err != nil {
		return l, err
	}
	if l.queue, err = l.context.CreateCommandQueue(0); err != nil {
		return l, err
	}
	if l.device, err = l.context.CreateBuffer("device", cl.ReadWrite, size); err != nil {
		return l, err
	}
	if l.host, err = l.context.CreateBuffer("host", cl.ReadWrite|cl.AllocHostPtr, size); err != nil {
		return l, err
	}
	l.pinned, err = l.queue.EnqueueMapBuffer(l.host, cl.Blocking, cl.MapRead|cl.MapWrite, 0, size, nil, nil)
	return l, err
}

// exchange writes some bytes to the device, then reads some from it.
func (l *link) exchange(up, down int) error {
	if up > 0 {
		if err := l.queue.EnqueueWriteBuffer(l.device, cl.Blocking, 0, l.pinned[:up], nil, nil); err != nil {
			return err
		}
	}
	if down > 0 {
		return l.queue.EnqueueReadBuffer(l.device, cl.Blocking, 0, l.pinned[:down], nil, nil)
	}
	return nil
}

// close gives everything back.
func (l *link) close() error {
	var errs []error
	if l.pinned != nil {
		errs = append(errs, l.queue.EnqueueUnmapMemObject(l.host, l.pinned, nil, nil), l.queue.Finish())
	}
	return errors.Join(append(errs, l.host.Release(), l.device.Release(), l.queue.Release(), l.context.Release())...)
}
