// Package opencl is the driver for every device that the system's OpenCL
// library lists.
//
// Each kernel is a .cl file with its .go file beside it. The text at the top of
// the .cl file gives the layout of its buffers and names its twin in Go; the .go file
// has a struct of the kernel's arguments. A program is several files, one after another,
// and before them the constants that Go gives them.
//
//	internal/clrt     the runtime: queues, memory, programs
//	internal/pair     what decides a pair of segments
//	internal/hitlist  hits: found, put in order, joined to encounters, read back
//	internal/walk     Walk
//	internal/ranges   Interact
//
// A small search is all launches, so they are few, and nothing times them unless
// Options.TimeWalks asks for it.
//
// # Memory
//
// Memory of the host that the device reads and writes is pinned and belongs to a
// pool. A result of many hits holds a block of it, until it is released. Why it does, and
// why many hits are walked in chunks, is in docs/decisions/0008-overlapped-walks.md.
//
// Buffers that a search needs are made at the first search and kept. A buffer
// that the device refuses is asked for again at half the size, down to a stated
// least, then the error wraps kernel.ErrMemory.
package opencl
