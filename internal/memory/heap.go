package memory

import "runtime/metrics"

// heap is the runtime's statistics of memory, in bytes.
type heap struct {
	total    uint64 // mapped by the runtime
	free     uint64 // idle parts of the heap that the system still backs with memory
	released uint64 // idle parts with addresses and without memory
}

// readHeap asks the runtime.
func readHeap() heap {
	s := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(s)
	return heap{s[0].Value.Uint64(), s[1].Value.Uint64(), s[2].Value.Uint64()}
}

// addresses returns how many bytes of idle heap need no new addresses.
func (h heap) addresses() uint64 { return h.free + h.released }

// mapped returns the memory that the system holds for the runtime.
func (h heap) mapped() uint64 { return less(h.total, h.released) }

// inUse returns the memory that the runtime uses.
func inUse() uint64 {
	h := readHeap()
	return less(h.mapped(), h.free)
}
