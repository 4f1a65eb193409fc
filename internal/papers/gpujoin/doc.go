// Package gpujoin has two methods that join points on the cores of the host by the grid of non-empty cells, as their
// papers do: gpusj (M. Gowanlock and B. Karsin, GPU Accelerated Self-join for the Distance Similarity Metric, 2018), which
// visits each pair of cells once, and gpujoin (the same, GPU-Accelerated Similarity Self-Join for Multi-Dimensional Data,
// 2019), which indexes few of many dimensions. docs/points-methods.md lists the differences from the papers, with reasons.
//
// # Tasks
//
// A task has as many points as a work-group of the papers, or more where points are many, so that a cell
// with most of the points is still shared out. A cell's neighbours are found once for its points in a task,
// and ranges that lie side by side are one. A pair belongs to the work that has its lower row. Where a work
// has some of the rows, UNICOMP visits cells as always; a point of the work is compared with all rows from
// the work's first row on, a point behind the work with the rows of the work: each pair is found in one
// work.
//
// k is chosen by predicted time, from a sample of which all pairs are compared; it changes no answer. The
// setting k goes to 16 where n does, since figures of the paper need 12.
package gpujoin
