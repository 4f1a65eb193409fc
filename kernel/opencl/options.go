package opencl

import (
	"log/slog"

	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
	"flyby/kernel/opencl/internal/trajdistsearch"
	"flyby/kernel/opencl/internal/walk"
)

// Options are the parameters of a driver. The zero value is the default.
type Options struct {
	// MaxAlloc bounds the bytes of one buffer: 0 means the device's own limit.
	MaxAlloc uint64
	// HitCapacity is the room for the hits of one call, and PairCapacity the room for
	// the pairs of boxes of one list: 0 means a share of the device's memory. Both are
	// wishes: the room is less where the device refuses, and more where a single pair of
	// boxes needs it.
	HitCapacity, PairCapacity int
	// Memory bounds the bytes of the host's memory in buffers that grow with the hits of
	// searches: see kernel.OpenOptions. 0: no bound.
	Memory uint64
	// NoFloat64 treats the device as one that cannot compute in float64: the device
	// tests boxes, and the host solves.
	NoFloat64 bool
	manner    manner // byKind except in tests
	// TimeWalks has Stats.KernelTime of a Walk measured, which adds some 10 us for each
	// launch.
	TimeWalks bool
	// CacheDir is the user's cache directory; its folder flyby/kernels keeps compiled
	// kernels between runs. "": they are not kept.
	CacheDir string
	// Logger receives messages about programs built and memory allocated; nil discards them.
	Logger *slog.Logger
}

// Sizes in bytes, and bounds of the default capacities.
const (
	maxHits  = 1 << 28 // 6.4 GB, and twice that to order them
	maxPairs = 1 << 28 // 2 GB for all lists together

	maxPinned = 1 << 33

	// A CPU's lists stay in its caches, and a chunk takes a tenth of a second, so
	// that cancelling takes no longer.
	maxPairsCPU = 1 << 20
)

// filled returns the options with the defaults for a device filled in.
func (o Options) filled(d kernel.Device) Options {
	if o.MaxAlloc == 0 {
		o.MaxAlloc = d.MaxAlloc
	}
	if o.HitCapacity <= 0 {
		o.HitCapacity = share(d.Memory/16/hitlist.HitBytes, maxHits)
	}
	if o.PairCapacity <= 0 {
		o.PairCapacity = share(d.Memory/32/pair.PairBytes, maxPairs)
		if d.Kind == kernel.CPU {
			o.PairCapacity = min(o.PairCapacity, maxPairsCPU)
		}
	}
	if o.Memory > 0 && d.Kind == kernel.CPU {
		o.HitCapacity = min(o.HitCapacity, share(o.Memory/2/hitlist.HitBytes, maxHits))
		o.PairCapacity = min(o.PairCapacity, share(o.Memory/4/pair.PairBytes, maxPairs))
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// pinned returns the most bytes of the host's memory to pin; 0: clrt's own bound. The rest
// of Memory is for the buffers of a device without memory of its own.
func (o Options) pinned(d kernel.Device) int {
	if d.Kind == kernel.CPU {
		return int(min(o.Memory/4, maxPinned))
	}
	return int(min(o.Memory, maxPinned))
}

// share bounds a capacity by clrt.MinItems and most.
func share(n uint64, most int) int {
	return int(min(max(n, clrt.MinItems), uint64(most)))
}

// tuning is the parameters of launches on a kind of device.
type tuning struct {
	walk, interact clrt.Groups
	perUnit        int    // the most groups of a compute unit
	startPairs     uint64 // about the number of pairs of boxes that a walk begins with
	interactions   int    // the most interactions of one launch
	orders         bool   // the device orders the hits of a walk; on a CPU, the host is faster
	segments       bool   // walks end in pairs of segments, not of runs
	part           int    // hits that are ordered, and then read, at a time
	early          int    // the most hits that are read together with the counters
	few            int    // the most hits that are ordered without placing them by rows
	overlap        int    // hits from which on a walk of queries is done in waves
	streamed       int    // bytes from which on pinned queries are sent in waves, too
}

// tuningFor returns the tuning of a device. On a GPU, the candidates of a batch are
// few: small groups spread them over more units. On a CPU, small blocks keep all threads
// busy to the end, and large blocks keep neighbours on one thread.
func tuningFor(d kernel.Device) tuning {
	if d.Kind == kernel.CPU {
		return tuning{
			walk: clrt.Groups{Size: 1, Block: 128}, interact: clrt.Groups{Size: 1, Block: max(256/max(d.Units, 1), 16), Every: true},
			perUnit: 16, startPairs: 1 << 8, interactions: 1 << 26,
		}
	}
	return tuning{
		walk: clrt.Groups{Size: 128, Block: 128, Claim: true}, interact: clrt.Groups{Size: 64, Block: 64, Claim: true},
		perUnit: 16, startPairs: 1 << 18, interactions: 1 << 31, orders: true, segments: true, part: 1 << 20, early: 1 << 17, few: 2 << 10,
		overlap: 1 << 18, streamed: 1 << 23,
	}
}

// list returns the tuning of a device's list of hits.
func (t tuning) list(d kernel.Device, capacity int) hitlist.Tuning {
	return hitlist.Tuning{Groups: t.walk, Finds: d.Float64, Orders: t.orders, Capacity: capacity, Part: t.part, Early: t.early, Few: t.few}
}

// walker returns the tuning of a device's walks.
func (t tuning) walker(d kernel.Device, timed bool) walk.Tuning {
	return walk.Tuning{
		Groups: t.walk, Finds: d.Float64, StartPairs: t.startPairs, Interactions: t.interactions,
		Segments: t.segments, Overlap: t.overlap, Streamed: t.streamed, Timed: timed,
	}
}

// ranger returns the tuning of a device's comparisons with ranges.
func (t tuning) ranger(d kernel.Device) trajdistsearch.Tuning {
	return trajdistsearch.Tuning{Groups: t.interact, Finds: d.Float64, Interactions: t.interactions}
}
