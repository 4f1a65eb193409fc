package agree_test

import (
	"flyby"
	"flyby/internal/trial"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
)

// fixedProvider is the provider of one driver.
type fixedProvider struct{ kernel.Driver }

func (fixedProvider) Name() string { return "given" }

func (g fixedProvider) List() ([]flyby.Device, error) {
	d := g.Device()
	d.Selector = "given:0"
	return []flyby.Device{d}, nil
}

func (g fixedProvider) Open(flyby.Device, kernel.OpenOptions) (kernel.Driver, error) {
	return g.Driver, nil
}

// withDriver returns options for the device of a driver.
func withDriver(o flyby.Options, d kernel.Driver) flyby.Options {
	t, _ := trial.Of(o.Providers)
	o.Providers, o.Device = []kernel.Provider{fixedProvider{d}, trial.Provider{Settings: t}}, "given"
	return o
}

// withLimits returns options whose OpenCL device has the limits.
func withLimits(o flyby.Options, l opencl.Options) flyby.Options {
	o.Providers = []kernel.Provider{host.Provider{}, opencl.Provider{Options: l}}
	return o
}

// tried returns options with settings that set changes.
func tried(o flyby.Options, set func(*trial.Settings)) flyby.Options {
	t, others := trial.Of(o.Providers)
	set(&t)
	o.Providers = append(others, trial.Provider{Settings: t})
	return o
}

// quickly returns options whose performance model is made in a second.
func quickly(o flyby.Options) flyby.Options {
	return tried(o, func(t *trial.Settings) { t.Quick = true })
}

// inRanges returns options for searches in ranges of the given rows of the queries, 0 for as many
// as fit, with the given bytes of hits at a time, 0 for as many as fit.
func inRanges(o flyby.Options, rows int, hits uint64) flyby.Options {
	return tried(o, func(t *trial.Settings) { t.Rows, t.Hits = rows, hits })
}

// inSlabs returns options for searches of files in slabs, however small the files are.
func inSlabs(o flyby.Options) flyby.Options {
	return tried(o, func(t *trial.Settings) { t.Outgrown = true })
}
