// Package opencl is the driver of points for every device that the system's OpenCL library lists and that computes in
// float64.
//
// Each kernel is a .cl file with its .go file beside it, as in kernel/opencl, and a program is several of them. A method
// is a package whose Load returns resident points; Methods has the table. points/internal/opencl has the parts that
// methods share.
//
//	internal/grid                the method grid
//	internal/tiles               the method tiles
//	internal/fused               the method fused of DBSCAN
//	internal/papers/opencl/gpujoin the methods gpusj and gpujoin
//	internal/papers/opencl/lss     the method lss
//
// # Two passes
//
// The driver is not the driver of kernel/opencl, since their works differ; both use package internal/clrt for queues,
// memory and programs. Of flyby's own methods, grid and tiles, one kernel runs twice (internal/pointjoin/opencl/rows): it
// counts the pairs of each row, prefix sums of the counts say where the pairs of each row begin, and it fills them in
// there. No place is claimed by an atomic, no buffer is guessed, nothing overflows, and each row is sorted by itself,
// in local memory. Finding pairs twice costs less than the bus takes for them: 9 of 128 ms at 623 million pairs. Where
// a sample expects few pairs a row, the pass that counts keeps up to eight of each row, and the second pass is left
// out. A buffer with an atomic end for all methods was rejected: it sorts 8 bytes a pair and must guess its size. The
// methods of papers keep their own forms: batches and buffers (internal/papers/opencl/gpujoin), chunks of intervals
// (internal/papers/opencl/lss).
//
// The pass that counts notes borderline pairs; the host settles them exactly, and they are put at the end of their
// rows. Where there are none, as mostly, the host sees no counts at all. Pairs leave in order, as columns in pinned
// memory: while one part is taken the next is read, and the one after is put in order.
//
// # Cells by counting
//
// The method grid sorts points into cells by atomics and prefix sums, in a tenth of the time that sending them takes;
// the order within a cell does not matter, as rows are sorted in the end. A table of cells by linear id says where
// three cells of a row begin by one load. Where ids are more than eight times the points they are hashed, and points of
// cells that share a hash are told apart by the id. Half of the neighbour cells for each cell, as on the host, was
// rejected: two rows would be filled in by one work-item, with atomics.
//
// # Several devices, and the choice of one
//
// Package internal/pointjoin/several has all points on each device, and deals ranges of rows out. A self-join that only
// counts asks for each row's neighbours as a join with queries does, so that no device has to see the rows of another.
// Beside a GPU that was not asked for by name the engine has the host, and takes the faster one by prediction; a
// quarter of the host's predicted time counts as not shared among cores.
package opencl
