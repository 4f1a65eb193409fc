package opencl

import (
	"flyby/internal/clrt"
	"flyby/kernel"
)

// manner is a way to launch kernels other than the tuning of a device's kind. It is
// for tests: with it a few hits take the paths that on a GPU millions of hits take.
type manner string

const (
	byKind           manner = ""
	likeGPU          manner = "gpu"
	likeGPUFromRoots manner = "gpu-roots"
	likeGPUInBlocks  manner = "gpu-blocks"
)

// LikeGPU returns the options for launches as on a GPU, in groups so small that a CPU runs them fast enough: for tests, in which a few
// hits take the paths that on a GPU millions of hits take.
func (o Options) LikeGPU() Options { o.manner = likeGPU; return o }

// LikeGPUFromRoots is LikeGPU with each stage cut as small as it can be: a walk begins with one pair of boxes and ends in pairs of
// runs, and each hit is ordered and read by itself.
func (o Options) LikeGPUFromRoots() Options { o.manner = likeGPUFromRoots; return o }

// LikeGPUInBlocks is LikeGPU with stages of about a hundred items.
func (o Options) LikeGPUInBlocks() Options { o.manner = likeGPUInBlocks; return o }

// tuning returns the tuning of a device in the manner.
func (m manner) tuning(d kernel.Device) tuning {
	if m == byKind {
		return tuningFor(d)
	}
	t := tuningFor(kernel.Device{Kind: kernel.GPU})
	t.walk, t.interact = clrt.Groups{Size: 16, Block: 16, Claim: true}, clrt.Groups{Size: 16, Block: 16, Claim: true}
	switch m {
	case likeGPUFromRoots:
		t.startPairs, t.perUnit, t.segments = 1, 1, false
		t.part, t.few, t.early, t.overlap, t.streamed = 1, 0, 1, 1, 1
	case likeGPUInBlocks:
		t.walk, t.interact = clrt.Groups{Size: 16, Block: 64, Claim: true}, clrt.Groups{Size: 8, Block: 32, Claim: true}
		t.startPairs, t.interactions = 100, 1000
		t.part, t.few, t.early, t.overlap, t.streamed = 100, 20, 50, 100, 1<<12
	}
	return t
}
