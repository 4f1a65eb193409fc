// Package cluster holds the labels of points by DBSCAN, and its sequential form over a neighbour table, for internal/pointengine and group. A point is core where it
// has at least MinPoints points within eps, itself among them; core points within eps of each other are in one
// cluster, and so on from one to the next; any other point within eps of a core point is on the border, and the rest is
// noise (M. Ester, H.-P. Kriegel, J. Sander, X. Xu, KDD 1996).
//
// Labels are deterministic, see docs/decisions/0066-deterministic-labels.md: every method on every device gives the
// same labels, number for number.
package cluster
