package opencl

import (
	"flyby/internal/clrt"
	"flyby/kernel"
)

// Manner is a way to launch kernels other than the tuning of a device's kind. It is
// for tests: with it a few hits take the paths that on a GPU millions of hits take.
type Manner string

const (
	// ByKind launches by the tuning of the device's kind.
	ByKind Manner = ""
	// LikeGPU launches as on a GPU, in groups so small that a CPU runs them fast enough.
	LikeGPU Manner = "gpu"
	// LikeGPUFromRoots is LikeGPU with each stage cut as small as it can be: a walk
	// begins with one pair of boxes and ends in pairs of runs, and each hit is
	// ordered and read by itself.
	LikeGPUFromRoots Manner = "gpu-roots"
	// LikeGPUInBlocks is LikeGPU with stages of about a hundred items.
	LikeGPUInBlocks Manner = "gpu-blocks"
)

// tuning returns the tuning of a device in the manner.
func (m Manner) tuning(d kernel.Device) tuning {
	if m == ByKind {
		return tuningFor(d)
	}
	t := tuningFor(kernel.Device{Kind: kernel.GPU})
	t.walk, t.interact = clrt.Groups{Size: 16, Block: 16, Claim: true}, clrt.Groups{Size: 16, Block: 16, Claim: true}
	switch m {
	case LikeGPUFromRoots:
		t.startPairs, t.perUnit, t.segments = 1, 1, false
		t.part, t.few, t.early, t.overlap, t.streamed = 1, 0, 1, 1, 1
	case LikeGPUInBlocks:
		t.walk, t.interact = clrt.Groups{Size: 16, Block: 64, Claim: true}, clrt.Groups{Size: 8, Block: 32, Claim: true}
		t.startPairs, t.interactions = 100, 1000
		t.part, t.few, t.early, t.overlap, t.streamed = 100, 20, 50, 100, 1<<12
	}
	return t
}
