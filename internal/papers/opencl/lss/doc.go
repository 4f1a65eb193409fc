// Package lss is the method lss on an OpenCL device, after M. D. Lieberman, J. Sankaranarayanan and H. Samet, A Fast
// Similarity Join Algorithm Using Graphics Processing Units (ICDE 2008): points are sorted along several space-filling
// curves, and each walker, a point or a query, takes the curve on which its search interval is shortest.
// internal/papers/zorder defines codes and places, and docs/exactness.md (P3) proves that no pair is lost.
//
//	codes.cl    places of coordinates, and the order of their codes
//	sort.cl     rows in that order
//	search.cl   the shortest interval of each walker, and where its elements begin
//	walk.cl     the elements of all intervals compared, a chunk after another, and the pairs of each brought together
//	nearest.cl  a bound of the distance of the nearest points, and the points within it
//
// A chunk is as many whole intervals as there is room for, with a place for each of their elements; an interval that
// does not fit is split. The paper's chunks take one interval too many.
//
// # Differences from the host's method
//
// The paper's results have a buffer in which each point has room for its whole interval, compacted after each chunk.
//
//   - Places, codes, shifts and settings are the host's (zorder.Frame); tests hold the lists and the intervals equal
//     to the host's.
//   - A list is sorted by merging, not by digits: tiles of 512 in local memory, then runs two by two, where each
//     element finds its place in the other run by binary search. One comparison serves both: keys of 64 bits, then
//     the dimension that differs in the highest bit, then rows. So equal codes need no second sort, in 2 dimensions
//     as in 1,024.
//   - A work-item searches a point in all lists, one after another, and keeps the shortest interval. Its corners lie
//     in memory of the launch: codes are compared without being made.
//   - Lengths are summed on the device, in 64 bits; the host reads the sums and cuts chunks by them as the host's
//     method does.
//   - An element has a place of its own in the room of a chunk, whichever walk fills it: the row of a point within
//     the threshold, or none. Borderline pairs are left in and noted; the host settles them, and removes those beyond
//     the threshold. A prefix sum over the room brings the pairs together; a pass counts them instead where counts
//     are wanted. So a chunk can be walked again where borderline pairs outgrow their room.
//   - Pairs come in the order of walkers. The host sorts the pairs of each, and hands them over or lists them in
//     order; pairs of half intervals it lists as they are.
//   - Coordinates are row by row, as a walk jumps from row to row.
//   - Nearest points: on each list the k-th nearest of the points beside a walker's place bounds the distance, and
//     the least of these bounds is the half-side of its box; the host's method takes the points of all lists
//     together, which may bound closer but needs each point once. The walk leaves the points within the bound, with
//     room for rounding, and the host compares them exactly.
//
// Exactness is P1 and P3 of docs/exactness.md. Tests look at the bytes behind every buffer; chunks as the paper
// prints them outgrow it in the same test.
//
// Rejected alternatives. The two passes of internal/pointjoin/opencl/rows, which count and fill: they need no room
// beforehand, but compare each candidate twice, and the paper's way is to be measured. Sorting by digits: faster for
// keys alone, but ties would need a second sort.
package lss
