package opencl

import (
	"log/slog"

	"flyby/internal/clrt"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/points/internal/opencl/device"
)

// Options says how a driver uses its device. The zero value is the default.
type Options struct {
	// MaxAlloc bounds the bytes of one buffer: 0 means the device's own limit.
	MaxAlloc uint64
	// Memory bounds what buffers take of the host's memory that grow with what is found, in bytes; 0: no bound.
	Memory uint64
	// Threads bounds the cores of the host that settle what is borderline; 0: all.
	Threads int
	// Manner is how kernels are launched: ByKind but for tests.
	Manner Manner
	// CacheDir is the user's cache directory, where compiled kernels are kept; "" means nowhere.
	CacheDir string
	// Logger receives what was built and allocated; nil discards it.
	Logger *slog.Logger
}

// Manner is a way to launch kernels that is not that of a device's kind. It is for tests: what a GPU does with millions
// of pairs is done with a few.
type Manner string

const (
	// ByKind launches as is best for the kind of device.
	ByKind Manner = ""
	// LikeGPU launches in groups that a CPU runs fast enough.
	LikeGPU Manner = "gpu"
	// InParts is LikeGPU with results cut as small as they can be.
	InParts Manner = "parts"
)

// Manners returns all manners.
func Manners() []Manner { return []Manner{ByKind, LikeGPU, InParts} }

// groupsPerUnit is how many groups a compute unit has at most, where a launch does not have one a block.
const groupsPerUnit = 16

// groups is how kernels are launched.
func (m Manner) groups(d kernel.Device) clrt.Groups {
	switch {
	case m != ByKind:
		return clrt.Groups{Size: 16, Block: 16, Every: true}
	case d.Kind == kernel.CPU:
		return clrt.Groups{Size: 1, Block: 64, Every: true}
	}
	return clrt.Groups{Size: 128, Block: 128, Every: true}
}

// cuts is how results are cut.
func (o Options) cuts(d kernel.Device) device.Cuts {
	if o.Manner == InParts {
		return device.Cuts{Pairs: 100, Room: 250, Doubts: 8, Table: 1 << 4}
	}
	room := min(d.Memory/16, o.MaxAlloc/4, 1<<31)
	if d.Kind == kernel.CPU && o.Memory > 0 {
		room = min(room, o.Memory/16)
	}
	return device.Cuts{Pairs: 1 << 21, Room: int(max(room, 1<<12)), Doubts: 1 << 16, Table: 1 << 20}
}

// filled fills in the defaults for a device.
func (o Options) filled(d kernel.Device) Options {
	if o.MaxAlloc == 0 {
		o.MaxAlloc = d.MaxAlloc
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Threads = parallel.Threads(o.Threads)
	return o
}
