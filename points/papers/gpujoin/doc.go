// Package gpujoin has two methods that join points on the cores of the host by the grid of non-empty cells, as their
// papers do: gpusj (M. Gowanlock and B. Karsin, GPU Accelerated Self-join for the Distance Similarity Metric, 2018), which
// visits each pair of cells once, and gpujoin (the same, GPU-Accelerated Similarity Self-Join for Multi-Dimensional Data,
// 2019), which indexes few of many dimensions. docs/points-methods.md lists the differences from the papers, with reasons.
package gpujoin
