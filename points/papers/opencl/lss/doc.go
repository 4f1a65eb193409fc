// Package lss is the method lss on an OpenCL device, after M. D. Lieberman, J. Sankaranarayanan and H. Samet, A Fast
// Similarity Join Algorithm Using Graphics Processing Units (ICDE 2008): points sorted along several space-filling
// curves, of which each walker takes that on which its search interval is shortest. points/papers/zorder has what
// codes and places are, docs/exactness.md (P3) why no pair is lost.
//
//	codes.cl    places of coordinates, and the order of their codes
//	sort.cl     rows in that order
//	search.cl   the shortest interval of each walker, and where its elements begin
//	walk.cl     the elements of all intervals compared, a chunk after another, and the pairs of each brought together
//	nearest.cl  how far the nearest points are, at most, and those that are within it
//
// A chunk is as many whole intervals as there is room for, each with a place for all of its elements; one that has no
// room is split. The paper's chunks take an interval too many.
package lss
