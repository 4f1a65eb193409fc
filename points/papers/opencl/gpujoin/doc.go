// Package gpujoin is the methods gpusj and gpujoin on an OpenCL device: GPU-SJ and GPU-Join of M. Gowanlock and B. Karsin. The
// host makes the grid of non-empty cells; a work-item for each point searches it. Points are searched for in strided batches
// over three lanes, whose pairs the device sorts by first row, and from which the host makes the neighbour table:
// docs/decisions/0061-gpusj-and-gpujoin-on-devices.md.
//
//	visits.cl  the neighbours of a cell that are visited, the comparison of points, and the handling of their pairs
//	join.cl    the points near each point of a batch, with a work-item for each point
//	shared.cl  the same, with a work-group for each cell that has points
//	sort.cl    the pairs of a batch sorted by their key
package gpujoin
