// Package lss joins points as M. D. Lieberman, J. Sankaranarayanan and H. Samet do, A Fast Similarity Join
// Algorithm Using Graphics Processing Units (ICDE 2008): one set of points is sorted along several space-filling
// curves; each point of the other takes the curve on which the interval that has its neighbours is shortest,
// and is compared with the points in it. Three steps: sort, search, walk.
//
// Where this differs from the paper, and why, is in docs/decisions/0054-z-lists.md.
package lss
