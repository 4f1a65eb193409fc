// Package opencl is the driver for every device that the system's OpenCL
// library lists.
//
// Each kernel is a .cl file with its .go file beside it. The text at the top of
// the .cl file gives the layout of its buffers and names its twin in Go. Files
// without a kernel (list.cl, box.cl, interaction.cl, hits.cl) are what kernels
// share; a program is several files, one after another (see program.go).
//
//	interact.cl  Interact: GPUTrajDistSearch (paper, Algorithm 1)
//	near.cl      Interact on devices without float64: what the host must solve
//	queries.cl   Walk: the runs and boxes of a query set
//	start.cl     Walk: the first list of pairs of boxes
//	open.cl      Walk: from one list to the next
//	refine.cl    Walk: from pairs of runs to hits, where segments have no boxes
//	segments.cl  Walk on a GPU: from pairs of runs to pairs of segments to hits
//	order.cl     Walk on a GPU: the hits in their defined order
//	solve.cl     the solve alone, for tests
//
// # The walk
//
// All pairs of a list are of one query level and one entry level, so a schedule
// made on the host says which side each step opens. The lists stay on the
// device: the host enqueues all steps and reads all counts once at the end.
// Where a list outgrew its room, the list before it, which stands complete, is
// gone through again in chunks; a chunk of one pair fits always.
//
// A query set that comes without a pyramid is sent as it is, through pinned
// memory, and the device makes its lowest boxes. A walk that needs no chunks
// waits once where it has about as many hits as the walk before: for a read of
// all counts and of these hits, in order. Where these are many, the counts come
// first, and one part of the hits is read while the next is put in order.
//
// A small search is all launches, so they are few, and nothing times them unless
// Options.TimeWalks asks for it.
//
// # Memory
//
// Memory of the host that the device reads and writes is pinned and belongs to a
// pool. A result of many hits holds a block of it, until it is released.
//
// Buffers that a search needs are made at the first search and kept. A buffer
// that the device refuses is asked for again at half the size, down to a stated
// least, then the error wraps kernel.ErrMemory.
package opencl
