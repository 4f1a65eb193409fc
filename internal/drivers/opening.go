package drivers

import (
	"time"

	"flyby/internal/devices"
	"flyby/internal/engine"
	"flyby/internal/placement"
	"flyby/kernel"
)

// Opening is the opening of devices for searches of trajectories: see devices.Opening.
type Opening = devices.Opening[kernel.Driver]

// Programs are the programs of a device that a search will need, beyond walks.
type Programs struct {
	Encounters bool // hits are joined on the device
	Queries    bool // the search is no join
}

// OpenBeside begins to open the devices of a selector for a method, has their programs built, and returns providers that hand them out. What fails to build
// is built, and its error told, when it is needed.
func OpenBeside(method, selector string, p devices.Providers, o kernel.OpenOptions, needs Programs) (devices.Providers, *Opening) {
	begun := time.Now()
	b := devices.Begin(p, devices.Trajectories(), selector, o, func(d kernel.Driver) {
		placement.Started(p.Names(), d.Device(), time.Since(begun), o.Logger)
		if w, ok := d.(interface {
			PrepareWalks(encounters, queries bool) error
		}); ok && engine.Walks(method) {
			w.PrepareWalks(needs.Encounters, needs.Queries) //nolint:errcheck // see above
		}
	})
	return devices.Through(p, b), b
}
