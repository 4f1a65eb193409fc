package flyby

import (
	"log/slog"

	"flyby/internal/drivers"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/placement"
	"flyby/internal/pointdrivers"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl"
	"flyby/kernel"
)

// PointMethods returns the methods that join points, with their settings.
func PointMethods() []pointjoin.Method { return pointdrivers.Methods() }

// pointDrivers opens the first devices of an engine, and has c open a further device for a search that the further device answers sooner, its opening counted.
func (o Options) pointDrivers(c *pointengine.Config) (all []pointjoin.Driver, err error) {
	open := kernel.OpenOptions{Threads: o.Threads, Memory: drivers.Share(c.Quota.Bytes()), Logger: c.Logger}
	all, further, err := pointdrivers.Begin(string(o.Method), o.Device, providers(o.Providers), open, c.Quota.Left())
	if further != nil {
		gpu := placement.GPU(placement.KeptStart(providers(o.Providers).Names()))
		c.Further = &pointengine.Further{Open: further, Start: gpu.Start, Told: gpu.Told}
		if o.Providers == nil { // of others the methods are not known
			c.Further.Methods = opencl.Methods()
		}
	}
	c.Cores = pointdrivers.Cores(string(o.Method), o.Device, all, providers(o.Providers), open)
	return all, err
}

// pointConfig returns the configuration of an engine of points, with defaults filled in.
func (o Options) pointConfig(quota *memory.Quota) pointengine.Config {
	c := pointengine.Config{Method: string(o.Method), Settings: o.Settings, Threads: parallel.Threads(o.Threads), Quota: quota, Tmp: o.Tmp, TmpLimit: o.TmpLimit, Logger: o.Logger}
	if o.auto() {
		c.Method = pointengine.Auto
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if tell := o.Progress; tell != nil {
		c.Progress = func(phase string, done, total float64) { tell(Progress{Phase: phase, Done: done, Total: total}) }
	}
	return c
}
