package cl

import (
	"slices"
	"strings"
	"unsafe"
)

// Device is one processor that runs kernels. Devices are compared with ==.
type Device struct {
	lib      *Library
	id       uintptr
	platform Platform
}

// DeviceType is a set of kinds of devices.
type DeviceType uint64

// The kinds of devices.
const (
	CPU         DeviceType = 1 << 1
	GPU         DeviceType = 1 << 2
	Accelerator DeviceType = 1 << 3
	AllDevices  DeviceType = 0xFFFFFFFF
)

// String is "GPU", "CPU", "accelerator" or "other".
func (t DeviceType) String() string {
	switch {
	case t&GPU != 0:
		return "GPU"
	case t&CPU != 0:
		return "CPU"
	case t&Accelerator != 0:
		return "accelerator"
	}
	return "other"
}

// DeviceInfo describes a device. Sizes are in bytes.
type DeviceInfo struct {
	Name, Vendor     string
	Version          string // "OpenCL 1.2 ..."
	CVersion         string // of the kernel language, "OpenCL C 1.2 ..."
	DriverVersion    string
	Platform         PlatformInfo
	Type             DeviceType
	GlobalMem        uint64
	MaxAlloc         uint64 // the largest buffer
	LocalMem         uint64 // of one work-group
	ComputeUnits     int
	ClockMHz         int
	MaxWorkGroupSize int
	MemBaseAddrAlign int  // in bits: a sub-buffer's offset must be a multiple of it
	HostUnified      bool // shares its memory with the host
	Float64          bool // kernels may use double
	Available        bool
	Compiler         bool     // builds programs from source
	Extensions       []string // sorted
}

// Has reports whether the device has the extension, such as "cl_khr_int64_base_atomics".
func (d DeviceInfo) Has(extension string) bool {
	_, ok := slices.BinarySearch(d.Extensions, extension)
	return ok
}

const (
	deviceType              = 0x1000
	deviceMaxComputeUnits   = 0x1002
	deviceMaxWorkGroupSize  = 0x1004
	deviceMaxClockFrequency = 0x100C
	deviceMaxMemAllocSize   = 0x1010
	deviceMemBaseAddrAlign  = 0x1019
	deviceGlobalMemSize     = 0x101F
	deviceLocalMemSize      = 0x1023
	deviceAvailable         = 0x1027
	deviceCompiler          = 0x1028
	deviceName              = 0x102B
	deviceVendor            = 0x102C
	driverVersion           = 0x102D
	deviceVersion           = 0x102F
	deviceExtensions        = 0x1030
	deviceDoubleFPConfig    = 0x1032
	deviceHostUnified       = 0x1035
	deviceOpenCLCVersion    = 0x103D
)

// Library is the library that lists the device.
func (d Device) Library() *Library { return d.lib }

// Platform is the platform that the device belongs to.
func (d Device) Platform() Platform { return d.platform }

// info returns a reader of the device's properties.
func (d Device) info() *info {
	return &info{call: "GetDeviceInfo", on: "device", ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return d.lib.fn.GetDeviceInfo(d.id, param, size, value, sizeRet)
	}}
}

// GetDeviceInfo reads the properties of the device.
func (d Device) GetDeviceInfo() (DeviceInfo, error) {
	platform, err := d.platform.GetPlatformInfo()
	if err != nil {
		return DeviceInfo{}, err
	}
	i := d.info()
	r := DeviceInfo{
		Name:             i.text(deviceName),
		Vendor:           i.text(deviceVendor),
		Version:          i.text(deviceVersion),
		CVersion:         i.text(deviceOpenCLCVersion),
		DriverVersion:    i.text(driverVersion),
		Platform:         platform,
		Type:             scalar[DeviceType](i, deviceType),
		GlobalMem:        scalar[uint64](i, deviceGlobalMemSize),
		MaxAlloc:         scalar[uint64](i, deviceMaxMemAllocSize),
		LocalMem:         scalar[uint64](i, deviceLocalMemSize),
		ComputeUnits:     int(scalar[uint32](i, deviceMaxComputeUnits)),
		ClockMHz:         int(scalar[uint32](i, deviceMaxClockFrequency)),
		MaxWorkGroupSize: int(scalar[uintptr](i, deviceMaxWorkGroupSize)),
		MemBaseAddrAlign: int(scalar[uint32](i, deviceMemBaseAddrAlign)),
		HostUnified:      optional[uint32](i, deviceHostUnified) != 0,
		Available:        scalar[uint32](i, deviceAvailable) != 0,
		Compiler:         scalar[uint32](i, deviceCompiler) != 0,
		Extensions:       strings.Fields(i.text(deviceExtensions)),
	}
	slices.Sort(r.Extensions)
	r.Float64 = optional[uint64](i, deviceDoubleFPConfig) != 0 || r.Has("cl_khr_fp64")
	return r, i.err
}
