package flyby

import "flyby/kernel/opencl"

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
