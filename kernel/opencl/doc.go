// Package opencl is the driver for every device that the system's OpenCL
// library lists.
//
// Each .cl file has a .go file beside it. The text at the top of the .cl file gives
// the layout of its buffers and names its twin in Go; the .go file has structs of the
// kernels' arguments. The text of a program is the constants that Go defines, followed
// by several files.
//
//	internal/clrt     the runtime: queues, memory, programs
//	internal/pair     deciding a pair of segments
//	internal/hitlist  hits: collecting, ordering, joining to encounters, reading
//	internal/walk     Walk
//	internal/ranges   Interact
//
// Launches take most of the time of a small search, so they are few, and they are
// timed only with Options.TimeWalks.
//
// # Memory
//
// Memory of the host that the device reads and writes is pinned and belongs to a
// pool. A result with many hits holds a block of the pool until the result is released.
// The reasons, and why walks with many hits are done in waves, are in
// docs/decisions/0008-overlapped-walks.md.
//
// The buffers of a search are allocated at the first search and kept. Where the device
// refuses a buffer, the driver asks for half the size, and again, down to a stated
// least; then the error wraps kernel.ErrMemory.
package opencl
