// Package tiles is the method tiles on an OpenCL device, for points of many dimensions: all points of a tile, which lie
// near each other, are compared with all of another tile, as matrices are multiplied (docs/exactness.md, P5).
//
//	set.cl      points in tiles
//	compare.cl  tiles compared
//
// The order of the tiles is the host's (tiling). There is no list of pairs of tiles: a group takes a tile and a span of
// others, and finds the tiles of the span whose boxes are near. For these it compares the first dimensions of all pairs of
// points in float32, a block of pairs for each work-item; the few pairs that remain are shared among the work-items, which
// compare all dimensions. docs/decisions/0063-tiles-on-devices.md gives the reasons for the design.
package tiles
