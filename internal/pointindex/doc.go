// Package pointindex has the indexes of points.
//
// A Grid holds the cells of side eps, a little more, that have points in them (M. Gowanlock and B. Karsin, GPU
// Accelerated Self-join for the Distance Similarity Metric, 2018): points within eps of a point lie in its cell or in a
// neighbouring one. It may index the first k of n dimensions (the same authors, GPU-Accelerated Similarity Self-Join
// for Multi-Dimensional Data, 2019). docs/exactness.md, P2, proves that no cell assignment loses a pair;
// docs/points-methods.md lists the differences from the papers, with reasons.
//
// # The grid on the host
//
// Cells are wider than eps by 2⁻²⁰ of it, each dimension by itself has at most 2²⁸ of them, and the width is
// a normal number, so no rounding loses a pair. The grid is sorted without ids: stably, by as many dimensions
// at a time as have room in 32 bits, from the first on. Ids are made of the non-empty cells, in the narrowest
// of three forms; one sort serves all three.
//
// Rejected alternatives. Cells of side eps with a check of two cells to either side: 5^k cells in place of
// 3^k. One width for all dimensions: one outlier in one dimension would widen the cells of all.
package pointindex
