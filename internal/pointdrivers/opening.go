package pointdrivers

import (
	"time"

	"flyby/internal/devices"
	"flyby/internal/placement"
	"flyby/internal/pointjoin"
	"flyby/kernel"
)

// Opening is the opening of devices for joins of points: see devices.Opening.
type Opening = devices.Opening[pointjoin.Driver]

// OpenBeside begins to open the devices of a selector, and returns providers that hand them out.
func OpenBeside(p devices.Providers, text string, o kernel.OpenOptions) (devices.Providers, *Opening) {
	begun := time.Now()
	b := devices.Begin(p, use(), text, o, func(d pointjoin.Driver) {
		placement.Started(p.Names(), d.Device(), time.Since(begun), o.Logger)
	})
	return p.Each(func(one kernel.Provider) kernel.Provider {
		if serving, ok := one.(pointjoin.Provider); ok {
			return waiting{serving, b}
		}
		return one
	}), b
}

// waiting is a provider whose devices may be open already.
type waiting struct {
	pointjoin.Provider
	opening *Opening
}

// OpenPoints takes the device from the opening, or opens it.
func (w waiting) OpenPoints(d kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
	if driver, ok, err := w.opening.Take(d, o); ok {
		return driver, err
	}
	return w.Provider.OpenPoints(d, o)
}
