// Package gpujoin is the methods gpusj and gpujoin on an OpenCL device: GPU-SJ and GPU-Join of M. Gowanlock and B. Karsin. The
// host makes the grid of non-empty cells; a work-item for each point searches it. Points are searched for in strided batches
// over three lanes, whose pairs the device sorts by first row, and from which the host makes the neighbour table.
//
//	visits.cl  the neighbours of a cell that are visited, the comparison of points, and the handling of their pairs
//	join.cl    the points near each point of a batch, with a work-item for each point
//	shared.cl  the same, with a work-group for each cell that has points
//	sort.cl    the pairs of a batch sorted by their key
//
// # Index and ids
//
// The index is the host's (gpujoin.Layout): package pointindex makes B, G, A and M, which are sent, and the points row
// by row in the order of cells. The papers do not time their index. The device computes the cell of a point again, by
// one difference and one quotient, which OpenCL rounds as Go does. Ids are one number of 64 bits where that is enough,
// as in the paper. Otherwise they are several (pointindex.Words), each the linear id of as many dimensions as fit, at
// most eight numbers for 16 dimensions of 2²⁸ cells, compared from the last on; the order is the cells' order, and the
// device needs no product of 128 bits. The authors' ids overflow. Ids by places in masks were rejected: small, but not
// below 64 bits in 16 dimensions.
//
// # Kernel
//
// The kernel is GPUSelfJoinGlobal in float64, for both methods. The cells that UNICOMP visits, SORTIDU, SHORTC and the
// order of the queries are parameters of one program: they change nothing in the inner loop but a test on which all
// work-items agree, and each program takes a device a second to build. A work-item holds eight pairs back in local
// memory, and takes room for them with one atomic; one atomic a pair was rejected. Borderline pairs are noted, and
// settled by the host. The answer has each pair once: both orders of each pair and the pair of a point with itself, as
// the papers write them, would double the bytes on the bus. Counts need no batches: one atomic for the neighbours of a
// point, and with UNICOMP one for each other point of a pair.
//
// k auto weighs searches as the paper does, |D| 3^k log2 |G_k| bisection steps of 3 ns, since each work-item searches for
// the cells of its point; on the host a cell searches once for all of its points. The cost of a comparison is the host's.
// For even sets in 2-D to 6-D of 10⁶ points and Syn16D at 0.03 it chooses the same k as by the host's costs of
// searches; BenchmarkK of internal/pointjoin/opencl measures each k on a device, index and search apart.
//
// # Batches
//
// The numbers of batches are the papers': f = 0.01, alpha = 0.05, three lanes. clrt.Queues.Lane makes further queues of
// the context: a command goes to the lane that was chosen last, and Finish waits for that lane. So the code that
// enqueues (counters, sorting, reading) need not name the queue. A lane runs the kernel and sorts by key (counted by
// row, summed, placed); then the host reads where rows begin, orders rows with the kernels of
// internal/pointjoin/opencl/rows and reads the second rows to pinned memory; a goroutine copies them to the table and
// settles, while the lane has its next batch. The authors' code does not check that a batch fits its buffer. Here a
// batch that outgrew its room writes nothing past it, but counts all of its pairs: the room grows as far as the device
// has memory, and the batch is cut into as many parts as its count says.
//
// The table is merged row by row from the portions of the batches, so pairs are handed over in order, 4 bytes a pair
// over the bus. For a work of some rows only the starts of these rows are read.
package gpujoin
