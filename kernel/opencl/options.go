package opencl

import (
	"log/slog"

	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

// Options says how a driver uses its device. The zero value is the default.
type Options struct {
	// MaxAlloc bounds the bytes of one buffer: 0 means the device's own limit.
	MaxAlloc uint64
	// HitCapacity is the room for the hits of one call, PairCapacity that for
	// the pairs of boxes of one list: 0 means a share of the device's memory.
	// Both are taken as wishes: less where the device refuses, more where a
	// single pair of boxes needs it.
	HitCapacity, PairCapacity int
	// Memory bounds what buffers take of the host's memory that grow with what searches find,
	// in bytes: see kernel.OpenOptions. 0: no bound.
	Memory uint64
	// NoFloat64 treats the device as one that cannot compute in float64: it
	// filters, and the host solves.
	NoFloat64 bool
	// Manner is how kernels are launched: ByKind but for tests.
	Manner Manner
	// TimeWalks has Stats.KernelTime of a Walk measured. Some 10 us are added for each
	// launch then.
	TimeWalks bool
	// CacheDir is the user's cache directory, in whose folder flyby/kernels compiled
	// kernels are kept between runs; "" means nowhere.
	CacheDir string
	// Logger receives what was built and allocated; nil discards it.
	Logger *slog.Logger
}

// Sizes in bytes, and bounds of the default capacities.
const (
	maxHits  = 1 << 28 // 6.4 GB, and twice that to order them
	maxPairs = 1 << 28 // 2 GB for all lists together

	maxPinned = 1 << 33

	// A CPU's lists stay in its caches, and a chunk is done in a tenth of a
	// second, so that cancelling takes no longer.
	maxPairsCPU = 1 << 20
)

// filled fills in the defaults for a device.
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

// pinned is how many bytes of memory of the host are pinned at most; 0: as many as clrt
// pins. The rest of Memory is that of a device without its own.
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

// tuning is how kernels are launched on a kind of device.
type tuning struct {
	walk, interact clrt.Groups
	perUnit        int    // groups a compute unit, at most
	startPairs     uint64 // pairs of boxes that a walk begins with, about
	interactions   int    // of one launch, at most
	orders         bool   // the device orders the hits of a walk; on a CPU, the host is faster
	segments       bool   // walks end in pairs of segments, not of runs
	part           int    // hits that are put in order, and then read, at a time
	early          int    // hits that are read together with the counters, at most
	few            int    // hits that are put in order without regard to their rows, at most
	overlap        int    // hits from which on a walk of queries is done in waves
	streamed       int    // bytes from which on pinned queries are sent in waves, too
}

// tuningFor returns the tuning of a device. On a GPU, the candidates of a batch
// are few: small groups spread them over more of its units. On a CPU, they keep all
// its threads busy to the end if blocks are small, and neighbours on one thread if not.
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
