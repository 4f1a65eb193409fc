// Package boxtree is a packed tree of boxes over points: each box is split at the median of its longest
// side, down to leaves of some points, so that the tree has no pointers and every leaf but the last is full.
// The tree serves searches within every threshold, and for nearest points.
//
// Float64 sums rule out the points of a box: the computed sum of its nearest place is never above the
// computed sum of a point in it, since rounding is monotone (docs/exactness.md, P1).
package boxtree
