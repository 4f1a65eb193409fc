// Package gpujoin is the methods gpusj and gpujoin on an OpenCL device: GPU-SJ and GPU-Join of M. Gowanlock and B. Karsin. The
// grid of non-empty cells is made by the host; a work-item a point searches it. Points are searched for in strided batches
// over three lanes, whose pairs are sorted by their first row on the device, and of which the host makes the neighbour
// table: docs/decisions/0061-gpusj-and-gpujoin-on-devices.md.
//
//	join.cl  the points near those of a batch
//	sort.cl  the pairs of a batch sorted by their key
package gpujoin
