// Package pointindex has the indexes of points.
//
// A Grid holds the cells of side eps, a little more, that have points in them (M. Gowanlock and B. Karsin, GPU
// Accelerated Self-join for the Distance Similarity Metric, 2018): what is within eps of a point lies in its cell or
// in one of those beside it. It may index the first k of n dimensions (the same authors, GPU-Accelerated Similarity
// Self-Join for Multi-Dimensional Data, 2019). That no cell assignment loses a pair is proven in docs/exactness.md, P2;
// what differs from the papers is in docs/points-methods.md, and why in docs/decisions/0053-gpusj-and-gpujoin.md.
package pointindex
