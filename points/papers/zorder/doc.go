// Package zorder sorts points along space-filling curves, and finds an interval of a curve that has all
// neighbours of a point: the set of Z-lists and the minimum search intervals of M. D. Lieberman, J.
// Sankaranarayanan and H. Samet, A Fast Similarity Join Algorithm Using Graphics Processing Units (ICDE
// 2008).
//
// A Frame maps coordinates to places, whole numbers of 31 bits, by one scale for all dimensions. The code of
// a point interleaves the bits of its places: the highest bit of each dimension, in order, then the next.
// Codes are compared, but never made: a list stores 64 bits of each. Lists differ in a shift, which is added
// to all places, so that neighbours that are far apart on one curve are close together on another.
//
// docs/exactness.md, P3, proves that no interval loses a pair; docs/decisions/0054-z-lists.md has the
// choices where the paper leaves something open.
package zorder
