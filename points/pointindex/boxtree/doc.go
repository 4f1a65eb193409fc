// Package boxtree is a packed tree of boxes over points: each box is split at the median of its longest
// side, down to leaves of some points, so that the tree has no pointers and every leaf but the last is full.
// It serves every threshold, and nearest points.
//
// A box rules points out by float64 sums: what is computed of its nearest place is never above what
// is computed of a point in it, since rounding is monotone (docs/exactness.md, P1).
package boxtree
