// Package trajdistsearch is GPUTrajDistSearch on an OpenCL device (paper, Algorithm 1): batches of query
// segments are compared with ranges of entry segments in the order of the temporal bins.
//
//	interact.cl  the kernel of Algorithm 1, with the paper's line numbers
//	interact.go  the launches of all batches, and the reading of their hits
//	binned.go    D on the device: the entry segments in the order of the bins
//	queryset.go  Q on the device: the query segments of all batches, in order of t_start
//	near.cl      in place of interact.cl without float64: the pairs that the host must solve
//
// The kernel calls functions of two other rooms: package pair has temporalIntersection and calcTimeInterval
// (lines 9 and 10) in interaction.cl, package hitlist has the counter setID (lines 12 and 13) in hits.cl.
// "flyby-bench kernels --method temporal" prints the whole program in one piece. docs/papers.md says what
// differs from the paper.
package trajdistsearch
