package cl

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"
)

// Platform is one vendor's OpenCL implementation. Platforms are compared with ==.
type Platform struct {
	lib *Library
	id  uintptr
}

// PlatformInfo describes a platform.
type PlatformInfo struct {
	Name, Vendor, Version string // Version: "OpenCL 3.0 ..."
}

const (
	platformVersion = 0x0901
	platformName    = 0x0902
	platformVendor  = 0x0903
)

// GetPlatformIDs lists the platforms. Without any, [IsNoDevice] holds for the error.
func (l *Library) GetPlatformIDs() ([]Platform, error) {
	const call = "GetPlatformIDs"
	var count uint32
	if err := fail(call, "", l.fn.GetPlatformIDs(0, nil, &count)); err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, &Error{Call: call, Status: PlatformNotFound}
	}
	ids := make([]uintptr, count)
	if err := fail(call, "", l.fn.GetPlatformIDs(count, &ids[0], nil)); err != nil {
		return nil, err
	}
	platforms := make([]Platform, count)
	for i, id := range ids {
		platforms[i] = Platform{l, id}
	}
	return platforms, nil
}

// GetPlatformInfo reads the platform's name, vendor and version.
func (p Platform) GetPlatformInfo() (PlatformInfo, error) {
	i := info{call: "GetPlatformInfo", ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return p.lib.fn.GetPlatformInfo(p.id, param, size, value, sizeRet)
	}}
	return PlatformInfo{i.text(platformName), i.text(platformVendor), i.text(platformVersion)}, i.err
}

// discovery lets one goroutine of the process at a time ask for devices, by whichever Library. A driver makes its devices when it is first
// asked for them; PoCL 3.1 gives a second thread that asks meanwhile no devices, or unfinished ones, which end the process.
var discovery sync.Mutex

// GetDeviceIDs lists the platform's devices of the given types. Without any, [IsNoDevice] holds for the error.
func (p Platform) GetDeviceIDs(types DeviceType) ([]Device, error) {
	const call = "GetDeviceIDs"
	discovery.Lock()
	defer discovery.Unlock()
	var count uint32
	if err := fail(call, "", p.lib.fn.GetDeviceIDs(p.id, uint64(types), 0, nil, &count)); err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, &Error{Call: call, Status: DeviceNotFound}
	}
	ids := make([]uintptr, count)
	if err := fail(call, "", p.lib.fn.GetDeviceIDs(p.id, uint64(types), count, &ids[0], nil)); err != nil {
		return nil, err
	}
	devices := make([]Device, count)
	for i, id := range ids {
		devices[i] = Device{p.lib, id, p}
	}
	return devices, nil
}

// Devices lists every device of every platform, platform by platform in the library's order. A platform that fails
// does not hide the others' devices: then there are both devices and an error. Without any device and failure,
// [IsNoDevice] holds for the error.
func (l *Library) Devices() ([]Device, error) {
	platforms, err := l.GetPlatformIDs()
	if err != nil {
		return nil, err
	}
	var devices []Device
	var failed error
	for n, p := range platforms {
		found, err := p.GetDeviceIDs(AllDevices)
		devices = append(devices, found...)
		if err != nil && !IsNoDevice(err) {
			failed = errors.Join(failed, fmt.Errorf("platform %d: %w", n, err))
		}
	}
	if len(devices) == 0 && failed == nil {
		return nil, &Error{Call: "GetDeviceIDs", Status: DeviceNotFound}
	}
	return devices, failed
}

// EmptyPlatforms lists the platforms that have no device, as rusticl has none without RUSTICL_ENABLE. Platforms that fail are left to Devices, whose error has them.
func (l *Library) EmptyPlatforms() (empty []PlatformInfo, err error) {
	platforms, err := l.GetPlatformIDs()
	if err != nil {
		return nil, err
	}
	for _, p := range platforms {
		if _, err := p.GetDeviceIDs(AllDevices); err == nil || !IsNoDevice(err) {
			continue
		}
		info, err := p.GetPlatformInfo()
		if err != nil {
			return nil, err
		}
		empty = append(empty, info)
	}
	return empty, nil
}
