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
// docs/exactness.md, P3, proves that no interval loses a pair.
//
// # Codes and lists
//
// The paper leaves open how codes of a thousand dimensions are stored, how coordinates are rounded, and what
// happens to corners outside of the data.
//
//   - A place has 31 bits, by one power of two for all dimensions; shifted, it has 32. So it takes 4 bytes,
//     and a shift is an addition of whole numbers.
//   - The range of places is the range of the set that is sorted. The paper's is the range of both sets: a
//     query far away would leave the points fewer places. Coordinates beyond it are moved to the border, and
//     a box that is wholly beyond has no interval.
//   - Codes are compared by the dimension whose places differ in the highest bit, the first of these. A list
//     keeps 64 bits of each code, after the bits that all of its codes share: in 1,024 dimensions the first
//     64 bits are mostly the same, the 64 after the common ones tell a million points apart. Lists are
//     sorted by these, by digits; equal keys are compared by code.
//   - There are d + 1 lists, or d + 2 where d is odd, as the paper's lemma wants an odd number.
//   - Intervals are half-open. Of equally short ones the first list's is taken, and none is looked for
//     beside an interval of a single point.
//
// Memory is 4 bytes a coordinate, and 12 a point and list. A list of 65,536 points of 16 dimensions takes
// 1.4 µs a point to sort and 1.8 µs to search, on one busy core (go test -bench . ./internal/papers/zorder). A
// range that one far point makes wide leaves the other points few places, and long intervals; the answer
// stays.
//
// Rejected alternatives. Places of 64 bits: twice the memory, for data that span more than 2³¹ times eps.
// Corners moved outwards: the proof shows that they are not needed. Whole codes: n/2 times the keys.
package zorder
