package flyby

import (
	"flyby/kernel"
	"flyby/kernel/opencl"
)

// WithDriver returns options whose device is a driver's.
func (o Options) WithDriver(d kernel.Driver) Options {
	o.driver = d
	return o
}

// WithLimits returns options whose OpenCL device has the limits.
func (o Options) WithLimits(l opencl.Options) Options {
	o.limits = l
	return o
}

// Quickly returns options whose performance model is made in a second.
func (o Options) Quickly() Options {
	o.quick = true
	return o
}
