package opencl

import (
	"log/slog"
	"strings"

	"flyby/internal/clrt"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/kernel"
)

// Options says how a driver uses its device. The zero value is the default.
type Options struct {
	// MaxAlloc bounds the bytes of one buffer: 0 means the device's own limit.
	MaxAlloc uint64
	// Memory bounds the host's memory of buffers that grow with the number of pairs, in bytes; 0: no bound.
	Memory uint64
	// Threads bounds the cores of the host that settle borderline pairs; 0: all.
	Threads int
	// Manner is the manner of launching kernels: ByKind except in tests.
	Manner Manner
	// CacheDir is the user's cache directory, where compiled kernels are kept; "" means that they are not kept.
	CacheDir string
	// Logger receives messages about programs and allocations; nil discards them.
	Logger *slog.Logger
}

// Manner is a manner of launching kernels other than the device's kind has. It is for tests, which do with a few pairs
// what a GPU does with millions.
type Manner string

const (
	// ByKind launches in the best manner for the kind of device.
	ByKind Manner = ""
	// LikeGPU launches in groups that a CPU runs fast enough.
	LikeGPU Manner = "gpu"
	// InParts is LikeGPU with results in parts that are as small as possible.
	InParts Manner = "parts"
)

// groupsPerUnit is the greatest number of groups of a compute unit, in launches that do not have one for each block.
const groupsPerUnit = 16

// groups returns the groups of kernels.
func (m Manner) groups(d kernel.Device) clrt.Groups {
	switch {
	case m != ByKind:
		return clrt.Groups{Size: 16, Block: 16, Every: true}
	case d.Kind == kernel.CPU:
		return clrt.Groups{Size: 1, Block: 64, Every: true}
	}
	return clrt.Groups{Size: 128, Block: 128, Every: true}
}

// cuts returns the sizes of the parts of results.
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

// matrix returns the way of multiplying matrices.
func (o Options) matrix(d kernel.Device) device.Matrix {
	switch {
	case d.Kind == kernel.GPU && strings.Contains(d.Vendor, "NVIDIA"):
		return device.MatrixPTX
	case o.Manner == InParts:
		return device.MatrixLoops
	}
	return device.NoMatrix
}

// kept returns the number of bytes of released buffers that the driver keeps for its next questions: none where they are the host's.
func (o Options) kept(d kernel.Device) int {
	if d.Kind == kernel.CPU && o.Manner == ByKind {
		return 0
	}
	return int(min(d.Memory/16, 1<<30))
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
