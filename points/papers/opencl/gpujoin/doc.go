// Package gpujoin is the methods gpusj and gpujoin on an OpenCL device: GPU-SJ and GPU-Join of M. Gowanlock and B. Karsin. The
// grid of non-empty cells is made by the host; a work-item a point searches it. Points are searched for in strided batches
// over three lanes, whose pairs are sorted by their first row on the device, and of which the host makes the neighbour
// table: docs/decisions/0061-gpusj-and-gpujoin-on-devices.md.
//
//	visits.cl  which cells are visited from one, how points are compared, and what becomes of their pairs
//	join.cl    the points near each point of a batch, by a work-item a point
//	shared.cl  the same, by a work-group a cell that has points
//	sort.cl    the pairs of a batch sorted by their key
package gpujoin
