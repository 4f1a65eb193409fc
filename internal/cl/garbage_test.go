package cl

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"
)

// oneContext returns a device with room for one context at a time, which fails with a status for a
// second one, and the number of contexts made.
func oneContext(status Status) (Device, *atomic.Int64) {
	var made, open atomic.Int64
	l := &Library{fn: functions{
		GetDeviceInfo: func(_ uintptr, param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
			if param == deviceMemBaseAddrAlign {
				return answer(uint32(1024))(0, param, size, value, sizeRet)
			}
			return texts("OpenCL 1.2 fake")(0, param, size, value, sizeRet)
		},
		CreateContext: func(_ *uintptr, _ uint32, _ *uintptr, _, _ unsafe.Pointer, failed *int32) uintptr {
			if open.Load() > 0 {
				*failed = int32(status)
				return 0
			}
			open.Add(1)
			return uintptr(made.Add(1))
		},
		ReleaseContext: func(uintptr) int32 { open.Add(-1); return 0 },
	}}
	return Device{lib: l, id: 1}, &made
}

// leave makes a context without a reference to it: it is released once the garbage is collected.
func leave(t *testing.T, d Device) {
	c, err := d.CreateContext()
	if err != nil {
		t.Fatal(err)
	}
	holder := &struct{ c *Context }{c}
	runtime.AddCleanup(holder, func(c *Context) { c.Release() }, c)
}

// TestCollecting: a context can be made where a garbage one has taken the room, and not where a context
// in use has.
func TestCollecting(t *testing.T) {
	for _, status := range []Status{OutOfHostMemory, OutOfResources, MemObjectAllocationFailure} {
		d, made := oneContext(status)
		leave(t, d)
		var second *Context
		create := func() (err error) {
			second, err = d.CreateContext()
			return err
		}
		if err := Collecting(create); err != nil || made.Load() != 2 {
			t.Fatalf("%v, %d contexts made", err, made.Load())
		}
		if err := Collecting(create); !errors.Is(err, status) || made.Load() != 2 {
			t.Errorf("%v though the room is taken, %d contexts made", err, made.Load())
		}
		runtime.KeepAlive(second)
	}
}

// TestCollectingTriesOnce: other errors are returned without a second try.
func TestCollectingTriesOnce(t *testing.T) {
	for _, want := range []error{nil, Status(-2), ErrReleased} {
		tries := 0
		if err := Collecting(func() error { tries++; return want }); err != want || tries != 1 {
			t.Errorf("%v after %d tries, want %v", err, tries, want)
		}
	}
}
