package cl

import (
	"fmt"
	"runtime"
	"strings"
)

// Context holds the buffers and programs of one device.
type Context struct {
	handle
	device Device
	name   string // of the device
	align  int    // in bytes: offsets of sub-buffers must be multiples of it
}

const contextPlatform = 0x1084

// CreateContext makes a context for the device alone. It refuses devices older than OpenCL 1.2, whose drivers lack
// functions that this package calls.
func (d Device) CreateContext() (*Context, error) {
	const call = "CreateContext"
	i := d.info()
	name, version := i.text(deviceName), i.text(deviceVersion)
	align := int(scalar[uint32](i, deviceMemBaseAddrAlign)) / 8
	if i.err != nil {
		return nil, i.err
	}
	on := fmt.Sprintf("device %q", name)
	if strings.HasPrefix(version, "OpenCL 1.0") || strings.HasPrefix(version, "OpenCL 1.1") {
		return nil, fmt.Errorf("cl: %s %s: has %q, OpenCL 1.2 is needed", call, on, version)
	}
	properties := []uintptr{contextPlatform, d.platform.id, 0}
	var status int32
	id := d.lib.fn.CreateContext(&properties[0], 1, &d.id, nil, nil, &status)
	runtime.KeepAlive(properties)
	if err := created(call, on, id, status); err != nil {
		return nil, err
	}
	return &Context{newHandle(d.lib, id, on), d, name, max(align, 1)}, nil
}

// Device is the device of the context.
func (c *Context) Device() Device { return c.device }

// Release releases the context; nil is allowed.
func (c *Context) Release() error {
	if c == nil {
		return nil
	}
	return c.release("ReleaseContext", c.lib.fn.ReleaseContext)
}
