package enginetest

import (
	"errors"
	"fmt"

	"flyby/internal/cl"
	"flyby/internal/selector"
	"flyby/kernel/opencl"
)

// Link is a buffer of an OpenCL device and one of the same size in pinned host memory, to time transfers with,
// and a kernel that does nothing.
type Link struct {
	context      *cl.Context
	queue        *cl.Queue
	device, host *cl.Buffer
	program      *cl.Program
	kernel       *cl.Kernel
	pinned       []byte
}

// emptyText is a kernel that does nothing and that no compiler can remove.
const emptyText = `__kernel void empty(__global uint *bytes) { if (get_global_id(0) == 0xffffffff) bytes[0] = 0; }`

// OpenLink opens the device of a selector opencl:N with buffers of a size in bytes. The Link must be closed even
// beside an error.
func OpenLink(selector string, size int) (l *Link, err error) {
	l = &Link{}
	if err := l.open(selector); err != nil {
		return l, err
	}
	if l.device, err = l.context.CreateBuffer("device", cl.ReadWrite, size); err != nil {
		return l, err
	}
	if err := l.build(); err != nil {
		return l, err
	}
	if l.host, err = l.context.CreateBuffer("host", cl.ReadWrite|cl.AllocHostPtr, size); err != nil {
		return l, err
	}
	l.pinned, err = l.queue.EnqueueMapBuffer(l.host, cl.Blocking, cl.MapRead|cl.MapWrite, 0, size, nil, nil)
	return l, err
}

// open finds the device and makes a queue on it.
func (l *Link) open(name string) error {
	lib, err := cl.Open()
	if err != nil {
		return err
	}
	all, err := lib.Devices()
	s, bad := selector.Parse(name, opencl.Name)
	n := s.Which
	if bad != nil || n < 0 || n >= len(all) {
		return errors.Join(fmt.Errorf("no device %q among %d", name, len(all)), err)
	}
	if l.context, err = all[n].CreateContext(); err != nil {
		return err
	}
	l.queue, err = l.context.CreateCommandQueue(0)
	return err
}

// build makes the kernel, with the device's buffer as its argument.
func (l *Link) build() (err error) {
	if l.program, err = l.context.CreateProgramWithSource("empty", emptyText); err != nil {
		return err
	}
	if err := l.program.BuildProgram(""); err != nil {
		return err
	}
	if l.kernel, err = l.program.CreateKernel("empty"); err != nil {
		return err
	}
	return l.kernel.SetKernelArgs(cl.Mem(l.device))
}

// Fill copies columns to the beginning of the pinned memory, one behind the other, as far as it reaches.
func (l *Link) Fill(columns ...[]float64) {
	to := l.pinned
	for _, column := range columns {
		to = to[copy(to, cl.Bytes(column)):]
	}
}

// Exchange writes the first up bytes to the device, then reads the first down bytes from it. It waits for each.
func (l *Link) Exchange(up, down int) error {
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

// Bare does the transfers of a search without comparing or ordering anything: it writes the first up bytes to the
// device, launches the kernel that does nothing, reads the first down bytes, and waits for all of it.
func (l *Link) Bare(up, down int) error {
	if err := l.queue.EnqueueWriteBuffer(l.device, cl.NonBlocking, 0, l.pinned[:up], nil, nil); err != nil {
		return err
	}
	if err := l.queue.EnqueueNDRangeKernel(l.kernel, []int{1}, nil, nil, nil); err != nil {
		return err
	}
	if down > 0 {
		if err := l.queue.EnqueueReadBuffer(l.device, cl.NonBlocking, 0, l.pinned[:down], nil, nil); err != nil {
			return err
		}
	}
	return l.queue.Finish()
}

// Close releases everything.
func (l *Link) Close() error {
	var errs []error
	if l.pinned != nil {
		errs = append(errs, l.queue.EnqueueUnmapMemObject(l.host, l.pinned, nil, nil), l.queue.Finish())
	}
	return errors.Join(append(errs, l.kernel.Release(), l.program.Release(), l.host.Release(), l.device.Release(),
		l.queue.Release(), l.context.Release())...)
}
