// Package opencl is the driver for every device that the system's OpenCL
// library lists.
//
// Each .cl file has a .go file of the same name. The text at the top of the .cl file gives
// the layout of its buffers and names its twin in Go; the .go file has structs of the
// kernels' arguments. The text of a program is the constants that Go defines, followed
// by several files.
//
//	internal/clrt            the runtime: queues, memory, programs
//	internal/pair            deciding a pair of segments
//	internal/hitlist         hits: collecting, ordering, joining to encounters, reading
//	internal/walk            Walk
//	internal/trajdistsearch  Interact: the paper's GPUTrajDistSearch
//
// Launches take most of the time of a small search, so they are few, and they are
// timed only with Options.TimeWalks.
//
// # Memory
//
// Memory of the host that the device reads and writes is pinned and belongs to a
// pool. A result with many hits holds a block of the pool until the result is released.
//
// The buffers of a search are allocated at the first search and kept. Where the device
// refuses a buffer, the driver asks for half the size, and again, down to a stated
// least; then the error wraps kernel.ErrMemory.
//
// # Query memory and released results
//
// With the walk on the device, a search of 40,000 query segments on an H200 spent most of
// its time on the host: one core copied the columns to pinned memory (118 to 140 µs) and
// the hits to new memory (2 µs a page).
//
// Driver is a kernel.Pinner: Database.NewQueryMemory hands out pinned memory for the
// columns of query sets. trajectory.New keeps columns where they are, so a store lies in
// this memory without a copy. The driver recognises its own memory by the addresses and
// sends adjoining columns in one transfer; other columns are staged. On devices without
// such memory NewQueryMemory returns ordinary memory, so callers need not know which one
// they have.
//
// Hits.Release returns the memory of hits at once. A result stays in pinned memory where
// another block of its size is free for the next search, and is copied otherwise. A
// caller that never releases is as fast as without this rule, and holds one more small
// block of a size. Encounters read the samples of the queries, so query memory is in use
// until they were taken; after a release there are none to take (ErrReleased).
//
// # Walks in chunks
//
// With 1.5·10⁶ hits the bus was idle for a third of the time, until the last hit was
// found and put in order. A search that is expected to find many hits, by the number of
// the search before, is therefore walked in chunks of its query rows. Rows are in order,
// and so are the hits of the chunks:
//
//   - The device puts the hits of a chunk in order behind the hits of the chunks before;
//     it knows their number by itself (counters[PLACED_SLOT]).
//   - It copies the counters on a queue of their own when a chunk is complete. The host
//     looks for that copy after each launch, and enqueues the reading of the chunk on
//     another queue. So the launches and the walk of the next chunk run while the hits of
//     the last are transferred.
//   - Each chunk counts its lists in counters of its own: nothing has to be emptied in
//     between.
//   - Samples of many queries in pinned memory are sent chunk by chunk, on a queue of
//     their own, where hits are many too.
//
// A wrong expectation costs time, and no hit. More hits than there is room for are put in
// order anew from the device's buffer, and so are rows that are longer than the search
// before had. Far fewer hits are read anew, to a block of their size. Hits that outgrow
// the device's buffer are counted to the end of the walk, so that the buffer grows once.
// A list that outgrows its room has the walk repeated in one go, and later walks are in
// one go until one has room.
//
// Rejected alternatives. A thread that waits for the counts: it takes as long to wake as
// a chunk takes to be walked. Chunks for few hits: a chunk costs a dozen launches of 4 to
// 10 µs. Chunks of ordinary memory: copying by ranges was a third slower than in one go.
// Pinning columns where they are: it takes longer than copying them. Query memory that
// the garbage collector returns: it cannot see that a store's columns lie there.
package opencl
