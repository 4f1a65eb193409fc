// Package lss is the method lss on an OpenCL device, after M. D. Lieberman, J. Sankaranarayanan and H. Samet, A Fast
// Similarity Join Algorithm Using Graphics Processing Units (ICDE 2008): points are sorted along several space-filling
// curves, and each walker, a point or a query, takes the curve on which its search interval is shortest.
// points/papers/zorder defines codes and places, and docs/exactness.md (P3) proves that no pair is lost.
//
//	codes.cl    places of coordinates, and the order of their codes
//	sort.cl     rows in that order
//	search.cl   the shortest interval of each walker, and where its elements begin
//	walk.cl     the elements of all intervals compared, a chunk after another, and the pairs of each brought together
//	nearest.cl  a bound of the distance of the nearest points, and the points within it
//
// A chunk is as many whole intervals as there is room for, with a place for each of their elements; an interval that
// does not fit is split. The paper's chunks take one interval too many.
package lss
