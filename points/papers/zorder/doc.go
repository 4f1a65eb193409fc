// Package zorder sorts points along space-filling curves, and says in which interval of a curve all
// neighbours of a point are: the set of Z-lists and the minimum search intervals of M. D. Lieberman,
// J. Sankaranarayanan and H. Samet, A Fast Similarity Join Algorithm Using Graphics Processing Units
// (ICDE 2008).
//
// A Frame maps coordinates to whole numbers of 31 bits, by one scale for all dimensions. The code of a
// point is their bits, interleaved: the highest bit of each dimension, in order, then the next. Codes
// are compared, but never made: a list keeps 64 bits of each. Lists differ in a shift, which is added to all
// coordinates, so that neighbours whom one curve takes far apart are close together on another.
//
// That no interval loses a pair is proven in docs/exactness.md, P3; what the paper leaves open, and what is
// chosen, is in docs/decisions/0054-z-lists.md.
package zorder
