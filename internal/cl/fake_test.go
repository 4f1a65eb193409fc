package cl

import (
	"errors"
	"strings"
	"testing"
	"unsafe"
)

// The tests in this file replace the driver's functions by Go functions, for failures that no driver has on demand.

// answer returns a clGet...Info function for one property of type T.
func answer[T any](v T) func(uintptr, uint32, uintptr, unsafe.Pointer, *uintptr) int32 {
	return func(_ uintptr, _ uint32, size uintptr, value unsafe.Pointer, _ *uintptr) int32 {
		if size != unsafe.Sizeof(v) {
			return int32(InvalidValue)
		}
		*(*T)(value) = v
		return 0
	}
}

// texts returns a clGet...Info function whose properties are all the string s.
func texts(s string) func(uintptr, uint32, uintptr, unsafe.Pointer, *uintptr) int32 {
	return func(_ uintptr, _ uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		if value == nil {
			*sizeRet = uintptr(len(s) + 1)
			return 0
		}
		copy(unsafe.Slice((*byte)(value), size), s+"\x00")
		return 0
	}
}

func TestWaitNamesTheFailedCommand(t *testing.T) {
	l := &Library{fn: functions{
		WaitForEvents: func(uint32, *uintptr) int32 { return int32(execStatusErrorInWaitList) },
		GetEventInfo:  answer(int32(OutOfResources)),
	}}
	e := &Event{newHandle(l, 1, `kernel "segdist"`), "EnqueueNDRangeKernel"}
	err := WaitForEvents(e)
	if !errors.Is(err, execStatusErrorInWaitList) || !IsAllocation(err) ||
		!strings.Contains(err.Error(), `EnqueueNDRangeKernel kernel "segdist": CL_OUT_OF_RESOURCES (-5)`) {
		t.Errorf("wait: %v", err)
	}
	if complete, err := e.GetEventInfo(); complete || !errors.Is(err, OutOfResources) {
		t.Errorf("failed command: complete %v, %v", complete, err)
	}
}

// platforms returns a library of two platforms, whose GetDeviceIDs return the statuses, or one device for 0.
func platforms(statuses ...int32) *Library {
	return &Library{fn: functions{
		GetPlatformIDs: func(n uint32, ids *uintptr, count *uint32) int32 {
			if count != nil {
				*count = uint32(len(statuses))
				return 0
			}
			for i := range unsafe.Slice(ids, n) {
				unsafe.Slice(ids, n)[i] = uintptr(i)
			}
			return 0
		},
		GetDeviceIDs: func(p uintptr, _ uint64, _ uint32, devices *uintptr, count *uint32) int32 {
			if count != nil {
				*count = 1
			}
			if devices != nil {
				*devices = 100 + p
			}
			return statuses[p]
		},
	}}
}

func TestDevicesOfSeveralPlatforms(t *testing.T) {
	for _, c := range []struct {
		name     string
		statuses []int32
		devices  int
		noDevice bool
		failed   bool
	}{
		{"no platform", nil, 0, true, true},
		{"no device", []int32{-1, -1}, 0, true, true},
		{"one without devices", []int32{-1, 0}, 1, false, false},
		{"both", []int32{0, 0}, 2, false, false},
		{"one broken", []int32{-6, 0}, 1, false, true},
		{"one broken, one without devices", []int32{-6, -1}, 0, false, true},
	} {
		devices, err := platforms(c.statuses...).Devices()
		if len(devices) != c.devices || IsNoDevice(err) != c.noDevice || (err != nil) != c.failed {
			t.Errorf("%s: %d devices, %v", c.name, len(devices), err)
		}
	}
}

// TestEmptyPlatforms: platforms without a device are named, and neither the others nor platforms that fail; the error is of the list of platforms, or of a name.
func TestEmptyPlatforms(t *testing.T) {
	for name, c := range map[string]struct {
		statuses []int32
		empty    int
		failed   bool
	}{
		"no platform": {nil, 0, true}, "no device": {[]int32{-1, -1}, 2, false}, "one without devices": {[]int32{0, -1}, 1, false}, "both": {[]int32{0, 0}, 0, false}, "one broken": {[]int32{-6, -1}, 1, false},
	} {
		l := platforms(c.statuses...)
		l.fn.GetPlatformInfo = texts("rusticl")
		empty, err := l.EmptyPlatforms()
		if len(empty) != c.empty || (err != nil) != c.failed || c.empty > 0 && empty[0].Name != "rusticl" {
			t.Errorf("%s: %+v, %v", name, empty, err)
		}
	}
	l := platforms(-1)
	l.fn.GetPlatformInfo = func(uintptr, uint32, uintptr, unsafe.Pointer, *uintptr) int32 { return -30 }
	if _, err := l.EmptyPlatforms(); err == nil {
		t.Error("a platform without a name is no error")
	}
}

func TestOldDeviceIsRefused(t *testing.T) {
	l := &Library{fn: functions{GetDeviceInfo: texts("OpenCL 1.1 old")}}
	_, err := Device{lib: l, id: 1}.CreateContext()
	if err == nil || !strings.Contains(err.Error(), `has "OpenCL 1.1 old", OpenCL 1.2 is needed`) {
		t.Errorf("CreateContext: %v", err)
	}
}

// TestDriverLies covers results that the specification rules out: success without an object, or without memory.
func TestDriverLies(t *testing.T) {
	l := &Library{fn: functions{
		CreateBuffer: func(uintptr, uint64, uintptr, unsafe.Pointer, *int32) uintptr { return 0 },
		EnqueueMapBuffer: func(uintptr, uintptr, uint32, uint64, uintptr, uintptr, uint32, *uintptr, *uintptr, *int32) unsafe.Pointer {
			return nil
		},
	}}
	c := &Context{handle: newHandle(l, 1, "device")}
	if _, err := c.CreateBuffer("b", ReadWrite, 4); err == nil {
		t.Error("a null buffer is no error")
	}
	q, b := &Queue{handle: newHandle(l, 2, "queue")}, &Buffer{handle: newHandle(l, 3, `buffer "b"`), size: 4}
	if _, err := q.EnqueueMapBuffer(b, Blocking, MapRead, 0, 4, nil, nil); !errors.Is(err, MapFailure) {
		t.Errorf("a null map: %v", err)
	}
}

func TestReleaseFailureIsReportedOnce(t *testing.T) {
	l := &Library{fn: functions{ReleaseMemObject: func(uintptr) int32 { return -38 }}}
	b := &Buffer{handle: newHandle(l, 1, `buffer "b"`), size: 4}
	if err := b.Release(); !errors.Is(err, Status(-38)) || l.Live() != 0 {
		t.Errorf("release: %v, %d live", err, l.Live())
	}
	if err := b.Release(); err != nil {
		t.Errorf("second release: %v", err)
	}
}

func TestInfoStopsAtTheFirstFailure(t *testing.T) {
	asked := 0
	i := info{call: "GetDeviceInfo", on: "device", ask: func(_ uint32, _ uintptr, _ unsafe.Pointer, _ *uintptr) int32 {
		asked++
		return int32(OutOfHostMemory)
	}}
	if s, n := i.text(deviceName), scalar[uint64](&i, deviceGlobalMemSize); s != "" || n != 0 || asked != 1 {
		t.Errorf("%q, %d after %d questions", s, n, asked)
	}
	if want := "cl: GetDeviceInfo device property 0x102b: CL_OUT_OF_HOST_MEMORY (-6)"; i.err == nil || i.err.Error() != want {
		t.Errorf("%v", i.err)
	}
}

func TestOptionalProperty(t *testing.T) {
	for status, failed := range map[int32]bool{0: false, int32(InvalidValue): false, int32(OutOfHostMemory): true} {
		i := info{ask: func(uint32, uintptr, unsafe.Pointer, *uintptr) int32 { return status }}
		if optional[uint64](&i, deviceDoubleFPConfig); (i.err != nil) != failed {
			t.Errorf("status %d: %v", status, i.err)
		}
	}
}
