// Package ranges compares batches of query segments with ranges of entry segments on an
// OpenCL device: GPUTrajDistSearch (paper, Algorithm 1).
//
//	interact.cl  the interactions of a batch with a range
//	near.cl      without float64: the pairs that the host must solve
package ranges
