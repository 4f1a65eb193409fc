// Package gpujoin has two methods that join points on the cores of the host by the grid of non-empty cells, as the papers
// have them: gpusj (M. Gowanlock and B. Karsin, GPU Accelerated Self-join for the Distance Similarity Metric, 2018), which
// visits each pair of cells once, and gpujoin (the same, GPU-Accelerated Similarity Self-Join for Multi-Dimensional Data,
// 2019), which indexes few of many dimensions. What differs from the papers, and why, is in docs/points-methods.md.
package gpujoin
