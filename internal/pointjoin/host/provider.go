package host

import (
	"flyby/internal/pointjoin"
	"flyby/kernel"
	kernelhost "flyby/kernel/host"
)

// Provider provides the cores of the host, for trajectories and for points.
type Provider struct{ kernelhost.Provider }

var _ pointjoin.Provider = Provider{}

// OpenPoints returns a driver that runs on as many threads as the options say. Pairs from which clusters are found may take the memory that
// the options allow for buffers.
func (Provider) OpenPoints(_ kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
	const most = 64 << 20 // reading more takes longer than cells, which stop where a point has enough neighbours
	d := New(o.Threads)
	if d.pairBytes = most; o.Memory > 0 {
		d.pairBytes = min(d.pairBytes, o.Memory)
	}
	return d, nil
}
