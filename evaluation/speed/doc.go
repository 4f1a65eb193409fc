// Package speed measures flyby against its targets for speed: the searches, joins, indexing, loading and start of the
// program that docs/performance.md lists, each beside its target for the kind of device.
//
// Run measures rows, each the median of warm trials. Where a row has an opponent (the temporal method at its best
// batch size, or a packed R-tree in C++ (Peer) at its best r), the opponent runs on the same data in the same run.
// Floor is a lower bound of a search's time, from the bytes that must move and the interactions that no index of boxes
// avoids. Slopes measures how time grows with |D|, |Q|, d and the number of cores, and in bounded memory with hits and
// segments.
package speed
