package opencl

import (
	"os"

	"flyby/internal/cl"
	"flyby/internal/pointjoin"
	"flyby/kernel"
	kernelopencl "flyby/kernel/opencl"
)

// Provider provides the devices of the system's OpenCL library, for trajectories and for points.
type Provider struct {
	// Provider has the options of every device. For points they are MaxAlloc and CacheDir.
	kernelopencl.Provider
}

var _ pointjoin.Provider = Provider{}

// OpenPoints opens a device of the library.
func (p Provider) OpenPoints(d kernel.Device, o kernel.OpenOptions) (pointjoin.Driver, error) {
	lib, err := cl.Open()
	if err != nil {
		return nil, err
	}
	own := Options{MaxAlloc: p.Options.MaxAlloc, CacheDir: p.Options.CacheDir, Memory: o.Memory, Threads: o.Threads, Logger: o.Logger}
	if own.CacheDir == "" {
		if dir, err := os.UserCacheDir(); err == nil {
			own.CacheDir = dir
		}
	}
	return Open(lib, d.Selector, own)
}
