package host

import (
	"flyby/kernel"
	kernelhost "flyby/kernel/host"
	"flyby/points/pointjoin"
)

// Provider provides the cores of the host, for trajectories and for points.
type Provider struct{ kernelhost.Provider }

var _ pointjoin.Provider = Provider{}

// OpenPoints returns a driver that runs on as many threads as the options say.
func (Provider) OpenPoints(_ kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
	return New(o.Threads), nil
}
