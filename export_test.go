package flyby

import (
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
)

// fixedProvider is the provider of one driver.
type fixedProvider struct{ kernel.Driver }

func (fixedProvider) Name() string { return "given" }

func (g fixedProvider) List() ([]Device, error) {
	d := g.Device()
	d.Selector = "given:0"
	return []Device{d}, nil
}

func (g fixedProvider) Open(Device, kernel.OpenOptions) (kernel.Driver, error) { return g.Driver, nil }

// WithDriver returns options for the device of a driver.
func (o Options) WithDriver(d kernel.Driver) Options {
	o.Providers, o.Device = []kernel.Provider{fixedProvider{d}}, "given"
	return o
}

// WithLimits returns options whose OpenCL device has the limits.
func (o Options) WithLimits(l opencl.Options) Options {
	o.Providers = []kernel.Provider{host.Provider{}, opencl.Provider{Options: l}}
	return o
}

// Quickly returns options whose performance model is made in a second.
func (o Options) Quickly() Options {
	o.quick = true
	return o
}

// InRanges returns options for searches in ranges of the given rows of the queries, 0 for as many
// as fit, with the given bytes of hits at a time, 0 for as many as fit.
func (o Options) InRanges(rows int, hits uint64) Options {
	o.rows, o.hits = rows, hits
	return o
}

// InSlabs returns options for searches of files in slabs, however small the files are.
func (o Options) InSlabs() Options {
	o.outgrown = true
	return o
}
