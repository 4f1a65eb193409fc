package opencl

import (
	"flyby/kernel"
	"flyby/kernel/cl"
)

// Pin returns pinned memory of the host for n numbers.
func (d *Driver) Pin(n int) (kernel.Pinned, error) {
	b, err := d.dev.Pool.Lend(8 * n)
	if err != nil {
		return kernel.Pinned{}, d.fault("pin", err)
	}
	return kernel.Pinned{Floats: cl.View[float64](b.Bytes[:8*n]), Release: b.TakeBack}, nil
}
