// Package lss joins points as in M. D. Lieberman, J. Sankaranarayanan and H. Samet, A Fast Similarity Join
// Algorithm Using Graphics Processing Units (ICDE 2008): one set of points is sorted along several space-filling
// curves; for each point of the other set, the curve with the shortest interval that has all its neighbours is
// taken, and the point is compared with the points in that interval. The three steps are called sort, search and
// walk.
//
// docs/decisions/0054-z-lists.md lists the differences from the paper, with reasons.
package lss
