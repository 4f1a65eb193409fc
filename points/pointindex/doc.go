// Package pointindex has the indexes of points.
//
// A Grid holds the cells of side eps, a little more, that have points in them (M. Gowanlock and B. Karsin, GPU
// Accelerated Self-join for the Distance Similarity Metric, 2018): points within eps of a point lie in its cell or in a
// neighbouring one. It may index the first k of n dimensions (the same authors, GPU-Accelerated Similarity Self-Join
// for Multi-Dimensional Data, 2019). docs/exactness.md, P2, proves that no cell assignment loses a pair;
// docs/points-methods.md lists the differences from the papers, and docs/decisions/0053-gpusj-and-gpujoin.md gives the
// reasons.
package pointindex
