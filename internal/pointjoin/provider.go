package pointjoin

import "flyby/kernel"

// Provider is a kernel.Provider whose devices join points, too: an ability found by assertion, like the abilities of residents. A
// selector names the same devices for points as for trajectories. docs/decisions/0092-providers-serve-points.md
// says why OpenPoints is no method of kernel.Provider.
type Provider interface {
	kernel.Provider
	// OpenPoints opens a device that List returned, for joins of points.
	OpenPoints(d kernel.Device, o kernel.OpenOptions) (Driver, error)
}
